"""JUnit XML, which most CI servers show: a test case for each finding, one that passes for a clean wiki."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.lint.report.report import Report, encodable
from wikic.lint.report.text import remedy
from wikic.model.finding import Finding

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
