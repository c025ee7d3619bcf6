"""Days and months as questions name them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.navigate.ask.heuristic.asked import asked_dates, days_in, names_day


@pytest.mark.parametrize(
    "text",
    [
        "Was war am 3. Dezember 2026?",
        "what was on 3 December 2026",
        "on Dec. 3, 2026",
        "2026-12-03",
        "2026年12月3日",
    ],
)
def test_a_day_is_read_in_every_language(text: str) -> None:
    assert set(days_in(text)) == {(2026, 12, 3)}
    (asked,) = asked_dates(text)
    assert asked.shape.fullmatch("2026-12-03") and not asked.month


@pytest.mark.parametrize("text", ["on March 12", "the 12th of March", "am 12. März", "3月12日"])
def test_a_day_without_a_year_is_of_any_year(text: str) -> None:
    (asked,) = asked_dates(text)
    assert asked.shape.fullmatch("2025-03-12") and not asked.shape.fullmatch("2025-03-13")
    assert list(days_in(text)) == []


@pytest.mark.parametrize("text", ["in March 2026", "im März 2026", "2026-03"])
def test_a_month_is_said_to_be_one(text: str) -> None:
    (asked,) = asked_dates(text)
    assert asked.month and asked.shape.fullmatch("2026-03-31")


def test_what_is_no_day_names_none() -> None:
    assert list(asked_dates("Apr\u0131l 5 and 32 March and May")) == []


@given(st.text(alphabet="0123456789 .-,ÄäMarchpilDezemb年月日", max_size=60))
def test_every_day_named_is_found_by_its_shape(text: str) -> None:
    for _, month, day in days_in(text):
        assert 1 <= month <= 12 and 1 <= day <= 31
    for asked in asked_dates(text):
        assert asked.month or not list(days_in(text)) or names_day(text, asked.shape)
