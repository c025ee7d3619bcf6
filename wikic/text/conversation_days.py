"""Days as conversations name them: on a line above what is said, or in the stamp of a message."""

from __future__ import annotations

import re
from typing import Final

_YEAR: Final = r"(?:1[5-9]|20)\d{2}"
_DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_MONTH: Final = r"[^\W\d_]{3,12}\.?"
# 2024-03-04, 12/01/24 · 20240304 · 3 May, 2024 · May 3, 2024 · 2024年3月4日
_DATES: Final = re.compile(
    rf"(?<!\d)(?:\d{{1,4}}([./-])\d{{1,2}}\1\d{{1,4}}|{_YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    rf"|{_DAY}\.? (?:of )?{_MONTH},? {_YEAR}|{_YEAR}\s?年\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?日)?)(?!\d)"
    rf"|(?<!\w){_MONTH} {_DAY},? {_YEAR}(?!\d)"
)
_LABEL: Final = re.compile(r"^[^\W\d_][^\d:：]{0,30}[:：]\s*")
_MOST_WORDS: Final = 8
_LONGEST: Final = 60  # characters


def day_of(line: str) -> str:
    """The day that a line names and beside which it says nothing, without its label; "" for other lines.

    "Date: 1:10 pm on 27 March, 2023" is "1:10 pm on 27 March, 2023".
    """
    bare = line.strip(" \t-–—=*_#\u200e\u200f")
    if len(bare) > _LONGEST or len(bare.split()) > _MOST_WORDS or not _DATES.search(bare):
        return ""
    return _LABEL.sub("", bare)


def stamped_day(stamp: str) -> str:
    """The day in what stands before a message, as it is written there; "" where there is none."""
    found = _DATES.search(stamp, 0, _LONGEST)
    return found.group() if found else ""
