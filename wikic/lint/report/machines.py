"""Findings for programs: JSON, statistics, and the formats of GitHub, GitLab and JUnit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from wikic.lint.registry import rule
from wikic.lint.report.report import Report, counts, encodable, fixable
from wikic.lint.report.text import remedy
from wikic.model.finding import Finding, Severity
from wikic.text.printable import escaped_json, printable

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


_LEVEL: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def github(report: Report) -> Iterator[str]:
    """``::error title=L001 dangling-link,file=wiki/people/Ada.md,line=3,col=7::no page is called …``."""
    for finding in report.findings:
        properties = {
            "title": f"{finding.code} {rule(finding.code).name}",
            "file": report.host_path(finding.path),
            "line": str(finding.line),
            "col": str(finding.column),
        }
        named = ",".join(f"{key}={_command_property(value)}" for key, value in properties.items())
        help = remedy(finding)
        message = f"{finding.message} ({help})" if help else finding.message
        yield f"::{_LEVEL[finding.severity]} {named}::{_command_data(message)}"


# A job's log is read in terminals too, and workflow commands have no escape for control characters.
# As the toolkit of GitHub Actions escapes (actions/toolkit, packages/core/src/command.ts): without it a
# page's text could end the command and begin another.
def _command_data(words: str) -> str:
    words = words.replace("%", "%25")
    return printable(words.replace("\r", "%0D").replace("\n", "%0A"))


def _command_property(words: str) -> str:
    return _command_data(words).replace(":", "%3A").replace(",", "%2C")


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


# XML 1.0, section 2.2: no other characters may stand in a document, escaped or not.
_FORBIDDEN: Final = "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
# What a terminal may obey, which XML allows: written as references.
_CONTROL: Final = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_ESCAPED: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)


def junit(report: Report) -> Iterator[str]:
    """The lines of the document."""
    failures = len(report.findings)
    attributes = f'name="wikic lint" tests="{failures or 1}" failures="{failures}" errors="0"'
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<testsuites {attributes}>"
    yield f"  <testsuite {attributes}>"
    for each in report.findings:
        yield from _case(report, each)
    if not failures:
        yield '    <testcase classname="wikic" name="lint"/>'
    yield "  </testsuite>"
    yield "</testsuites>"


def _case(report: Report, finding: Finding) -> Iterator[str]:
    path = _xml(report.path(finding.path))
    where = f"{path}:{finding.line}:{finding.column}"
    yield f'    <testcase classname="{path}" name="{finding.code} at {finding.line}:{finding.column}"'
    yield f'        file="{path}" line="{finding.line}">'
    message = _xml(encodable(finding.message))
    yield f'      <failure type="{finding.severity}" message="{message}">{where}: {message}'
    yield f"{_xml(encodable(remedy(finding)))}</failure>"
    yield "    </testcase>"


def _xml(words: str) -> str:
    words = re.sub(_FORBIDDEN, "\ufffd", words).translate(_ESCAPED)
    return _CONTROL.sub(lambda match: f"&#{ord(match[0])};", words)
