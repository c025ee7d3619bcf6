"""The day a document is of: its file's name first, then its title."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.model.placing import document_date


@pytest.mark.parametrize(
    ("key", "title", "day"),
    [
        ("kb/2024-03-05.md", "", "2024-03-05"),
        ("kb/2024_3_5 weekly.md", "", "2024-03-05"),
        ("kb/20240305.md", "", "2024-03-05"),
        ("kb/2024.03.05-call.md", "", "2024-03-05"),
        ("kb/notes.md", "周会 2024年3月5日", "2024-03-05"),
        ("kb/notes.md", "Committee 2024-03-05", "2024-03-05"),
        ("kb/2024-03-05.md", "Of 2023-01-01", "2024-03-05"),
        ("kb/2024-03-05/notes.md", "Notes", ""),  # a folder is no file's name
        ("kb/2024-13-05.md", "", ""),
        ("kb/2024-03.md", "", ""),
        ("kb/120240305.md", "", ""),
        ("kb/2024-03_05.md", "", ""),
        ("kb/ticket-20249999.md", "", ""),
        ("kb/1203-04-05.md", "", ""),  # a part's number
        ("kb/release-2024.3.1.md", "IDEA 2024.3.1", ""),  # a version
        ("kb/2024-02-31.md", "", ""),
    ],
)
def test_what_is_a_day(key: str, title: str, day: str) -> None:
    assert document_date(key, title) == day


@given(st.dates(min_value=date(1500, 1, 1), max_value=date(2099, 12, 31)))
def test_every_day_is_read_back(day: date) -> None:
    assert document_date(f"kb/{day.isoformat()}.md", "") == day.isoformat()
    assert document_date("kb/a.md", f"Minutes of {day.isoformat()}") == day.isoformat()
