"""The shares of the paper's seven error types, here and in the paper's wikis (LLM-Wiki, Table 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wikic.errorbook.book_summary import Row
from wikic.model.finding import Category

CORPORA: Final = ("HotpotQA", "MuSiQue", "2Wiki", "AuthTrace")
# Percent of the errors that each of the paper's wikis was found to have; its rows, in its order.
PAPER: Final[tuple[tuple[Category, tuple[float, float, float, float]], ...]] = (
    (Category.DANGLING_LINK, (63.8, 62.5, 55.8, 29.1)),
    (Category.INCOMPLETE_PAGE, (2.3, 2.3, 2.1, 9.1)),
    (Category.MALFORMED_REF, (20.5, 18.9, 22.3, 28.5)),
    (Category.UNSEEN_OVERWRITE, (3.5, 3.6, 2.6, 2.4)),
    (Category.INDEX_INCONSISTENCY, (2.2, 2.5, 8.2, 10.9)),
    (Category.UNSUPPORTED_FACT, (5.8, 7.2, 6.4, 12.7)),
    (Category.CONTRADICTION, (1.9, 3.1, 2.6, 7.3)),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One type of error.

    category: of the paper's seven.
    errors: met here.
    share: percent of the errors of all seven that were met here; 0 where none was.
    paper: percent in the paper's wikis, in the order of ``CORPORA``.
    """

    category: Category
    errors: int
    share: float
    paper: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The distribution of a wiki's errors, to be read beside the paper's.

    lines: one for each of the paper's types, in the order of its table.
    errors: of these seven, met here.
    beside: errors of types that the paper does not have: replies that were no JSON, and others.
    sources: documents that were taken in while the last batches were counted.
    per_source: errors for one of these, of every type.
    """

    lines: tuple[Line, ...]
    errors: int
    beside: int
    sources: int
    per_source: float


def distribution(rows: Iterable[Row], recent: Iterable[tuple[int, int]]) -> Statistics:
    """The statistics of a whole book.

    rows: every entry with its counters. recent: sources and errors of each batch that is remembered.
    """
    met: dict[Category, int] = {}
    for row in rows:
        met[row.entry.category] = met.get(row.entry.category, 0) + row.times
    whole = sum(met.get(category, 0) for category, _ in PAPER)
    lines = tuple(
        Line(category, met.get(category, 0), _percent(met.get(category, 0), whole), paper)
        for category, paper in PAPER
    )
    batches = tuple(recent)
    sources = sum(number for number, _ in batches)
    errors = sum(number for _, number in batches)
    rate = round(errors / sources, 3) if sources else 0.0
    return Statistics(lines, whole, sum(met.values()) - whole, sources, rate)


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
