"""Findings as the editor shows them."""

from __future__ import annotations

from typing import Final

from lsprotocol import types
from lsprotocol.types import DiagnosticSeverity

from wikic.lint.view.text_lines import link_at
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.positions import Positions
from wikic.model.finding import Finding, Severity

SOURCE: Final = "wikic"
_SEVERITY: Final = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFO: DiagnosticSeverity.Information,
}


def diagnostics(knowledge: Knowledge) -> dict[str, list[types.Diagnostic]]:
    """What stands in each file that has findings, in order."""
    found: dict[str, list[types.Diagnostic]] = {}
    positions: tuple[str, Positions | None] = "", None
    for finding in knowledge.look().findings:
        if positions[0] != finding.path:
            positions = finding.path, knowledge.positions(finding.path)
        found.setdefault(finding.path, []).append(diagnostic(finding, positions[1] or Positions("")))
    return found


def diagnostic(finding: Finding, positions: Positions) -> types.Diagnostic:
    """One finding in its file's text."""
    start, end = span(finding, positions)
    help = f"\n{finding.help}" if finding.help else ""
    return types.Diagnostic(
        range=positions.range(start, end),
        message=shown(finding.message + help),
        severity=_SEVERITY[finding.severity],
        code=finding.code,
        source=SOURCE,
    )


def span(finding: Finding, positions: Positions) -> tuple[int, int]:
    """What a finding is about: what an edit of it replaces, the link it stands at, or its line from there."""
    start = positions.place(finding.line, finding.column)
    for each in finding.edits:
        if each.path == finding.path and each.start <= start < each.end:
            return start, each.end
    end = positions.line_end(start)
    link = link_at(positions.text, start + 1, end)
    return start, start + len(link) if link else max(end, start)


def shown(text: str) -> str:
    """A text as a message may carry it: bytes that are no UTF-8 are shown as what they are not."""
    return text.encode("utf-8", "replace").decode("utf-8")
