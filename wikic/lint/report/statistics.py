"""How often each rule found something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from wikic.lint.registry import rule
from wikic.lint.report.json_record import JSON_VERSION, indented
from wikic.lint.report.report import Report, counts, fixable


def statistics(report: Report) -> Iterator[str]:
    """A line for each code, the most frequent first: how many, how many of them can be fixed, its name."""
    rows = _rows(report)
    number = max((len(f"{row['count']:,}") for row in rows), default=0)
    for row in rows:
        repaired = f"  ({row['fixable']:,} fixable)" if row["fixable"] else ""
        yield f"{row['count']:>{number},}  {row['code']}  {row['name']}{repaired}"


def statistics_json(report: Report) -> Iterator[str]:
    """The same as one JSON object: ``version``, ``statistics`` and ``summary``."""
    yield indented({"version": JSON_VERSION, "statistics": _rows(report), "summary": counts(report.findings)})


def _rows(report: Report) -> list[dict[str, Any]]:
    found = Counter(each.code for each in report.findings)
    repaired = Counter(each.code for each in report.findings if fixable(each))
    return [
        {"code": code, "name": rule(code).name, "count": number, "fixable": repaired[code]}
        for code, number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    ]
