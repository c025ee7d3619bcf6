"""Groups by the day that files or titles name: minutes of meetings, diaries, bulletins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from wikic.model.placing import document_date
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.group import Group

_COVERED: Final = 0.8  # share of documents that are of a day
_YEAR, _MONTH = 4, 7  # characters of a day


def is_dated(leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether nearly all documents are of a day."""
    return sum(map(bool, map(_day, leaves))) >= _COVERED * max(1, len(leaves))


def dated_groups(leaves: Sequence[DocumentFeatures], folder: str = "") -> list[Group]:
    """The years of documents that nearly all are of a day, months where all are of one year; else none.

    folder: that all of them lie in.
    """
    if not is_dated(leaves):
        return []
    for length in (_YEAR, _MONTH):
        found = Counter(day[:length] for each in leaves if (day := _day(each)))
        if len(found) > 1:
            return [Group(date, size, date=date, folder=folder) for date, size in sorted(found.items())]
    return []


def _day(leaf: DocumentFeatures) -> str:
    return document_date(leaf.key, leaf.title)
