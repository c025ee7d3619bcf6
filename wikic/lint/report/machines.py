"""Findings for programs: JSON, statistics, the formats of GitHub, GitLab and JUnit, and SARIF 2.1.0 (OASIS).

SARIF is as code scanning of GitHub and others reads it: section numbers below are of the standard; GitHub's
limits are those of its "SARIF support for code scanning".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, Final

import msgspec

from wikic import __version__
from wikic.lint.registry import RULES, rule
from wikic.lint.report.report import Report, count_findings, describe_remedy, encodable, fixable
from wikic.lint.rule import Rule
from wikic.model.finding import Edit, Finding, Severity
from wikic.text.printable import escaped_json, printable

JSON_VERSION: Final = 1


def write_json(report: Report) -> Iterator[str]:
    """One JSON object: ``version``, ``findings`` and ``summary``."""
    document = {
        "version": JSON_VERSION,
        "findings": [record(report, each) for each in report.findings],
        "summary": count_findings(report.findings),
    }
    yield indented_json(document)


def json_lines(report: Report) -> Iterator[str]:
    """A finding's object on a line of its own."""
    for each in report.findings:
        yield escaped_json(msgspec.json.encode(record(report, each)).decode())


def indented_json(value: Any) -> str:
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
        "fix": _describe_fix(report, finding),
        "fingerprint": report.fingerprints[finding],
    }


def _describe_fix(report: Report, finding: Finding) -> dict[str, Any] | None:
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


def write_statistics(report: Report) -> Iterator[str]:
    """A line for each code, the most frequent first: how many, how many of them can be fixed, its name."""
    rows = _statistics_rows(report)
    number = max((len(f"{row['count']:,}") for row in rows), default=0)
    for row in rows:
        repaired = f"  ({row['fixable']:,} fixable)" if row["fixable"] else ""
        yield f"{row['count']:>{number},}  {row['code']}  {row['name']}{repaired}"


def statistics_json(report: Report) -> Iterator[str]:
    """The same as one JSON object: ``version``, ``statistics`` and ``summary``."""
    yield indented_json(
        {
            "version": JSON_VERSION,
            "statistics": _statistics_rows(report),
            "summary": count_findings(report.findings),
        }
    )


def _statistics_rows(report: Report) -> list[dict[str, Any]]:
    found = Counter(each.code for each in report.findings)
    repaired = Counter(each.code for each in report.findings if fixable(each))
    return [
        {"code": code, "name": rule(code).name, "count": number, "fixable": repaired[code]}
        for code, number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    ]


_LEVEL: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def write_github(report: Report) -> Iterator[str]:
    """``::error title=L001 dangling-link,file=wiki/people/Ada.md,line=3,col=7::no page is called …``."""
    for finding in report.findings:
        properties = {
            "title": f"{finding.code} {rule(finding.code).name}",
            "file": report.host_path(finding.path),
            "line": str(finding.line),
            "col": str(finding.column),
        }
        named = ",".join(f"{key}={_command_property(value)}" for key, value in properties.items())
        help = describe_remedy(finding)
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


def write_gitlab(report: Report) -> Iterator[str]:
    """One JSON array, ``[]`` for a clean wiki."""
    yield indented_json(
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


def write_junit(report: Report) -> Iterator[str]:
    """The lines of the document."""
    failures = len(report.findings)
    attributes = f'name="wikic lint" tests="{failures or 1}" failures="{failures}" errors="0"'
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<testsuites {attributes}>"
    yield f"  <testsuite {attributes}>"
    for each in report.findings:
        yield from _junit_case(report, each)
    if not failures:
        yield '    <testcase classname="wikic" name="lint"/>'
    yield "  </testsuite>"
    yield "</testsuites>"


def _junit_case(report: Report, finding: Finding) -> Iterator[str]:
    path = _escape_xml(report.path(finding.path))
    where = f"{path}:{finding.line}:{finding.column}"
    yield f'    <testcase classname="{path}" name="{finding.code} at {finding.line}:{finding.column}"'
    yield f'        file="{path}" line="{finding.line}">'
    message = _escape_xml(encodable(finding.message))
    yield f'      <failure type="{finding.severity}" message="{message}">{where}: {message}'
    yield f"{_escape_xml(encodable(describe_remedy(finding)))}</failure>"
    yield "    </testcase>"


def _escape_xml(words: str) -> str:
    words = re.sub(_FORBIDDEN, "\ufffd", words).translate(_ESCAPED)
    return _CONTROL.sub(lambda match: f"&#{ord(match[0])};", words)


SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MAX_RESULTS: Final = 25_000  # of a run; GitHub refuses a file with more
FINGERPRINT: Final = "wikicFingerprint/v1"

_SARIF_LEVEL: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_BASE: Final = "%SRCROOT%"


def write_sarif(report: Report) -> Iterator[str]:
    """One log with one run. Of more results than a run may have, the worst are given and the run says so."""
    found = report.findings
    if len(found) > MAX_RESULTS:
        worst = sorted(found, key=lambda each: each.severity.rank)[:MAX_RESULTS]
        found = tuple(sorted(worst, key=lambda each: each.sort_key))
    codes = {each.code for each in found}
    rules = tuple(rule for rule in RULES if rule.code in codes)
    index = {rule.code: at for at, rule in enumerate(rules)}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "wikic",
                "semanticVersion": __version__,
                **_information_uri(),
                "rules": [_describe_rule(each) for each in rules],
            }
        },
        "invocations": [_describe_invocation(len(report.findings) - len(found))],
        "originalUriBaseIds": {_BASE: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",  # 3.14.17: what a column counts
        "results": [_describe_result(report, each, index[each.code]) for each in found],
    }
    yield indented_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _information_uri() -> dict[str, str]:
    """Where to read about wikic (3.19.17): the first address that the installed package names."""
    try:
        named = metadata("wikic").get_all("Project-URL") or []
    except PackageNotFoundError:
        return {}
    addresses = (each.rpartition(",")[2].strip() for each in named)
    uri = next((each for each in addresses if each.startswith(("https://", "http://"))), "")
    return {"informationUri": uri} if uri else {}


def _describe_invocation(left_out: int) -> dict[str, Any]:
    invocation: dict[str, Any] = {"executionSuccessful": True}
    if left_out:
        words = f"{left_out} findings of lesser severity are left out: a run may have {MAX_RESULTS}"
        invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": words}}]
    return invocation


def _describe_rule(rule: Rule) -> dict[str, Any]:
    """A reportingDescriptor (3.49)."""
    documentation = rule.page
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": f"{rule.summary} {rule.why}"},
        "help": {"text": documentation, "markdown": documentation},
        "defaultConfiguration": {"level": _SARIF_LEVEL[rule.severity]},
        "properties": {"tags": [rule.category.value]},
    }


def _describe_result(report: Report, finding: Finding, rule: int) -> dict[str, Any]:
    """A result (3.27)."""
    words = encodable(finding.message)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _SARIF_LEVEL[finding.severity],
        "message": {"text": f"{words}. {encodable(finding.help)}" if finding.help else words},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _describe_artifact(report, finding.path),
                    "region": {"startLine": finding.line, "startColumn": finding.column},
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: report.fingerprints[finding]},
    }
    if finding.edits:
        result["fixes"] = [_sarif_fix(report, finding)]
    return result


def _describe_artifact(report: Report, file: str) -> dict[str, str]:
    from urllib.parse import quote  # 8 ms, which the other formats need not pay

    # A byte of a name that is no UTF-8 is percent-encoded as it is on disk.
    path = (report.repository + report.prefix + file).encode("utf-8", "surrogateescape")
    return {"uri": quote(path, safe="/"), "uriBaseId": _BASE}


def _sarif_fix(report: Report, finding: Finding) -> dict[str, Any]:
    """A fix (3.55): all edits of a finding, by file."""
    by_file: dict[str, list[Edit]] = {}
    for edit in finding.edits:
        by_file.setdefault(edit.path, []).append(edit)
    changes = [
        {
            "artifactLocation": _describe_artifact(report, file),
            "replacements": [
                {
                    "deletedRegion": {"charOffset": each.start, "charLength": each.end - each.start},
                    "insertedContent": {"text": encodable(each.replacement)},
                }
                for each in edits
            ],
        }
        for file, edits in by_file.items()
    ]
    words = "wikic fix" if finding.safe else "wikic fix --unsafe"
    return {"description": {"text": words}, "artifactChanges": changes}
