"""Findings below the file they stand in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from wikic.lint.report.colours import SEVERITY, STRONG, paint
from wikic.lint.report.report import Report, fixable
from wikic.text.printable import printable


def grouped(report: Report) -> Iterator[str]:
    """A file's path, its findings in columns, a blank line."""
    for file, group in groupby(report.findings, key=lambda each: each.path):
        found = list(group)
        lines = max(len(str(each.line)) for each in found)
        columns = max(len(str(each.column)) for each in found)
        words = max(len(each.severity) for each in found)
        yield paint(printable(report.path(file)), STRONG, report.colour)
        for each in found:
            severity = paint(f"{each.severity:<{words}}", SEVERITY[each.severity], report.colour)
            mark = " [*]" if fixable(each) else ""
            place = f"{each.line:>{lines}}:{each.column:<{columns}}"
            yield f"  {place}  {severity}  {each.code}{mark} {printable(each.message)}"
        yield ""
