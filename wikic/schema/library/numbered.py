"""Groups by the numbers that titles carry: a manual whose sections are documents, "6.2. The apt Command"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.group import Group
from wikic.text.normalise import fold_name

_NUMBER: Final = r"(?P<number>\d{1,2}|[A-Z])"
_SECTION: Final = re.compile(rf"{_NUMBER}\.(?P<place>\d{{1,2}})(?:\.\d{{1,2}})*\.?\s+(?P<title>\S.*)")
# "Chapter 6. Upgrades", "Appendix A: Tables", "第 6 章 升级", "附录 A. 表".
_CHAPTERS: Final = (
    re.compile(rf"(?P<said>[^\W\d_]{{2,12}} {_NUMBER})[.:：]\s*(?P<title>\S.*)"),
    re.compile(r"(?P<said>第\s?(?P<number>\d{1,2})\s?[章部篇])[\s.:：]*(?P<title>\S.*)"),
)
_CHAPTER: Final = re.compile(
    rf"(?:[^\W\d_]{{2,12}} )?{_NUMBER}[.:：]\s+\S|第\s?(?P<chapter>\d{{1,2}})\s?[章部篇]"
)
_COVERED: Final = 0.6  # share of titles with the number of a section
_APART: Final = 0.8  # share of numbers that differ: an appendix may count from 1 again
_ISSUE: Final = re.compile(r"(?P<name>[^\d]{3,60}?)[\s#.(（第]*(?P<number>\d{1,5})(?!\d)")
_SERIAL: Final = 0.9  # share of documents that are issues, and of their numbers that differ
_FEWEST, _MOST = 3, 40  # chapters
_SMALLEST: Final = 2  # documents of a chapter


def numbered_groups(leaves: Sequence[DocumentFeatures]) -> list[Group]:
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


def is_one_manual(leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether the documents are the chapters of one book, which needs no directories: "1. …", "2. …"."""
    numbers = [
        found["number"] or found["chapter"] for leaf in leaves if (found := _CHAPTER.match(leaf.title))
    ]
    return len(numbers) >= _COVERED * len(leaves) and len(set(numbers)) >= _APART * len(numbers)


def is_series(leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether the documents are issues of one series: "Weekly 12", "周刊（第 12 期）"."""
    found = [match for leaf in leaves if (match := _ISSUE.match(leaf.title))]
    names = Counter(fold_name(each["name"]) for each in found)
    most, count = names.most_common(1)[0] if names else ("", 0)
    numbers = {each["number"] for each in found if fold_name(each["name"]) == most}
    return count >= _SERIAL * len(leaves) and len(numbers) >= _SERIAL * count


def _in_order(number: str) -> tuple[int, str]:
    """Numbers before letters, numbers by value."""
    return (int(number), "") if number.isdigit() else (100, number)
