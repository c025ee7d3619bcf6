"""One line for each finding."""

from __future__ import annotations

from collections.abc import Iterator

from wikic.lint.report.colours import SEVERITY, STRONG, paint
from wikic.lint.report.report import Report, fixable
from wikic.text.printable import printable


def concise(report: Report) -> Iterator[str]:
    """``wiki/people/Ada.md:3:7: error L001 no page is called 'Charles-Babage'``; ``[*]``: can be fixed."""
    for finding in report.findings:
        place = f"{printable(report.path(finding.path))}:{finding.line}:{finding.column}"
        severity = paint(str(finding.severity), SEVERITY[finding.severity], report.colour)
        mark = " [*]" if fixable(finding) else ""
        words = printable(finding.message)
        yield f"{paint(place, STRONG, report.colour)}: {severity} {finding.code}{mark} {words}"
