"""The grammar of wikilinks and block ids, shared by the scan and the parser.

A wikilink stands on one line: ``[[``, a target without brackets, optionally ``|`` (in tables ``\\|``) and a
text in which single brackets come in pairs, ``]]``.

The parts of a link of either kind are found in its text, so that one of them can be written anew (``spans``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.markdown.document import Malformed
from wikic.model.link import Link

# Behind the first bracket: groups 1 and 2 are target and text.
WIKILINK: Final = r"\[([^\[\]|\n]*)(?:\|([^\[\]\n]*(?:\[[^\[\]\n]*\][^\[\]\n]*)*))?\]\]"
FROM_BRACKET: Final = re.compile(rf"\[{WIKILINK}")  # the whole of it
_UP_TO_BRACKET = re.compile(r"\[\[[^\[\]\n]*")
# How far behind a stray bracket the end of the link is looked for: every ``[[`` of a line looks that far.
_REACH: Final = 1_000
BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)


def split_target(target: str) -> tuple[str, str | None, str | None]:
    """Page, heading and block id of a link's target: ``N#H``, ``N#^block``."""
    page, mark, place = target.partition("#")
    if place.startswith("^"):
        return page.strip(), None, place[1:].strip()
    return page.strip(), (place.strip() or None) if mark else None, None


def wikilink(
    target: str, text: str | None, embed: bool, span: tuple[int, int], place: tuple[int, int]
) -> Link | None:
    """The link of one match of ``WIKILINK``, None when it names nothing.

    span: its start and end in the text. place: line and column, from 1.
    """
    if text is not None and target.endswith("\\"):
        target = target[:-1]
    heading = block = None
    if "#" in target:
        page, heading, block = split_target(target)
    else:
        page = target.strip()
    if not page and not heading and not block:
        return None
    return Link("wiki", page, text, heading, block, embed, *span, *place)


def malformed(text: str, start: int, line: int) -> Malformed:
    """Why the ``[[`` at ``start`` opens no wikilink, and how far it reaches."""
    match = _UP_TO_BRACKET.match(text, start)
    assert match is not None
    end = match.end()
    if text.startswith("]]", end):
        return Malformed("empty", start, end + 2, line)
    if text.startswith("](", end):
        return Malformed("markdown link", start, end + 1, line)
    if text.startswith("]", end):
        return Malformed("single closer", start, end + 1, line)
    if text.startswith("[[", end):
        return Malformed("nested", start, end, line)
    closer = text.find("]]", end, end + _REACH)
    if closer >= 0 and text.find("\n", end, closer) < 0:
        return Malformed("bracket in target", start, closer + 2, line)
    return Malformed("unclosed", start, start + len(text[start:end].rstrip()), line)


_WIKI: Final = re.compile(
    r"!?\[\[(?P<target>[^#|\]\\]*(?:\\(?!\|)[^#|\]\\]*)*)(?:#(?P<part>(?:[^|\]\\]|\\(?!\|))*))?"
)
_MARKDOWN: Final = re.compile(
    r"\]\([ \t]*<?(?P<target>[^#()<>\s]*(?:\([^()\s]*\)[^#()<>\s]*)*)(?:#(?P<part>[^()<>\s]*))?"
)
_ANGLED: Final = re.compile(r"\]\([ \t]*<(?P<target>[^#<>\n]*)(?:#(?P<part>[^<>\n]*))?")


_REFERENCE: Final = re.compile(r"!?\[(?P<words>(?:[^\[\]\\]|\\.)*)\](?:\[(?P<label>[^\[\]]*)\])?")
_DEFINITION: Final = re.compile(
    r"^ {0,3}\[(?P<label>[^\[\]\n]+)\]:[ \t]*<?(?P<target>[^\s<>#]*)(?:#(?P<part>[^\s<>]*))?", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class LinkSpans:
    """Offsets into the page's text.

    target: of the page's name or path as written.
    part: of what follows ``#``, the ``^`` of a block's id included; None where there is no ``#``.
    """

    target: tuple[int, int]
    part: tuple[int, int] | None


def spans(text: str, link: Link) -> LinkSpans | None:
    """The parts of a link of this text; None for one that is written in a way we do not touch."""
    if link.kind == "wiki":
        found = _WIKI.match(text, link.start, link.end)
    else:
        at = text.rfind("](", link.start, link.end)  # its words may hold a link's brackets, its path does not
        found = None if at < 0 else _ANGLED.match(text, at, link.end) or _MARKDOWN.match(text, at, link.end)
    if found is None:
        return None
    part = found.span("part") if found["part"] is not None else None
    return LinkSpans(found.span("target"), part)


def definition_spans(text: str, link: Link) -> LinkSpans | None:
    """The parts of the definition that a reference (``[words][label]``, ``[label]``) names; else None."""
    named = _REFERENCE.fullmatch(text, link.start, link.end) if link.kind == "markdown" else None
    if named is None:
        return None
    label = " ".join((named["label"] or named["words"]).split()).casefold()
    for found in _DEFINITION.finditer(text):
        if " ".join(found["label"].split()).casefold() == label:
            part = found.span("part") if found["part"] is not None else None
            return LinkSpans(found.span("target"), part)
    return None
