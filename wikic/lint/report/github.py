"""Workflow commands of GitHub Actions: annotations at the lines of a pull request.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wikic.lint.registry import rule
from wikic.lint.report.report import Report
from wikic.lint.report.text import remedy
from wikic.model.finding import Severity
from wikic.text.printable import printable

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
        named = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        help = remedy(finding)
        message = f"{finding.message} ({help})" if help else finding.message
        yield f"::{_LEVEL[finding.severity]} {named}::{_data(message)}"


# A job's log is read in terminals too, and workflow commands have no escape for control characters.
# As the toolkit of GitHub Actions escapes (actions/toolkit, packages/core/src/command.ts): without it a
# page's text could end the command and begin another.
def _data(words: str) -> str:
    words = words.replace("%", "%25")
    return printable(words.replace("\r", "%0D").replace("\n", "%0A"))


def _property(words: str) -> str:
    return _data(words).replace(":", "%3A").replace(",", "%2C")
