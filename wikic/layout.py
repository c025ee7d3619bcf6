"""Every name on disk: paths, slugs, keys and ids. The format is documented in docs/disk-format.md.

A *page path* is relative to ``wiki/``, uses ``/`` and carries no ``.md``: ``people/John-V``.
A *file path* is relative to ``wiki/`` too and carries its extension: ``people/John-V.md``.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final, Literal

from wikic.model import attachment
from wikic.remembered import remembered
from wikic.text.normalise import normalise

CONFIG_FILE: Final = "wikic.toml"
WIKI_DIR: Final = "wiki"
REVIEW_DIR: Final = "review"  # what waits for a person, and what was rejected; laid out as wiki/ is
BUILD_DIR: Final = ".wikic"
GIT_IGNORE_FILE: Final = ".gitignore"
GIT_ATTRIBUTES_FILE: Final = ".gitattributes"

ROOT_INDEX: Final = "index"
DIRECTORY_INDEX: Final = "_index"
INDEX_PART: Final = "_index-"  # how the parts of the index of a large directory begin (wiki/index_file.py)
SCHEMA_FILE: Final = "schema.yaml"
IDENTITY_FILE: Final = "identity.yaml"
ERROR_BOOK_FILE: Final = "error_book.yaml"
SOURCES_DIR: Final = "sources"
READER_DIR: Final = "-"  # on a website, below it lies all that is no page; no directory begins with a dash
NOTES_DIR: Final = "notes"  # where `wikic chat` keeps answers, as pages of people's words
NOTES_TAG: Final = "saved-answer"  # tells them from other pages there
DIGESTS_DIR: Final = "sources/digests"
ARTICLES_DIR: Final = "sources/articles"
WRITTEN_DIR: Final = "sources/written"  # articles that a model composed, of what several documents say
REJECTED_DIR: Final = "rejected"  # in review/

# Inside .wikic/; deleting any of it loses no knowledge.
ORIGIN_FILE: Final = "origin"
JOURNAL_DIR: Final = "journal"
LOCK_FILE: Final = "lock"
NAMES_FILE: Final = "names"
LEDGER_FILE: Final = "failed.json"
COLLECTIONS_FILE: Final = "collections.json"
ERRORS_FILE: Final = "errors.json"
REPAIRS_FILE: Final = "repairs.json"
LOG_DIR: Final = "log"
TRACES_FILE: Final = "documents.txt"
MIRROR_DIR: Final = "mirror"
MIRROR_NOTE: Final = "mirror.json"
SEARCH_DIR: Final = "search"
SOURCE_SEARCH_DIR: Final = "search-sources"
CATALOGUE_FILE: Final = "catalogue"
GRAPH_FILE: Final = "graph"
INDEX_LOCK_FILE: Final = "index.lock"
TRACE_FILE: Final = "trace.json"
ACCESS_FILE: Final = "access.jsonl"
LINT_CACHE_FILE: Final = "lint-cache"
COUNTS_FILE: Final = "access.counts"
REPLIES_DIR: Final = "replies"
EMBEDDINGS_DIR: Final = "embeddings"
VECTORS_DIR: Final = "vectors"
FEDERATION_DIR: Final = "federation"  # beside many wikis: which of them may answer
CALLS_FILE: Final = "model-calls.jsonl"
WORK_DIR: Final = "work"  # what an agent is asked that answers in a model's place

MAX_SEGMENT_BYTES: Final = 200  # 255 is the file system's limit; temp names and ".md" need room
MAX_STEM: Final = 100  # characters of a page's name that its title gives it
MAX_DEPTH: Final = 5  # path segments below the root (WikiKV, section III-B)

NodeKind = Literal["index", "dimension", "entity", "digest", "document", "written"]

_FORBIDDEN: Final = frozenset('\\:*?"<>|#^[]/')
_RESERVED: Final = frozenset(
    ["con", "prn", "aux", "nul", "index", "_index"]
    + [f"{device}{digit}" for device in ("com", "lpt") for digit in "123456789¹²³"]
)
# Names that need no closer look: ASCII, no dot, not too long. Nearly all are such.
_PORTABLE: Final = re.compile(rf"[A-Za-z0-9_][A-Za-z0-9_-]{{0,{MAX_SEGMENT_BYTES - 1}}}")
_INDEX_PART: Final = re.compile(rf"{INDEX_PART}[0-9a-z]+")
_PART: Final = re.compile(r"(\d+)-[^/]+")
_TAG: Final = re.compile(r"(?<!\w)#(?=[^\W\d])")  # before the name of a channel
_WORD_SIGNS: Final = {"+": "plus", "&": "and", "%": "percent"}


# --- names -------------------------------------------------------------------------------------


def name_fault(segment: str) -> str | None:
    """Why ``segment`` cannot be a name in the wiki, or None when it can."""
    if not segment:
        return "is empty"
    if _PORTABLE.fullmatch(segment):
        plain = segment.casefold()
        return "is a reserved name" if plain in _RESERVED or _INDEX_PART.fullmatch(plain) else None
    if segment != unicodedata.normalize("NFC", segment):
        return "is not in Unicode normal form NFC"
    if len(segment.encode("utf-8", "surrogatepass")) > MAX_SEGMENT_BYTES:
        return f"is longer than {MAX_SEGMENT_BYTES} bytes"
    bad = sorted({char for char in segment if char in _FORBIDDEN})
    if bad:
        return f"holds {' '.join(bad)}"
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in segment):
        return "holds a control character"
    if segment[0] in ".-":
        return f"begins with {segment[0]}"
    if segment[-1] in ". ":
        return "ends with a dot or a space"
    if segment.split(".")[0].casefold() in _RESERVED:
        return "is a reserved name"
    return None


def slug(title: str) -> str:
    """The path segment for ``title``: readable, portable, at most 200 bytes, never empty.

    Letters, digits and marks of any script keep their case; ``+ # & %`` become words (``C++`` is
    ``C-plus-plus``); a dot between digits stays (``Version-1.10``); every other run becomes one
    ``-``. A title with nothing left is four hex digits of its hash. A slug is never evidence that
    two things are the same.
    """
    text = unicodedata.normalize("NFC", title)
    parts: list[str] = []
    for at, char in enumerate(text):
        before = text[at - 1] if at else " "
        after = text[at + 1] if at + 1 < len(text) else " "
        if unicodedata.category(char)[0] in "LNM":
            parts.append(char)
        elif char == "." and before.isdigit() and after.isdigit():
            parts.append(char)
        elif char == "#":
            parts.append(" number " if after.isdigit() else " sharp " if before.isalnum() else " hash ")
        elif char in _WORD_SIGNS:
            parts.append(f" {_WORD_SIGNS[char]} ")
        else:
            parts.append(" ")
    name = "-".join("".join(parts).split())
    if not name:
        return title_hash(title)
    if name.split(".")[0].casefold() in _RESERVED:
        # CON-0b4c is free; com1.5 stays reserved whatever follows its dot, so a word goes before it.
        name = f"page-{name}" if "." in name else f"{name}-{title_hash(title)}"
    if len(name.encode()) > MAX_SEGMENT_BYTES:
        name = suffixed(name, title_hash(title))
    return name


def page_stem(title: str) -> str:
    """The stem of a page that nothing but its title names: the slug, cut at a word where it is long."""
    name = slug(_TAG.sub(" ", title))
    if len(name) <= MAX_STEM:
        return name
    at = name.rfind("-", MAX_STEM // 2, MAX_STEM + 1)  # a word longer than half of it is cut
    return _cut(name, len(name[: at if at > 0 else MAX_STEM].encode()))


def suffixed(name: str, suffix: str) -> str:
    """``name-suffix`` within the length a segment may have; the name gives way."""
    return f"{_cut(name, MAX_SEGMENT_BYTES - 1 - len(suffix.encode()))}-{suffix}"


def title_hash(title: str) -> str:
    """Four hex digits that tell titles with one slug apart."""
    return _sha(normalise(title))[:4]


def _cut(name: str, limit: int) -> str:
    """The longest prefix of at most ``limit`` bytes that ends neither inside a character nor in ``-.``."""
    cut = whole = name.encode()[:limit].decode(errors="ignore")
    while cut and (len(cut) < len(name) and unicodedata.category(name[len(cut)])[0] == "M"):
        cut = cut[:-1]
    return (cut or whole).rstrip("-.")  # marks alone are cut anywhere: there is no letter to keep whole


# --- sources -----------------------------------------------------------------------------------


def source_key(collection: str, record: str) -> str:
    """The identity of a source: ``<collection>/<record id or relative path>``, never absolute.

    Control characters become spaces and ``\\`` becomes ``/``; ``.`` and ``..`` steps are dropped, so
    a record called ``../../x`` is simply ``x`` of its collection.
    """
    raw = f"{collection}/{record}".replace("\\", "/")
    raw = "".join(" " if unicodedata.category(c) in ("Cc", "Cs") else c for c in raw)
    steps = (step.strip() for step in normalise(raw).split("/"))
    return "/".join(step for step in steps if step not in ("", ".", ".."))


def collection(key: str) -> str:
    """The collection of source ``key``."""
    return key.partition("/")[0]


def part_key(key: str, number: int, count: int, title: str) -> str:
    """The key of a part of source ``key`` of ``count`` parts: ``novels/storm.txt/04-the-wreck``."""
    return f"{key}/{number:0{len(str(count))}}-{slug(title).casefold()}"


def parts_of(whole: str, keys: Iterable[str]) -> list[str]:
    """The keys among ``keys`` that are of parts of source ``whole``, as ``part_key`` gives them.

    None where two bear one number, or the first is neither 0 nor 1: those are records called "44-D1".
    """
    numbers: dict[str, int] = {}
    for key in keys:
        found = _PART.fullmatch(key, len(whole) + 1) if key.startswith(f"{whole}/") else None
        if found is not None:
            numbers[key] = int(found[1])
    told = set(numbers.values())
    return list(numbers) if len(told) == len(numbers) and min(told, default=0) <= 1 else []


@remembered(1 << 15)  # asked for again at every step of a batch
def source_slug(key: str) -> str:
    """The name of a source's two files: readable, ending in six hex digits of the key's hash."""
    return suffixed(slug(key), _sha(key)[:6])


def digest_path(key: str) -> str:
    """Page path of the digest of source ``key``."""
    return f"{DIGESTS_DIR}/{source_slug(key)}"


def article_path(key: str) -> str:
    """Page path of the article of source ``key``."""
    return f"{ARTICLES_DIR}/{source_slug(key)}"


def article_of(digest: str) -> str:
    """Path of the article of a digest, as a page or as a file."""
    return f"{ARTICLES_DIR}/{digest.rpartition('/')[2]}"


def written_file(title: str, data: bytes) -> str:
    """File path of a written article about ``title``: its name ends in eight hex digits of its content's
    hash, so that two branches never write one file otherwise."""
    return page_file(f"{WRITTEN_DIR}/{suffixed(page_stem(title), content_hash(data)[:8])}")


def attachments_dir(key: str) -> str:
    """Directory of the pictures and files that belong to the article of source ``key``."""
    return f"{article_path(key)}.files"


def rejection_file(key: str) -> str:
    """File path, in ``review/``, of what is remembered of a rejected document."""
    return f"{REJECTED_DIR}/{source_slug(key)}.yaml"


def is_attachment(file: str) -> bool:
    """Whether a file path is of a picture or file beside an article, of a kind that may stand there."""
    inside = f"{ARTICLES_DIR}/"
    return file.startswith(inside) and attachment.is_attachment(file.removeprefix(inside))


# --- ids ---------------------------------------------------------------------------------------


def block_id(text: str) -> str:
    """``p`` and eight hex digits of the hash of the block's normalised text: it never shifts."""
    return "p" + _sha(normalise(text))[:8]


def statement_id(kind: str, holder: str | None, text: str) -> str:
    """``f`` and eight hex digits of the hash of kind, holder and normalised text."""
    return "f" + _sha("\0".join((kind, normalise(holder or ""), normalise(text))))[:8]


def sentence_id(cells: Iterable[str]) -> str:
    """``w`` and eight hex digits over the words of a sentence of a written article."""
    return "w" + _sha("\0".join(map(normalise, cells)))[:8]


def source_line_id(statement_ids: Iterable[str]) -> str:
    """``r`` and eight hex digits over the set of statements a page takes from one digest."""
    return "r" + _sha(" ".join(sorted(set(statement_ids))))[:8]


def content_hash(data: bytes) -> str:
    """SHA-256 of file content, in hex: what a ``Change`` expects to replace."""
    return hashlib.sha256(data).hexdigest()


def text_hash(text: str) -> str:
    """SHA-256 of an article's text as stored; it only detects change, it is no identity."""
    return content_hash(text.encode("utf-8"))


def short_hash(*parts: str) -> str:
    """Eight hex digits over ``parts``, in order: the ``fold:`` stamp."""
    return _sha("\0".join(parts))[:8]


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- paths -------------------------------------------------------------------------------------


def page_file(path: str) -> str:
    """File path of a page path."""
    return f"{path}.md"


def page_path(file: str) -> str:
    """Page path of a file path; the file must end in ``.md``."""
    return file.removesuffix(".md")


def stem(path: str) -> str:
    """Last segment of a page path: what a wikilink to a knowledge page names."""
    return path.rsplit("/", 1)[-1]


def directory(path: str) -> str:
    """Directory of a page path, ``""`` at the root."""
    return path.rpartition("/")[0]


def join(directory: str, target: str) -> str | None:
    """``target`` as meant from ``directory``, ``.`` and ``..`` walked; None where it leaves the wiki."""
    steps = directory.split("/") if directory else []
    for step in target.split("/"):
        if step == "..":
            if not steps:
                return None
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)


def index_path(directory: str) -> str:
    """Page path of the index of ``directory`` (``""`` is the root)."""
    return f"{directory}/{DIRECTORY_INDEX}" if directory else ROOT_INDEX


def is_index(path: str) -> bool:
    """Whether a page path names a generated index, or a part of one."""
    return path == ROOT_INDEX or stem(path) == DIRECTORY_INDEX or is_index_part(path)


def is_index_part(path: str) -> bool:
    """Whether a page path names a part of the index of a large directory."""
    return _INDEX_PART.fullmatch(stem(path)) is not None


def node_kind(path: str) -> NodeKind:
    """WikiKV's kind of the node that a page path names; a written article is a kind of our own."""
    if path == ROOT_INDEX:
        return "index"
    if stem(path) == DIRECTORY_INDEX or is_index_part(path):
        return "dimension"
    if path.startswith(DIGESTS_DIR + "/"):
        return "digest"
    if path.startswith(ARTICLES_DIR + "/"):
        return "document"
    if path.startswith(WRITTEN_DIR + "/"):
        return "written"
    return "entity"


def is_knowledge_page(path: str) -> bool:
    """Whether a page path names a page of knowledge: the fold's output, and people's own pages."""
    return "/" in path and is_page(path)


def is_page(path: str) -> bool:
    """Whether readers are shown it as a page: one of knowledge, or one that people put at the wiki's root."""
    return not is_index(path) and not path.startswith(SOURCES_DIR + "/")


def path_fault(path: str) -> str | None:
    """Why ``path`` cannot be a page path, or None; it never leaves ``wiki/``."""
    segments = PurePosixPath(path).parts
    if not segments or path.startswith("/") or "/".join(segments) != path:
        return "is not a plain relative path"
    if len(segments) > MAX_DEPTH:
        return f"is more than {MAX_DEPTH} levels deep"
    last = len(segments) - 1
    for at, segment in enumerate(segments):
        if at == last and is_index(path):
            continue
        fault = name_fault(segment)
        if fault is not None:
            return f"{segment!r} {fault}"
    return None
