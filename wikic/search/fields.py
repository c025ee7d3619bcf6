"""What goes into the search index and what comes out; tantivy's schema: how a record fills its fields."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from wikic.search.name_keys import MAX_KEY, SPACED, UNSPACED, base_name, loose_key, name_key
from wikic.text.normalise import fold_name, normalise

if TYPE_CHECKING:
    import tantivy

Matched = Literal["name", "alias", "fuzzy", "text", "source"]


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """One page as the index sees it; how the page was loaded is no matter here.

    path: page path; a second record of the same path replaces the first.
    title: text of its heading.
    aliases: other names.
    tags: short topical labels.
    summary: one line, or "".
    body: its text in reading form: one fact per line, without frontmatter, citations and ids. Snippets
        are lines of it.
    borrowed: sentences of other pages that it shows, one a line. Kept for readers and not searched: they
        are found on their own pages.
    unshown: lines of the article that the page of a document does not show: searched, and known as such.
    article: page path of the article of which it is the page, or "".
    directory: directory of the page, ``""`` at the root.
    """

    path: str
    title: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""
    body: str = ""
    borrowed: str = ""
    unshown: str = ""
    article: str = ""
    directory: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One page found. Hits are ordered by ``matched``, then ``score`` (falling), then ``path``;
    ``text`` and ``source`` are one.

    path: page path.
    title: text of its heading.
    directory: directory of the page.
    summary: one line, or "".
    score: BM25 over the weighted fields, to four significant digits; comparable within one result.
    matched: ``name`` when the query is the page's title, stem or title without its disambiguator,
        ``alias`` when it is an alias, ``fuzzy`` when it is one of these but for a typo, ``source`` when
        the line that says most stands in the document's article and not on the page, else ``text``.
    snippet: the line that says most about the query, at most 240 characters.
    """

    path: str
    title: str
    directory: str
    summary: str
    score: float
    matched: Matched
    snippet: str


# Raise it when fields or analysers change: an index of another version is built anew.
FORMAT: Final = 4

# Searched fields with their weight in the score, in the order issue and documentation give.
# Each term counts where it weighs most (query.py). Found on the sets of benchmarks/README.md: with names of 2
# a title's ordinary word comes before a body's rare one, with 0.5 what pages are called is missed.
WEIGHTS: Final[tuple[tuple[str, float], ...]] = (
    ("name", 1.4),
    ("aliases", 1.2),
    ("tags", 0.7),
    ("summary", 0.7),
    ("body", 1.0),
    ("unshown", 0.8),
)

# Keys (name_keys.py): what is looked up whole.
PATH: Final = "path"
KEY: Final = "key"
LOOSE_KEY: Final = "loose_key"
TAG_KEY: Final = "tag_key"
UNDER: Final = "under"

# Kept, not searched.
BORROWED: Final = "borrowed"
ARTICLE: Final = "article"

# tantivy has no per-character tokenizer for scripts without spaces; this pattern is one (n-grams would
# wreck Latin text). Runs of such characters are then asked for as phrases.
# Korean joins particles to its words without a space, so its syllables are characters here too.
HANGUL: Final = ("\uac00", "\ud7a3")
_TOKEN: Final = rf"{UNSPACED}|[\uac00-\ud7a3]|[A-Za-z](?:\+\+|#)|[{SPACED}--[\uac00-\ud7a3]]+"
_MAX_TOKEN: Final = 100  # bytes; longer runs are data, not words
_TEXT: Final = "wikic_text"
_RAW: Final = "raw"


@cache
def text_analyser() -> tantivy.TextAnalyzer:
    """Text to terms: lower case, no accents on Latin letters, English stems.

    Stems fold "painters" and "painter"; in other languages they only join words that end alike, in page and
    query the same way.
    """
    import tantivy

    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(_TOKEN))
    for step in (
        tantivy.Filter.remove_long(_MAX_TOKEN),
        tantivy.Filter.lowercase(),
        tantivy.Filter.ascii_fold(),
        tantivy.Filter.stemmer("english"),
    ):
        builder = builder.filter(step)
    return builder.build()


def build_schema() -> tantivy.Schema:
    """The schema of format ``FORMAT``."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    for field, _ in WEIGHTS:
        builder.add_text_field(field, stored=True, tokenizer_name=_TEXT)
    # `fast` lets tantivy order hits of equal rank by path.
    builder.add_text_field(PATH, stored=True, fast=True, tokenizer_name=_RAW, index_option="basic")
    builder.add_text_field(UNDER, stored=True, tokenizer_name=_RAW, index_option="basic")
    for field in (KEY, LOOSE_KEY, TAG_KEY):
        builder.add_text_field(field, tokenizer_name=_RAW, index_option="basic")
    for field in (BORROWED, ARTICLE):
        builder.add_bytes_field(field, stored=True, indexed=False)
    return builder.build()


def register_analyser(index: tantivy.Index) -> None:
    """Give ``index`` its analyser; tantivy stores only the name, so every open needs it."""
    index.register_tokenizer(_TEXT, text_analyser())


def to_document(record: SearchRecord) -> tantivy.Document:
    """``record`` as tantivy stores and indexes it."""
    import tantivy

    document = tantivy.Document()
    document.add_text(PATH, storable(record.path))
    document.add_text("name", _clean_text(record.title))
    for alias in record.aliases:
        document.add_text("aliases", _clean_text(alias))
    for tag in record.tags:
        document.add_text("tags", _clean_text(tag))
        document.add_text(TAG_KEY, tag_key(tag))
    document.add_text("summary", _clean_text(record.summary))
    document.add_text("body", storable(record.body))
    if record.unshown:
        document.add_text("unshown", storable(record.unshown))
    for field, kept in ((BORROWED, record.borrowed), (ARTICLE, record.article)):
        if kept:
            document.add_bytes(field, storable(kept).encode())
    for directory in list_ancestors(record.directory):
        document.add_text(UNDER, directory)
    names, aliases = keys_of(record.path, record.title, record.aliases)
    for key in sorted(names | aliases):
        document.add_text(KEY, key)
    for key in sorted({loose_key(key) for key in names | aliases}):
        document.add_text(LOOSE_KEY, key)
    return document


def keys_of(path: str, title: str, aliases: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of a page: those of title, title without disambiguator and stem, then those of its aliases."""
    base = base_name(title)
    names = {name_key(title), name_key(path.rpartition("/")[2])}
    if base is not None:
        names.add(name_key(base))
    found = frozenset(names - {""})
    return found, frozenset(name_key(alias) for alias in aliases) - found - {""}


def tag_key(tag: str) -> str:
    """The term under which a tag is filtered; a leading ``#`` is how people write one."""
    return fold_name(storable(tag)).removeprefix("#")[:MAX_KEY]


def list_ancestors(directory: str) -> tuple[str, ...]:
    """``a/b/c`` as ``a``, ``a/b``, ``a/b/c``: a filter takes what lies below its directory too."""
    steps = [step for step in storable(directory).split("/") if step]
    return tuple("/".join(steps[: at + 1]) for at in range(len(steps)))


def _clean_text(text: str) -> str:
    # In ASCII only white space is left to normalise, and most text is ASCII.
    return " ".join(text.split()) if text.isascii() else normalise(storable(text))


def storable(text: str) -> str:
    """``text`` without lone surrogates, which tantivy cannot encode."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
