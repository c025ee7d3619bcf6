"""The day a document is of, as its file's name or its title says it: minutes, diaries, bulletins."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from typing import Final

# "2024-03-05", "2024_03_05 sync", "20240305", "2024.03.05" (2024.3.1 is a version), "2024年3月5日"
_DAY: Final = re.compile(
    r"(?<!\d)(?P<year>(?:1[5-9]|20)\d\d)(?:(?P<mark>[-_/])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})"
    r"|(?P<point>\.?)(?P<month_two>\d{2})(?P=point)(?P<day_two>\d{2})"
    r"|年(?P<month_zh>\d{1,2})月(?P<day_zh>\d{1,2})日)(?!\d)"
)


def document_date(key: str, title: str) -> str:
    """``YYYY-MM-DD`` of the file's name, which ends ``key``, else of the title; "" without one."""
    for text in (key.rpartition("/")[2], title):
        for found in _DAY.finditer(text):
            month = found["month"] or found["month_two"] or found["month_zh"]
            day = found["day"] or found["day_two"] or found["day_zh"]
            with suppress(ValueError):  # no 13th month, no 31st of February
                return date(int(found["year"]), int(month), int(day)).isoformat()
    return ""
