"""Scraped text whose line breaks were lost: headings, labels and items stand glued between two sentences.

"… is reviewed.Verification processThe process takes …": only a text that does so again and again is read
so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.language import all_packs
from wikic.language.pack_files import LOWER, UPPER
from wikic.text import sentences, wrapped_lines
from wikic.text.structure_marks import Piece

_AFTER_END: Final = re.compile(
    rf"(?<=[{LOWER}\d)”\"'’][.!?:])(?=(?:I|A|[{UPPER}][{LOWER}'’]+)[ ,:]|\"?[{UPPER}][{LOWER}]+ "
    rf"|[{UPPER}]{{2,}}s?[{UPPER}][{LOWER}]+ )"  # "FAQsClick a question"
)
_INSIDE_WORD: Final = re.compile(
    rf"(?:(?<=[{LOWER}\d)?])|(?<=[{LOWER}\d.!?][”\"]))(?=[{UPPER}][{LOWER}'’]*(?![\w({UPPER}])|[A](?= ))"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TOKEN_START: Final = re.compile(r"\S+$")
_TOKEN_END: Final = re.compile(r"\S+")
# The last word of a sentence; "java.lang" ends none.
_PLAIN_WORD: Final = re.compile(rf"\s[{LOWER}{UPPER}'’]+[)\"”]?[.!?:]$")
_ACRONYMS: Final = re.compile(r"[A-Z]{2,}s")  # "FAQs"
_AROUND: Final = ".,;:!?()[]\"'“”"
_OPENERS: Final = "subject_openers"
_NEAR: Final = 80  # characters on each side of a place that are looked at
_FEWEST: Final = 2
_SHORT: Final = 3  # letters: macOS, iPhone


@dataclass(frozen=True, slots=True)
class Glue:
    """What a text tells of its own words: how often each stands by itself."""

    words: frozenset[str]
    tokens: frozenset[str]


def glue(text: str) -> Glue | None:
    """How to take ``text`` apart; None for a text that is not glued."""
    ends = [at.start() for at in _AFTER_END.finditer(text)]
    ends = [at for at in ends if _PLAIN_WORD.search(text, max(0, at - _NEAR), at) is not None]
    if len(ends) < _FEWEST:
        return None
    counts: dict[str, int] = {}
    for token in text.split():
        bare = token.strip(_AROUND)
        counts[bare] = counts.get(bare, 0) + 1
    inner = frozenset(word for word, count in counts.items() if count >= 2)
    if sum(not _is_name(text, at, inner) for at in ends) < _FEWEST:
        return None
    words = frozenset(word.casefold() for word in counts if _WORD.fullmatch(word) and not _mixed(word))
    return Glue(words, inner)


def _is_name(text: str, at: int, repeated: frozenset[str]) -> bool:
    """Whether a place behind a full stop is inside a name: "quay.Gate", where the text writes it again.

    "Note:Go" is none, nor where a sentence may open, or the first word ends a sentence elsewhere.
    """
    before, after = _TOKEN_START.search(text, max(0, at - _NEAR), at), _TOKEN_END.match(text, at, at + _NEAR)
    if before is None or after is None:
        return False
    left, right = before.group().lstrip(_AROUND), after.group().rstrip(_AROUND)
    if left + right not in repeated or (left.endswith(":") and left[0].isupper()):
        return False
    opens = any(right.casefold() in all_packs.words(name) for name in ("stopwords", "imperatives"))
    return not opens and f"{left} " not in text and f"{left}\n" not in text


def _mixed(word: str) -> bool:
    return re.search(rf"[{LOWER}][{UPPER}]", word) is not None


def parts(text: str, known: Glue, *, listed: bool = False) -> Iterator[tuple[str, bool]]:
    """The parts of a line and whether each ends inside a word, as a heading above a sentence does.

    listed: the line begins with a list, whose last item may be any name.
    """
    start = 0
    for at, inside in sorted(_cuts(text, known, listed=listed)):
        if at > start:
            yield text[start:at], inside
        start = at
    if start < len(text):
        yield text[start:], False


def _cuts(text: str, known: Glue, *, listed: bool) -> Iterator[tuple[int, bool]]:
    ends = [match.start() for match in _AFTER_END.finditer(text)]
    ends = [at for at in ends if not _is_name(text, at, known.tokens)]
    yield from ((at, False) for at in ends)
    for match in _INSIDE_WORD.finditer(text):
        at = match.start()
        opened = max((end for end in ends if end < at), default=0)
        before = _TOKEN_START.search(text, max(opened, at - _NEAR), at)
        after = _TOKEN_END.match(text, at, at + _NEAR)
        if before is None or after is None:
            continue
        left, right = before.group().strip("(\"“'"), after.group().strip(".,;:!?)\"”'")
        # A name that is written again, "signIn"; no name ends in "You".
        named = (left + right) in known.tokens and right.casefold() not in all_packs.words(_OPENERS)
        if named or "/" in left or "." in left[:-1]:
            continue
        if _ACRONYMS.fullmatch(left) or (left.islower() and len(left) > _SHORT and not _mixed(right)):
            yield at, True  # names in two cases begin with a capital, or with one or two small letters
        elif (listed or left[-1:] in ')?"”' or left.casefold() in known.words) and (
            right.casefold() in known.words or right in ("A", "I")
        ):
            listed = False
            yield at, True


MAX_LABEL: Final = 60  # characters of a line that ends in a colon and is a label
_MAX_HEADING: Final = 80
ENDED: Final = re.compile(r"[.!?。！？…;；][\"'”’」』)\]*_]*$")


def scraped_pieces(line: str, known: Glue, language: str, at: int, *, listed: bool) -> Iterator[Piece]:
    """The pieces of ``line``.

    at: the group of the first.
    listed: the line before announced a list; its items stand before the first glue.
    """
    for number, (part, inside) in enumerate(parts(line, known, listed=listed)):
        found = sentences.split_by_script(part, language)
        if listed and number == 0:
            yield from _items(part, found, inside, at + len(line))
        elif found and (_is_heading(found[-1]) if inside else _asks(found)):
            yield from _above_heading(found, at)
            at += 1
        else:
            yield from _sentences(found, at)


def announces(line: str) -> bool:
    """Whether a line announces the list that the next one holds."""
    return line.rstrip().endswith(":")


def _is_heading(text: str) -> bool:
    return not ENDED.search(text) and len(text) <= _MAX_HEADING and text[-1:] not in ":,"


def _asks(found: Sequence[str]) -> bool:
    """A question between two glues is the heading of its answer."""
    return len(found) == 1 and found[0].endswith("?") and len(found[0]) <= _MAX_HEADING


def _is_label(text: str) -> bool:
    return text.endswith(":") and len(text.split()) <= 2


def _items(part: str, found: Sequence[str], inside: bool, at: int) -> Iterator[Piece]:
    """The items of a list, and the heading or label that ends them."""
    last = found[-1] if len(found) > 1 else ""
    heading = inside and bool(last) and _is_heading(last) and all(map(ENDED.search, found[:-1]))
    closing = heading or _is_label(last)
    entries = wrapped_lines.inline(part) or (found[:-1] if closing else found)
    for number, entry in enumerate(entries):
        yield Piece("item", entry, "item", at + number)
    if closing and last not in entries:
        yield Piece("heading", last, "heading", at, 3) if heading else Piece("sentence", last, "label", at)


def _above_heading(found: Sequence[str], at: int) -> Iterator[Piece]:
    """Sentences and the heading that ends them; "This is what you can do: Gallery" is a label before it."""
    yield from (Piece("sentence", sentence, "prose", at) for sentence in found[:-1])
    heading = found[-1]
    lead, colon, rest = heading.partition(": ")
    if colon and rest[:1].isupper() and len(lead.split()) >= 4:
        yield Piece("sentence", f"{lead}:", "prose", at)
        heading = rest
    yield Piece("heading", heading, "heading", at, 3)


def _sentences(found: Sequence[str], at: int) -> Iterator[Piece]:
    for sentence in found:
        alone = sentence.endswith(":") and len(sentence) <= MAX_LABEL and len(found) == 1
        yield Piece("sentence", sentence, "label" if alone or _is_label(sentence) else "prose", at)
