"""Where the parts of a link stand in its text, so that one of them can be written anew."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.model.link import Link

_WIKI: Final = re.compile(
    r"!?\[\[(?P<target>[^#|\]\\]*(?:\\(?!\|)[^#|\]\\]*)*)(?:#(?P<part>(?:[^|\]\\]|\\(?!\|))*))?"
)
_MARKDOWN: Final = re.compile(
    r"\]\([ \t]*<?(?P<target>[^#()<>\s]*(?:\([^()\s]*\)[^#()<>\s]*)*)(?:#(?P<part>[^()<>\s]*))?"
)
_ANGLED: Final = re.compile(r"\]\([ \t]*<(?P<target>[^#<>\n]*)(?:#(?P<part>[^<>\n]*))?")


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
