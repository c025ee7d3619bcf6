"""What a rule's check reports."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.model.finding import Edit, Severity


@dataclass(frozen=True, slots=True)
class Problem:
    """A defect as a check reports it; ``Rule.finding`` makes a ``Finding`` of it.

    file: file path relative to ``wiki/``.
    line, column: from 1; column counts characters.
    message: one line, without a trailing full stop.
    edits: what would repair it, empty when nothing certain or likely would.
    refold: whether folding the wiki again repairs it.
    safe: whether the edits are certain, or only likely.
    help: what a person can do, or "".
    severity: where it differs from the rule's, or None.
    facts: file and id of each fact in question, that of the place first.
    """

    file: str
    line: int
    column: int
    message: str
    edits: tuple[Edit, ...] = ()
    refold: bool = False
    safe: bool = True
    help: str = ""
    severity: Severity | None = None
    facts: tuple[tuple[str, str], ...] = ()
