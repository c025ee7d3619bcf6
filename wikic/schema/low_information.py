"""The seven kinds of low-information documents that a sample is drawn without (WikiKV, section III-C).

They would bend the abstractions that a schema is made of. The filter holds for the sample alone:
``compile`` takes every document, because a rule that is right 95 times in 100 may bias no sample but must
lose no fact. Near-duplicates are told by one-permutation MinHash (Li, Owen, Zhang 2012) over shingles of
words, candidates from bands of the sketch (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, section
3.4): linear in the number of documents.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from wikic.language import pack_files
from wikic.model.article import Article
from wikic.remembered import remembered
from wikic.text.tokens import tokens

# Of a longer document its beginning, middle and end are looked at, so that the cost has a bound.
WHOLE: Final = 10_000
_HEAD: Final = 6_000  # characters
_PART: Final = 2_000  # characters

_MARKUP: Final = re.compile(r"[*_`#>]+|!?\[([^\]]*)\]\([^)]*\)|<[^>\n]{1,200}>")
_BULLET: Final = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")


@dataclass(frozen=True, slots=True)
class DocumentView:
    """What the kinds of low-information documents are told by.

    title: folded, white space runs to one space.
    text: the same of the text; of a long one its beginning, middle and end.
    lines: its lines that hold anything, as they are written.
    words: its words in order, Han characters one by one.
    size: how many words it has; two Han characters are one. Of a long document: of the parts looked at.
    """

    title: str
    text: str
    lines: tuple[str, ...]
    words: tuple[str, ...]
    size: int

    @classmethod
    def at(cls, article: Article) -> DocumentView:
        """The view of ``article``: its words and lines, read once."""
        part = text_parts(article.text)
        words = tuple(tokens(_MARKUP.sub(r" \1 ", part)))
        han = sum(map(is_han, words))
        return cls(
            title=fold_line(article.title),
            text=fold_line(part),
            lines=tuple(line for line in part.splitlines() if line.strip()),
            words=words,
            size=len(words) - han + (han + 1) // 2,
        )


def text_parts(text: str) -> str:
    """The whole of a text; of a long one its beginning, middle and end."""
    if len(text) <= WHOLE:
        return text
    middle = (len(text) - _PART) // 2
    return f"{text[:_HEAD]}\n{text[middle : middle + _PART]}\n{text[-_PART:]}"


def fold_line(text: str) -> str:
    """Lower case, one space between words, straight apostrophes: the form in which cues are written."""
    return " ".join(text.casefold().replace("’", "'").split())


def is_han(word: str) -> bool:
    """Whether a token is a Han character, which stands alone."""
    return len(word) == 1 and word >= "\u3400"


def find_cues(cues: Iterable[str], text: str) -> list[str]:
    """Those of ``cues`` that stand in ``text`` (folded) as whole words; Han has no edges of words."""
    return [cue for cue in cues if cue in text and (is_han(cue[0]) or _cue_stands(cue, text))]


def line_content(line: str) -> str:
    """A line without bullet and markup."""
    return _MARKUP.sub(r"\1", _BULLET.sub("", line)).strip()


def _cue_stands(cue: str, text: str) -> bool:
    at = text.find(cue)
    while at >= 0:
        end = at + len(cue)
        inside = (at > 0 and text[at - 1].isalnum() and cue[0].isalnum()) or (
            end < len(text) and text[end].isalnum() and cue[-1].isalnum()
        )
        if not inside:
            return True
        at = text.find(cue, at + 1)
    return False


def _load_words(name: str) -> tuple[str, ...]:
    """The list ``name`` of every language that has one, though it have no other."""
    return tuple(word for code in pack_files.having(name) for word in pack_files.words(code, name))


def _load_expression(name: str) -> re.Pattern[str]:
    """What the expression ``name`` of any language finds."""
    codes = (code for code in pack_files.having("legal_cues") if pack_files.has_pattern(code, name))
    return re.compile("|".join(pack_files.pattern(code, name).pattern for code in codes))


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of low-information document.

    name: as ``--json`` has it.
    said: what people read: "12 greetings".
    test: whether a document is one; None for what is told by comparing documents.
    """

    name: str
    said: str
    test: Callable[[DocumentView], bool] | None


# --- greetings: wishes to the reader, and nothing else ------------------------------------------------

_LONGEST_GREETING: Final = 120  # words; a letter that also tells something is longer
_BARE: Final = 12  # words up to which the occasion alone makes a greeting: "Happy New Year, everybody!"
OCCASIONS: Final = _load_words("occasions")
WISHES: Final = _load_words("wishes")


def is_greeting(view: DocumentView) -> bool:
    """Whether a short document names the occasion and wishes its reader something.

    A film called "Merry Christmas" wishes nobody anything.
    """
    if view.size > _LONGEST_GREETING or not find_cues(OCCASIONS, view.text):
        return False
    return view.size <= _BARE or bool(find_cues(WISHES, view.text))


# --- near-empty: no sentence, or a placeholder --------------------------------------------------------

_FEWEST_WORDS: Final = 5  # "Nasam is a village in Georgia" is a document
_PLACEHOLDER: Final = 20  # words a document may have beside its placeholder
_LETTERS: Final = 0.3  # share of its words that are not numbers
PLACEHOLDERS: Final = _load_words("placeholders")


def is_near_empty(view: DocumentView) -> bool:
    """Whether a document has fewer words than a sentence, or hardly more than a placeholder or numbers."""
    if view.size < _FEWEST_WORDS:
        return True
    if view.size <= _PLACEHOLDER and find_cues(PLACEHOLDERS, view.text):
        return True
    return sum(map(str.isalpha, view.words)) < _LETTERS * len(view.words)


# --- boilerplate: what stands on every site alike -----------------------------------------------------

_FOOTER: Final = 60  # words of a footer or an error page
_FOOTER_CUES: Final = 2  # cues
# A README ends with its licence too: legal cues must stand close, or be many.
_LEGAL_WORDS: Final = 60  # words for each legal cue, at most
_LEGAL_CUES: Final = 4  # cues
_MANY_CUES: Final = 10  # cues
_FEWEST_PIECES: Final = 5  # of a menu
_LONGEST_PIECE: Final = 6  # words of one of them
_NAVIGATION: Final = 3  # different words of NAVIGATION among them
_SHARE: Final = 0.9  # of the pieces that are links or short
LEGAL_TITLES: Final = frozenset(_load_words("legal_titles"))
LEGAL: Final = _load_words("legal_cues")
OURS: Final = _load_words("own_site")
NAVIGATION: Final = frozenset(_load_words("menu_words"))
FAILURES: Final = _load_words("error_pages")
_PARTS: Final = re.compile(r"\s[|›»·•/>]\s|\s{2,}|\t|[|｜›»]")
_LINK: Final = re.compile(
    r"\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:\[[^\]]+\]\([^)]*\)|\[\[[^\]]+\]\]|<?https?://\S+>?)\s*"
)


def is_boilerplate(view: DocumentView) -> bool:
    """Whether a document is a menu, a list of links, an error page, a footer, a policy or a licence."""
    failed = view.size <= _FOOTER and bool(find_cues(FAILURES, f"{view.title} {view.text}"))
    return failed or _is_legal(view) or _is_navigation(view)


def _is_legal(view: DocumentView) -> bool:
    cues = len(find_cues(LEGAL, view.text))
    if view.size <= _FOOTER and cues >= _FOOTER_CUES:
        return True
    if not cues or not find_cues(OURS, view.text):
        return False
    return view.title in LEGAL_TITLES or cues >= max(_LEGAL_CUES, min(view.size / _LEGAL_WORDS, _MANY_CUES))


def _is_navigation(view: DocumentView) -> bool:
    links = sum(_LINK.fullmatch(line) is not None for line in view.lines)
    if links >= max(_FEWEST_PIECES, _SHARE * len(view.lines)):
        return True
    if len(view.lines) == 1 and len(view.text) > 600:  # prose on one line, looked at by every document
        return False
    pieces = [
        fold_line(line_content(piece)) for line in view.lines for piece in _PARTS.split(line) if piece.strip()
    ]
    short = sum(len(piece.split()) <= _LONGEST_PIECE and len(piece) <= 40 for piece in pieces)
    if len(pieces) < _FEWEST_PIECES or short < _SHARE * len(pieces):
        return False
    return len(NAVIGATION.intersection(pieces)) >= max(_NAVIGATION, len(pieces) / 4)


# --- reposts: documents that say they were copied from elsewhere --------------------------------------

# The note stands above or below what was copied; anywhere else it speaks of something.
_EDGE: Final = 400  # characters
NOTES: Final = _load_expression("repost_note")


def is_repost(view: DocumentView) -> bool:
    """Whether a note at its beginning or end says that the document is a copy.

    A novel that "was originally published in 1922" is spoken of; "please credit when you repost" (转载请注明)
    stands under originals.
    """
    edges = (view.text,) if len(view.text) <= 2 * _EDGE else (view.text[:_EDGE], view.text[-_EDGE:])
    return any(map(NOTES.search, edges))


# --- events: the reader is invited to be somewhere at some hour ---------------------------------------

_LONGEST_INVITATION: Final = 400  # words
INVITATIONS: Final = _load_words("invitations")
HOUR: Final = _load_expression("hour_or_place")


def is_event(view: DocumentView) -> bool:
    """Whether a document of a page or less invites its reader and says when or where.

    What was held, and the story of a festival, invite nobody.
    """
    if view.size > _LONGEST_INVITATION or not find_cues(INVITATIONS, view.text):
        return False
    return HOUR.search(view.text) is not None


# --- promotion: the reader is to buy or subscribe -----------------------------------------------------

# Two calls within a short text, or one in each sixty words of a longer one: an article on advertising
# quotes some too.
_FEWEST_CALLS: Final = 2
_WORDS_A_CALL: Final = 60
_LONGEST_PROMOTION: Final = 600  # characters
CALLS: Final = _load_words("promotion_calls")
PERCENT: Final = _load_expression("discount")


def is_promotion(view: DocumentView) -> bool:
    """Whether calls to buy, subscribe or click stand so close that there is little else."""
    if view.size > _LONGEST_PROMOTION:
        return False
    calls = len(find_cues(CALLS, view.text)) + (PERCENT.search(view.text) is not None)
    return calls >= max(_FEWEST_CALLS, view.size / _WORDS_A_CALL)


# The first that fits names a document.
KINDS: Final = (
    Kind("greeting", "greetings", is_greeting),
    Kind("near-empty", "nearly empty", is_near_empty),
    Kind("boilerplate", "navigation or legal boilerplate", is_boilerplate),
    Kind("repost", "copies of what others published", is_repost),
    Kind("event", "event announcements", is_event),
    Kind("promotion", "promotion", is_promotion),
    Kind("near-duplicate", "near-duplicates of others", None),
)
NEAR_DUPLICATE: Final = KINDS[-1].name


def kind_of(view: DocumentView) -> str:
    """Name of the first kind a document is of; "" for a document that says something."""
    return next((kind.name for kind in KINDS if kind.test is not None and kind.test(view)), "")


BINS: Final = 64  # an estimate of 0.9 is right within 0.04
NEAR: Final = 0.85  # share of equal bins from which two documents say the same
_EMPTY: Final = 0xFFFF  # a place of a sketch that nothing filled, 16 bits
_BANDS: Final = 8  # of a sketch, by which candidates are found
_WIDTH: Final = 8  # bytes, four bins; of sketches that are alike by 0.85, 99 in 100 share one of 8 bands
_VOID: Final = b"\xff" * _WIDTH  # no shingle fell into these bins: says nothing
_SHINGLE: Final = 3  # words
_FEWEST: Final = 8  # shingles; shorter documents are equal or not
_MIX: Final = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio: spreads the bits (Knuth, TAOCP 6.4)
_MASK: Final = 0xFFFFFFFFFFFFFFFF  # 64 bits


def make_sketch(words: Sequence[str]) -> bytes:
    """64 numbers of 16 bits that are equal in as many places as two documents share shingles."""
    hashes = [_word_hash(word) for word in words]
    bins = [_EMPTY] * BINS
    if len(hashes) < _FEWEST + _SHINGLE - 1:
        mixed = 0
        for each in hashes:
            mixed = (mixed * 31 + each + 1) * _MIX & _MASK
        return array("H", [(mixed + at * _MIX & _MASK) >> 49 for at in range(BINS)]).tobytes()
    for first, second, third in zip(hashes, hashes[1:], hashes[2:], strict=False):
        mixed = (first * 0x1F123BB5 + second * 0x2545F491 + third) * _MIX & _MASK
        at, value = mixed >> 58, mixed >> 42 & 0x7FFF
        if value < bins[at]:
            bins[at] = value
    return array("H", bins).tobytes()


def estimate_similarity(one: bytes, other: bytes) -> float:
    """Estimated share of shingles that two documents have in common, 0 to 1."""
    left, right = array("H", one), array("H", other)
    both = [(a, b) for a, b in zip(left, right, strict=True) if a != _EMPTY or b != _EMPTY]
    return sum(a == b for a, b in both) / len(both) if both else 1.0


def find_repeated(sketches: Sequence[bytes]) -> set[int]:
    """Positions of the documents that say nearly what one before them says.

    One band after the other, so that a single table is held at a time.
    """
    found: set[int] = set()
    for at in range(0, _BANDS * _WIDTH, _WIDTH):
        first: dict[bytes, int] = {}
        for position, each in enumerate(sketches):
            if position in found:
                continue
            key = each[at : at + _WIDTH]
            holder = position if key == _VOID else first.setdefault(key, position)
            if holder != position and estimate_similarity(sketches[holder], each) >= NEAR:
                found.add(position)
    return found


@remembered(1 << 16)
def _word_hash(word: str) -> int:
    return crc32(word.encode("utf-8", "surrogatepass"))
