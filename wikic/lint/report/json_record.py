"""Findings as JSON: one object, or one a line. docs/lint-output.md says what the keys mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from wikic.lint.registry import rule
from wikic.lint.report.report import Report, counts, encodable
from wikic.model.finding import Finding
from wikic.text.printable import escaped_json

JSON_VERSION: Final = 1


def json(report: Report) -> Iterator[str]:
    """One JSON object: ``version``, ``findings`` and ``summary``."""
    document = {
        "version": JSON_VERSION,
        "findings": [record(report, each) for each in report.findings],
        "summary": counts(report.findings),
    }
    yield indented(document)


def json_lines(report: Report) -> Iterator[str]:
    """A finding's object on a line of its own."""
    for each in report.findings:
        yield escaped_json(msgspec.json.encode(record(report, each)).decode())


def indented(value: Any) -> str:
    """A value as JSON for people's eyes too."""
    return escaped_json(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def record(report: Report, finding: Finding) -> dict[str, Any]:
    """One finding as JSON values."""
    return {
        "path": report.path(finding.path),
        "line": finding.line,
        "column": finding.column,
        "code": finding.code,
        "name": rule(finding.code).name,
        "severity": finding.severity.value,
        "category": finding.category.value,
        "message": encodable(finding.message),
        "help": encodable(finding.help),
        "fix": _fix(report, finding),
        "fingerprint": report.fingerprints[finding],
    }


def _fix(report: Report, finding: Finding) -> dict[str, Any] | None:
    if finding.refold:
        return {"kind": "fold", "safe": True, "edits": []}
    if not finding.edits:
        return None
    edits = [
        {
            "path": report.path(each.path),
            "start": each.start,
            "end": each.end,
            "text": encodable(each.replacement),
        }
        for each in finding.edits
    ]
    return {"kind": "edit", "safe": finding.safe, "edits": edits}
