"""Findings as text. Functions from values to lines; colours are the command line's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from wikic import layout
from wikic.lint.registry import rule
from wikic.model.finding import Finding, Severity

JSON_VERSION: Final = 1
MAX_LINE: Final = 100  # characters of a wiki's line that a report shows; lines of 59,000 exist

_LINE_END: Final = re.compile(r"\r\n|\r|\n")

ReadFile = Callable[[str], bytes | None]


def concise(findings: Iterable[Finding]) -> Iterator[str]:
    """``wiki/people/Ada.md:3:7: error L001 no page is called 'Charles-Babage'``, one line each."""
    for finding in findings:
        yield f"{_place(finding)}: {finding.severity} {finding.code} {_printable(finding.message)}"


def text(findings: Iterable[Finding], read: ReadFile) -> Iterator[str]:
    """For people: the place, the line, a pointer, and what can be done; a blank line between findings.

    read: content of a file path relative to ``wiki/``; each file is read once.
    """
    lines: tuple[str, list[str]] = ("", [])
    for finding in findings:
        if lines[0] != finding.path:
            data = read(finding.path) or b""
            lines = (finding.path, _LINE_END.split(data.decode("utf-8-sig", errors="replace")))
        name = rule(finding.code).name
        yield f"{_place(finding)}: {finding.severity} {finding.code} {name}"
        yield f"  {_printable(finding.message)}"
        if finding.line <= len(lines[1]) and lines[1][finding.line - 1].strip():
            yield from _pointer(lines[1][finding.line - 1], finding)
        remedy = _remedy(finding)
        if remedy:
            yield f"  {remedy}"
        yield ""


def json(findings: Iterable[Finding]) -> str:
    """One JSON object: ``version``, ``findings`` and ``summary`` as docs/rules/README.md says."""
    import msgspec

    found = list(findings)
    document = {
        "version": JSON_VERSION,
        "findings": [_record(each) for each in found],
        "summary": counts(found),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each severity, and how many the fixer or the fold would repair."""
    found = list(findings)
    return {
        **{each.value: sum(finding.severity is each for finding in found) for each in Severity},
        "fixable": sum((bool(finding.edits) and finding.safe) or finding.refold for finding in found),
    }


def summary(findings: Iterable[Finding]) -> str:
    """``3 errors, 1 warning; wikic fix repairs 2``, or ``no findings``."""
    found = counts(findings)
    parts = [
        f"{found[each]} {word}{'' if found[each] == 1 else 's'}"
        for each, word in ((Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "note"))
        if found[each]
    ]
    if not parts:
        return "no findings"
    return ", ".join(parts) + (f"; wikic fix repairs {found['fixable']}" if found["fixable"] else "")


def _place(finding: Finding) -> str:
    return f"{layout.WIKI_DIR}/{_printable(finding.path)}:{finding.line}:{finding.column}"


def _remedy(finding: Finding) -> str:
    if finding.refold:
        return "fix: wikic compile folds it again"
    if finding.edits:
        new = _printable(finding.edits[0].replacement)
        new = f"{new[:MAX_LINE]}…" if len(new) > MAX_LINE else new
        doing = f"write {new}" if new else "remove it"
        return (
            f"fix: {doing}"
            if finding.safe
            else f"fix (with --unsafe): {doing}; or {finding.help or 'by hand'}"
        )
    return f"help: {finding.help}" if finding.help else ""


def _pointer(line: str, finding: Finding) -> Iterator[str]:
    """The line around the column, and a mark below the column."""
    at = min(finding.column - 1, len(line))
    start = max(0, at - MAX_LINE // 2) if len(line) > MAX_LINE else 0
    shown = _printable(line[start : start + MAX_LINE].rstrip("\r"))
    gutter = f"{finding.line} | "
    before = ("…" if start else "") + _printable(line[start:at])
    yield f"  {gutter}{'…' if start else ''}{shown}{'…' if start + MAX_LINE < len(line) else ''}"
    yield f"  {' ' * (len(gutter) - 2)}| {' ' * _width(before)}^"


def _printable(words: str) -> str:
    """Text a terminal cannot misread: control characters and lone surrogates as ``�``, tabs as a space."""
    return "".join(
        " " if c in "\t\n" else c if unicodedata.category(c) not in ("Cc", "Cs") else "\ufffd" for c in words
    )


def _encodable(words: str) -> str:
    """Text that UTF-8 can hold: bytes of a page or a name that were no UTF-8 become ``?``."""
    return words.encode("utf-8", "replace").decode("utf-8")


def _width(words: str) -> int:
    """Columns a terminal gives these characters."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in words
    )


def _record(finding: Finding) -> dict[str, Any]:
    fix: dict[str, Any] | None = None
    if finding.refold:
        fix = {"kind": "fold", "safe": True, "edits": []}
    elif finding.edits:
        edits = [
            {
                "path": f"{layout.WIKI_DIR}/{_encodable(each.path)}",
                "start": each.start,
                "end": each.end,
                "text": _encodable(each.replacement),
            }
            for each in finding.edits
        ]
        fix = {"kind": "edit", "safe": finding.safe, "edits": edits}
    return {
        "path": f"{layout.WIKI_DIR}/{_encodable(finding.path)}",
        "line": finding.line,
        "column": finding.column,
        "code": finding.code,
        "name": rule(finding.code).name,
        "severity": finding.severity.value,
        "category": finding.category.value,
        "message": _encodable(finding.message),
        "help": _encodable(finding.help),
        "fix": fix,
    }
