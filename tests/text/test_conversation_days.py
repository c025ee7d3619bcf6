"""Days on a line of their own and in the stamps of messages."""

from __future__ import annotations

import pytest

from wikic.text.full_dates import day_of, stamped_day


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Date: 1:10 pm on 27 March, 2023", "1:10 pm on 27 March, 2023"),
        ("Time: 20240304_08:02", "20240304_08:02"),
        ("--- Monday, 4 March 2024 ---", "Monday, 4 March 2024"),
        ("2024年3月4日 星期一", "2024年3月4日 星期一"),
        ("12/01/2024", "12/01/2024"),
        ("May 3, 2024", "May 3, 2024"),
        ("The crane came on 4 March 2024 with two drivers.", ""),
        ("Invoice 20240399", ""),
        ("10:03 AM", ""),
        ("", ""),
    ],
)
def test_a_line_that_names_a_day(line: str, day: str) -> None:
    assert day_of(line) == day


@pytest.mark.parametrize(
    ("stamp", "day"),
    [
        ("[12/01/24, 10:03:11] ", "12/01/24"),
        ("[2024-03-04 08:02] ", "2024-03-04"),
        ("10:03 AM ", ""),
        ("[D1:3] ", ""),
    ],
)
def test_the_day_in_a_stamp(stamp: str, day: str) -> None:
    assert stamped_day(stamp) == day
