"""D007: code and comments that hide the rest of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.unread_text import without_code
from wikic.lint.view.wiki_view import WikiView

_OPENED: Final = re.compile(r"<!--(?:-?>)?")
_CLOSER: Final = "-->"


def check(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        if page.generated:
            continue
        fence = next((each for each in page.document.fences if not each.closed), None)
        # One inside an item or a quote ends with it.
        if fence is not None and not page.text[fence.end :].strip():
            yield Problem(page.file, *page.at(fence.start), f"{fence.marker} opens code that is never closed")
        elif "<!--" in page.text:
            yield from _comment(page)


def _comment(page: ParsedPage) -> Iterator[Problem]:
    text = without_code(page)
    at = page.body
    while (opened := _OPENED.search(text, at)) is not None:
        if opened[0].endswith(">"):  # an empty one
            at = opened.end()
            continue
        closed = text.find(_CLOSER, opened.end())
        if closed < 0:
            yield Problem(page.file, *page.at(opened.start()), "<!-- opens a comment that is never closed")
            return
        at = closed + len(_CLOSER)
