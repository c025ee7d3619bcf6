"""What a document says and its page does not show: words that are still to be found. Pure.

The page of a document is the document; what extraction left out of it (small talk, boilerplate, a label)
stands in the article, and whoever looks for it means this page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.navigate.page_view import PageView
from wikic.text.structure_marks import without_comments

_ENDS: Final = re.compile(r"(?<=[.!?…;:])\s+|(?<=[。！？；])")
_LEFT_OUT: Final = re.compile(r"[\W_]+")


def article_of(view: PageView) -> str:
    """Page path of the article whose document's page this is; "" where a page is of a thing or a term."""
    cited = Counter(
        fact.citations[0].digest
        for fact in view.facts
        if fact.place is not None and not fact.borrowed and fact.citations
    )
    if not cited:
        return ""
    return f"{layout.ARTICLES_DIR}/{layout.stem(cited.most_common(1)[0][0])}"


def digest_of(article: str) -> str:
    """Page path of the digest that was made from an article."""
    return f"{layout.DIGESTS_DIR}/{layout.stem(article)}"


def unshown(text: str, shown: str) -> str:
    """The sentences of an article's ``text`` that do not stand in ``shown``.

    Those that follow one another stand on one line, as in the article. Marks, spaces and case make no
    difference; each sentence stands once.
    """
    said = _folded(shown)
    seen: set[str] = set()
    found: list[str] = []
    for line in without_comments(text.split("\n")):  # what nobody sees on a page is not quoted from it
        start = end = 0
        for first, last in _sentences(line):
            folded = _folded(line[first:last])
            if folded and folded not in said and folded not in seen:
                seen.add(folded)
                start, end = (start if end else first), last
            elif folded:
                found += [line[start:end]] if end else []
                start = end = 0
        found += [line[start:end]] if end else []
    return "\n".join(found)


def _sentences(line: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _ENDS.finditer(line):
        yield start, gap.start()
        start = gap.end()
    yield start, len(line.rstrip())


def _folded(text: str) -> str:
    return _LEFT_OUT.sub("", text).casefold()
