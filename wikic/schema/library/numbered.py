"""Groups by the numbers that titles carry: a manual whose sections are documents, "6.2. The apt Command"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.schema.library.group import Group
from wikic.schema.library.leaf import Leaf

_NUMBER: Final = r"(?P<number>\d{1,2}|[A-Z])"
_SECTION: Final = re.compile(rf"{_NUMBER}\.(?P<place>\d{{1,2}})(?:\.\d{{1,2}})*\.?\s+(?P<title>\S.*)")
# "Chapter 6. Upgrades", "Appendix A: Tables", "第 6 章 升级", "附录 A. 表".
_CHAPTERS: Final = (
    re.compile(rf"(?P<said>[^\W\d_]{{2,12}} {_NUMBER})[.:：]\s*(?P<title>\S.*)"),
    re.compile(r"(?P<said>第\s?(?P<number>\d{1,2})\s?[章部篇])[\s.:：]*(?P<title>\S.*)"),
)
_COVERED: Final = 0.6  # share of titles with the number of a section
_FEWEST, _MOST = 3, 40  # chapters
_SMALLEST: Final = 2  # documents of a chapter


def numbered_groups(leaves: Sequence[Leaf]) -> list[Group]:
    """The chapters, if most titles have a section's number and there are three to forty; else none.

    A chapter is called as its own document is, where there is one, else as its first section.
    """
    sections = [found for leaf in leaves if (found := _SECTION.match(leaf.title))]
    if len(sections) < _COVERED * len(leaves):
        return []
    chapters = {
        found["number"]: found
        for leaf in leaves
        for pattern in _CHAPTERS
        if (found := pattern.match(leaf.title))
    }
    by_number: dict[str, list[re.Match[str]]] = {}
    for each in sections:
        by_number.setdefault(each["number"], []).append(each)
    groups = []
    for number, inside in sorted(by_number.items(), key=lambda each: _in_order(each[0])):
        chapter = chapters.get(number)
        size = len(inside) + (chapter is not None)
        if size < _SMALLEST:
            continue
        first = min(inside, key=lambda each: int(each["place"]))
        label = (chapter or first)["title"]
        also = (chapter["said"],) if chapter is not None else ()
        groups.append(Group(label, size, prefix=f"{number}.", also=also))
    return groups if _FEWEST <= len(groups) <= _MOST else []


def _in_order(number: str) -> tuple[int, str]:
    """Numbers before letters, numbers by value."""
    return (int(number), "") if number.isdigit() else (100, number)
