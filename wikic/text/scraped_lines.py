"""A line of a scraped page whose breaks were lost: its headings, labels, items and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wikic.text import glued_headings, key_value_lines, script
from wikic.text.piece import Piece

MAX_LABEL: Final = 60  # characters of a line that ends in a colon and is a label
_MAX_HEADING: Final = 80
ENDED: Final = re.compile(r"[.!?。！？…;；][\"'”’」』)\]*_]*$")


def pieces(line: str, known: glued_headings.Glue, language: str, at: int, *, listed: bool) -> Iterator[Piece]:
    """The pieces of ``line``.

    at: the group of the first.
    listed: the line before announced a list; its items stand before the first glue.
    """
    for number, (part, inside) in enumerate(glued_headings.parts(line, known, listed=listed)):
        found = script.split(part, language)
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
    entries = key_value_lines.inline(part) or (found[:-1] if closing else found)
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
