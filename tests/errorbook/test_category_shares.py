"""The distribution that stands beside the paper's Table 7."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.error_books import entry

from wikic.errorbook.book_summary import CORPORA, PAPER, Row, distribution
from wikic.model.finding import Category


def row(number: int, category: Category, times: int) -> Row:
    return Row(replace(entry(number), category=category), times, "", "")


def test_shares_are_of_the_papers_seven_types_alone() -> None:
    rows = [
        row(1, Category.DANGLING_LINK, 6),
        row(2, Category.DANGLING_LINK, 3),
        row(3, Category.CONTRADICTION, 1),
        row(4, Category.MALFORMED_REPLY, 30),
        row(5, Category.OTHER, 5),
    ]
    found = distribution(rows, [(16, 20), (4, 25)])
    assert [line.category for line in found.lines] == [category for category, _ in PAPER]
    assert [line.share for line in found.lines] == [90.0, 0, 0, 0, 0, 0, 10.0]
    assert (found.errors, found.beside, found.sources, found.per_source) == (10, 35, 20, 2.25)


def test_without_errors_there_are_no_shares() -> None:
    found = distribution([], [])
    assert {line.share for line in found.lines} == {0.0}
    assert found.per_source == 0.0


@pytest.mark.parametrize("at", range(len(CORPORA)))
def test_the_papers_columns_sum_to_about_a_hundred(at: int) -> None:
    assert sum(shares[at] for _, shares in PAPER) == pytest.approx(100, abs=0.2)


def test_every_type_of_the_paper_has_its_row() -> None:
    assert {category for category, _ in PAPER} == {*Category} - {Category.OTHER, Category.MALFORMED_REPLY}
