"""Text of a page in which brackets are no links: formulas, comments, templates, code written as HTML."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from wikic.lint.view.page import ParsedPage

Spans = Sequence[tuple[int, int]]

# Bounded, so that many that are never closed are not each looked for to the end. A formula holds no blank
# line; a lone dollar opens none before a space and closes none before a digit.
_BLOCKS: Final = (
    r"<!--(?:.*?-->|.*)|<%.{0,2000}?%>"
    r"|<(?P<tag>code|pre|script|style|math)\b[^<>]*>.{0,5000}?</(?P=tag)>"
    r"|(?<![\\$])\$\$(?:(?!\n[ \t]*\n).){1,4000}?\$\$"
    r"|(?<![\\$])\$(?![\s$])(?:[^$\n\\]|\\.)*?(?<!\s)\$(?![\d$])"
)
_UNREAD: Final = re.compile(_BLOCKS, re.S | re.I)
_UNREAD_IN_VAULT: Final = re.compile(rf"%%.*?%%|{_BLOCKS}", re.S | re.I)
_MAY_OPEN: Final = re.compile(r"[$]|%%|<[!%cpsmCPSM]")


def unread_spans(page: ParsedPage, *, vault: bool) -> Spans:
    """Spans below the frontmatter, in order, in which no reader sees a link.

    vault: whether ``%%`` opens a comment, as it does in Obsidian.
    """
    if _MAY_OPEN.search(page.text, page.body) is None:
        return ()
    pattern = _UNREAD_IN_VAULT if vault else _UNREAD
    return [match.span() for match in pattern.finditer(without_code(page), page.body)]


def without_code(page: ParsedPage) -> str:
    """The page's text with blanks for every character of code, so that offsets stay."""
    text = page.text
    pieces: list[str] = []
    at = 0
    spans = [(each.start, each.end) for each in page.document.fences]
    spans += [(each.start, each.end) for each in page.document.code_spans]
    for start, end in sorted(spans):
        if start >= at:
            pieces += [text[at:start], re.sub(r"[^\r\n]", " ", text[start:end])]
            at = end
    return "".join((*pieces, text[at:]))


def is_within(spans: Spans, offset: int) -> bool:
    """Whether an offset lies in one of the spans."""
    before = bisect_right(spans, offset, key=itemgetter(0))
    return bool(before and offset < spans[before - 1][1])
