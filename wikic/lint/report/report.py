"""What every format prints from, and findings for people: a paragraph, a line, or a group for each file, in
the colours of terminals.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Final, TextIO

from wikic import layout
from wikic.lint.registry import rule
from wikic.lint.view.text_lines import Lines, ReadFile, link_at, make_fingerprints
from wikic.model.finding import Finding, Severity
from wikic.text.printable import fitted, printable, width


@dataclass(frozen=True)
class Report:
    """Findings to be printed.

    findings: in order of path, position and code.
    read: content of a file path.
    prefix: what file paths stand behind, seen from the knowledge base: ``wiki/``.
    repository: what the knowledge base stands behind, seen from the root of its repository: ``kb/``, or "".
        Code hosts want paths from there.
    prints: fingerprints of the findings, where they are known already.
    colour: whether the output may be coloured.
    """

    findings: tuple[Finding, ...]
    read: ReadFile
    prefix: str = f"{layout.WIKI_DIR}/"
    repository: str = ""
    prints: Mapping[Finding, str] = field(default_factory=dict)
    colour: bool = False

    @cached_property
    def fingerprints(self) -> Mapping[Finding, str]:
        """The fingerprint of each finding."""
        return self.prints or make_fingerprints(self.findings, self.read, self.prefix)

    def path(self, file: str) -> str:
        """A file path as it is printed, relative to the knowledge base."""
        return encodable(self.prefix + file)

    def host_path(self, file: str) -> str:
        """A file path relative to the root of the repository."""
        return encodable(self.repository + self.prefix + file)

    def lines(self) -> Lines:
        """The text of the lines that findings stand on."""
        return Lines(self.read)


Write = Callable[[Report], Iterator[str]]


def count_findings(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each severity, and how many the fixer or the fold would repair."""
    found = list(findings)
    return {
        **{each.value: sum(finding.severity is each for finding in found) for each in Severity},
        "fixable": sum(fixable(each) for each in found),
    }


def fixable(finding: Finding) -> bool:
    """Whether ``wikic fix`` repairs it without being told that it may guess."""
    return finding.refold or (bool(finding.edits) and finding.safe)


def summary(findings: Iterable[Finding]) -> str:
    """``3 errors, 1 warning; wikic fix repairs 2``, or ``no findings``."""
    found = count_findings(findings)
    parts = [f"{found[each]:,} {_count_severity(each, found[each])}" for each in Severity if found[each]]
    if not parts:
        return "no findings"
    return ", ".join(parts) + (f"; wikic fix repairs {found['fixable']:,}" if found["fixable"] else "")


def _count_severity(severity: Severity, number: int) -> str:
    return severity.value if number == 1 or severity is Severity.INFO else f"{severity.value}s"


def encodable(words: str) -> str:
    """Text that UTF-8 can hold: bytes of a page or a name that were no UTF-8 become ``?``."""
    return words.encode("utf-8", "replace").decode("utf-8")


MAX_COLUMNS: Final = 100  # of a wiki's line that a report shows; lines of 59,000 characters exist
BEFORE: Final = 60  # columns of a long line before the place, so that something follows it


def write_text(report: Report) -> Iterator[str]:
    """One paragraph for each finding, a blank line behind it."""
    lines = report.lines()
    on = report.colour
    for finding in report.findings:
        place = f"{printable(report.path(finding.path))}:{finding.line}:{finding.column}"
        severity = paint_text(str(finding.severity), SEVERITY[finding.severity], on)
        yield f"{paint_text(place, STRONG, on)}: {severity} {finding.code} {rule(finding.code).name}"
        yield f"  {printable(finding.message)}"
        yield from _point_at(lines, finding, on)
        words = describe_remedy(finding)
        if words:
            kind, _, rest = words.partition(":")
            yield f"  {paint_text(kind + ':', FIX, on)}{rest}"
        yield ""


def describe_remedy(finding: Finding) -> str:
    """What can be done, in a line; "" where nothing is known."""
    if finding.refold:
        return "fix: wikic compile folds it again"
    if not finding.edits:
        return f"help: {printable(finding.help)}" if finding.help else ""
    new = printable(finding.edits[0].replacement.strip("\r\n"))
    shown = fitted(new, MAX_COLUMNS)
    doing = f"write {shown}{'' if shown == new else '…'}" if new else "remove it"
    if finding.safe:
        return f"fix: {doing}"
    return f"fix (with --unsafe): {doing}; or {printable(finding.help) or 'by hand'}"


def _point_at(lines: Lines, finding: Finding, on: bool) -> Iterator[str]:
    """The line around the column, and a mark below what is meant."""
    line = lines.line(finding.path, finding.line)
    span = _meant_length(lines, line, finding)
    if not line or line.isspace() or ((finding.line, finding.column) == (1, 1) and not span):
        return  # nothing to see, or the whole file is meant
    at = min(finding.column - 1, len(line))
    start = _shown_start(line, at)
    shown = fitted(printable(line[start : start + MAX_COLUMNS]), MAX_COLUMNS)
    before = "…" if start else ""
    after = "…" if start + len(shown) < len(line) else ""
    gutter = f"{finding.line} | "
    blank = " " * (len(gutter) - 2) + "| "
    marked = shown[at - start : at - start + span]
    marks = "^" * max(1, width(marked))
    yield f"  {paint_text(gutter, FAINT, on)}{before}{shown}{after}"
    indent = " " * width(before + shown[: at - start])
    yield f"  {paint_text(blank, FAINT, on)}{indent}{paint_text(marks, SEVERITY[finding.severity], on)}"


def _shown_start(line: str, at: int) -> int:
    """Where the shown part of a line starts: at its beginning, or so that the place has room behind it."""
    if len(line) <= MAX_COLUMNS and width(line) <= MAX_COLUMNS:
        return 0
    leading = line[max(0, at - BEFORE) : at]
    return at - len(fitted(leading[::-1], BEFORE))


def _meant_length(lines: Lines, line: str, finding: Finding) -> int:
    """How many characters are meant: what the edit that begins there replaces, or a link; 0 where unknown."""
    start = lines.offset(finding.path, finding.line, finding.column)
    for edit in finding.edits:
        if (edit.path, edit.start) == (finding.path, start):
            return edit.end - edit.start
    return len(link_at(line, finding.column))


SEVERITY: Final = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}
STRONG: Final = "1"
FAINT: Final = "2"
FIX: Final = "32"


def paint_text(words: str, style: str, on: bool) -> str:
    """``words`` in a style (codes of ECMA-48, section 8.3.117), or as they are."""
    return f"\x1b[{style}m{words}\x1b[0m" if on and words else words


def shows_colours(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream is a terminal that may show colours (https://no-color.org: set and not empty)."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return stream.isatty()


def concise(report: Report) -> Iterator[str]:
    """``wiki/people/Ada.md:3:7: error L001 no page is called 'Charles-Babage'``; ``[*]``: can be fixed."""
    for finding in report.findings:
        place = f"{printable(report.path(finding.path))}:{finding.line}:{finding.column}"
        severity = paint_text(str(finding.severity), SEVERITY[finding.severity], report.colour)
        mark = " [*]" if fixable(finding) else ""
        words = printable(finding.message)
        yield f"{paint_text(place, STRONG, report.colour)}: {severity} {finding.code}{mark} {words}"


def write_grouped(report: Report) -> Iterator[str]:
    """A file's path, its findings in columns, a blank line."""
    for file, group in groupby(report.findings, key=lambda each: each.path):
        found = list(group)
        lines = max(len(str(each.line)) for each in found)
        columns = max(len(str(each.column)) for each in found)
        words = max(len(each.severity) for each in found)
        yield paint_text(printable(report.path(file)), STRONG, report.colour)
        for each in found:
            severity = paint_text(f"{each.severity:<{words}}", SEVERITY[each.severity], report.colour)
            mark = " [*]" if fixable(each) else ""
            place = f"{each.line:>{lines}}:{each.column:<{columns}}"
            yield f"  {place}  {severity}  {each.code}{mark} {printable(each.message)}"
        yield ""
