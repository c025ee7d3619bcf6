"""GitLab's code quality report: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wikic.lint.report.json_record import indented
from wikic.lint.report.report import Report, encodable
from wikic.model.finding import Severity

_SEVERITY: Final = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab(report: Report) -> Iterator[str]:
    """One JSON array, ``[]`` for a clean wiki."""
    yield indented(
        [
            {
                "description": encodable(f"{each.code} {each.message}"),
                "check_name": each.code,
                "fingerprint": report.fingerprints[each],
                "severity": _SEVERITY[each.severity],
                "location": {
                    "path": report.host_path(each.path),
                    "positions": {"begin": {"line": each.line, "column": each.column}},
                    "lines": {"begin": each.line},
                },
            }
            for each in report.findings
        ]
    )
