"""Days that a text names in full."""

from __future__ import annotations

import pytest

from wikic.text.full_dates import dates


@pytest.mark.parametrize(
    "text",
    [
        "on 31 December 1871", "on 31st of Dec. 1871", "December 31, 1871", "Dec 31 1871", "1871-12-31",
        "1871年12月31日", "一八七一年十二月三十一日",
    ],
)  # fmt: skip
def test_a_day_is_read_however_it_is_written(text: str) -> None:
    assert dates(text) == ((1871, 12, 31),)


@pytest.mark.parametrize("text", ["32 December 1871", "1871-13-01", "1871-00-10", "1871-10-00", "May 1871"])
def test_what_is_no_day_is_not_read(text: str) -> None:
    assert dates(text) == ()


def test_days_come_in_the_order_of_the_text() -> None:
    assert dates("From 1871-05-02 to 3 June 1872.") == ((1871, 5, 2), (1872, 6, 3))
