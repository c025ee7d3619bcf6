"""Groups by what titles carry: the same beginning, the number of a section, a day.

The company of filings, the product of a manual; a manual whose sections are documents, "6.2. The apt
Command"; minutes of meetings, diaries, bulletins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from wikic.model.placing import begins, document_date
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.given_groups import readable_name
from wikic.schema.library.group import Group
from wikic.text.normalise import fold_name

_FEWEST_BEGINNINGS, _MOST_BEGINNINGS = 4, 24  # groups that a reader takes in
_BEGUN: Final = 0.85  # share of documents they hold together: what is left is "other"
_LARGEST: Final = 0.5  # share that one of them may hold
_SHARED: Final = 2  # titles that begin alike
_LONGEST: Final = 40  # characters
_MARKS: Final = frozenset(":：|")
# Where a title's beginning ends: a mark, or a number behind it.
_END: Final = re.compile(r"\s*(?:[:：|–—]|\s-\s|_(?=\d)|[\s_]+(?=\d))")


def title_opening(title: str) -> str:
    """The label that a title sets off at its front by a mark, folded, "" where there is none: "Router: …"."""
    said = title_beginning(title)
    return fold_name(said) if said and title[title.find(said) + len(said) :].lstrip()[:1] in _MARKS else ""


def title_beginning(title: str) -> str:
    """What stands before the first mark or number of a title, "" where there is none."""
    found = _END.search(title, 1)
    said = title[: found.start()].strip() if found else ""
    return said if len(said) <= _LONGEST and any(map(str.isalpha, said)) else ""


def prefix_groups(leaves: Sequence[DocumentFeatures]) -> list[Group]:
    """Groups by shared beginning, if 4 to 24 of them hold nearly all documents; else none."""
    spelled: dict[str, list[str]] = {}
    for leaf in leaves:
        said = title_beginning(leaf.title)
        if said:
            spelled.setdefault(fold_name(said), []).append(said)
    groups = [
        Group(readable_name(text), len(said), prefix=text)
        for said in spelled.values()
        if len(said) >= _SHARED and (text := max(sorted(set(said)), key=said.count))
    ]
    groups = sorted(groups, key=lambda each: (-each.size, each.label))[:_MOST_BEGINNINGS]
    held = sum(
        any(begins(fold_name(leaf.title), fold_name(each.prefix)) for each in groups) for leaf in leaves
    )
    if (
        len(groups) < _FEWEST_BEGINNINGS
        or held < _BEGUN * len(leaves)
        or groups[0].size > _LARGEST * len(leaves)
    ):
        return []
    return sorted(groups, key=lambda each: fold_name(each.label))


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
_NUMBERED_SHARE: Final = 0.6  # share of titles with the number of a section
_APART: Final = 0.8  # share of numbers that differ: an appendix may count from 1 again
_ISSUE: Final = re.compile(r"(?P<name>[^\d]{3,60}?)[\s#.(（第]*(?P<number>\d{1,5})(?!\d)")
_SERIAL: Final = 0.9  # share of documents that are issues, and of their numbers that differ
_FEWEST_CHAPTERS, _MOST_CHAPTERS = 3, 40  # chapters
_SMALLEST: Final = 2  # documents of a chapter


def numbered_groups(leaves: Sequence[DocumentFeatures]) -> list[Group]:
    """The chapters, if most titles have a section's number and there are three to forty; else none.

    A chapter is called as its own document is, where there is one, else as its first section.
    """
    sections = [found for leaf in leaves if (found := _SECTION.match(leaf.title))]
    if len(sections) < _NUMBERED_SHARE * len(leaves):
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
    return groups if _FEWEST_CHAPTERS <= len(groups) <= _MOST_CHAPTERS else []


def is_one_manual(leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether the documents are the chapters of one book, which needs no directories: "1. …", "2. …"."""
    numbers = [
        found["number"] or found["chapter"] for leaf in leaves if (found := _CHAPTER.match(leaf.title))
    ]
    return len(numbers) >= _NUMBERED_SHARE * len(leaves) and len(set(numbers)) >= _APART * len(numbers)


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


_DATED: Final = 0.8  # share of documents that are of a day
_YEAR, _MONTH = 4, 7  # characters of a day


def is_dated(leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether nearly all documents are of a day."""
    return sum(map(bool, map(_document_day, leaves))) >= _DATED * max(1, len(leaves))


def dated_groups(leaves: Sequence[DocumentFeatures], folder: str = "") -> list[Group]:
    """The years of documents that nearly all are of a day, months where all are of one year; else none.

    folder: that all of them lie in.
    """
    if not is_dated(leaves):
        return []
    for length in (_YEAR, _MONTH):
        found = Counter(day[:length] for each in leaves if (day := _document_day(each)))
        if len(found) > 1:
            return [Group(date, size, date=date, folder=folder) for date, size in sorted(found.items())]
    return []


def _document_day(leaf: DocumentFeatures) -> str:
    return document_date(leaf.key, leaf.title)
