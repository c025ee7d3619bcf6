"""SARIF 2.1.0 (OASIS), as code scanning of GitHub and others reads it.

Section numbers below are of the standard; GitHub's limits are those of its "SARIF support for code scanning".
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, Final

from wikic import __version__
from wikic.lint.registry import RULES
from wikic.lint.report.machines import indented
from wikic.lint.report.report import Report, encodable
from wikic.lint.rule import Rule
from wikic.model.finding import Edit, Finding, Severity

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MAX_RESULTS: Final = 25_000  # of a run; GitHub refuses a file with more
FINGERPRINT: Final = "wikicFingerprint/v1"

_LEVEL: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_BASE: Final = "%SRCROOT%"


def sarif(report: Report) -> Iterator[str]:
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
                **_information(),
                "rules": [_rule(each) for each in rules],
            }
        },
        "invocations": [_invocation(len(report.findings) - len(found))],
        "originalUriBaseIds": {_BASE: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",  # 3.14.17: what a column counts
        "results": [_result(report, each, index[each.code]) for each in found],
    }
    yield indented({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _information() -> dict[str, str]:
    """Where to read about wikic (3.19.17): the first address that the installed package names."""
    try:
        named = metadata("wikic").get_all("Project-URL") or []
    except PackageNotFoundError:
        return {}
    addresses = (each.rpartition(",")[2].strip() for each in named)
    uri = next((each for each in addresses if each.startswith(("https://", "http://"))), "")
    return {"informationUri": uri} if uri else {}


def _invocation(left_out: int) -> dict[str, Any]:
    invocation: dict[str, Any] = {"executionSuccessful": True}
    if left_out:
        words = f"{left_out} findings of lesser severity are left out: a run may have {MAX_RESULTS}"
        invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": words}}]
    return invocation


def _rule(rule: Rule) -> dict[str, Any]:
    """A reportingDescriptor (3.49)."""
    documentation = rule.page
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": f"{rule.summary} {rule.why}"},
        "help": {"text": documentation, "markdown": documentation},
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
        "properties": {"tags": [rule.category.value]},
    }


def _result(report: Report, finding: Finding, rule: int) -> dict[str, Any]:
    """A result (3.27)."""
    words = encodable(finding.message)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVEL[finding.severity],
        "message": {"text": f"{words}. {encodable(finding.help)}" if finding.help else words},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _artifact(report, finding.path),
                    "region": {"startLine": finding.line, "startColumn": finding.column},
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: report.fingerprints[finding]},
    }
    if finding.edits:
        result["fixes"] = [_fix(report, finding)]
    return result


def _artifact(report: Report, file: str) -> dict[str, str]:
    from urllib.parse import quote  # 8 ms, which the other formats need not pay

    # A byte of a name that is no UTF-8 is percent-encoded as it is on disk.
    path = (report.repository + report.prefix + file).encode("utf-8", "surrogateescape")
    return {"uri": quote(path, safe="/"), "uriBaseId": _BASE}


def _fix(report: Report, finding: Finding) -> dict[str, Any]:
    """A fix (3.55): all edits of a finding, by file."""
    by_file: dict[str, list[Edit]] = {}
    for edit in finding.edits:
        by_file.setdefault(edit.path, []).append(edit)
    changes = [
        {
            "artifactLocation": _artifact(report, file),
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
