"""Joining two pages and parting one by forms: ``wikic merge`` and ``wikic split``, seen before they land."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Final

from wikic import layout
from wikic.errors import UsageError
from wikic.evolve.by_hand import merge
from wikic.evolve.carry_out import Decide, Decisions, carry_out
from wikic.evolve.split import split
from wikic.model.change import Change, Move, Write
from wikic.serve.care import Care
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

JOIN: Final = "join"
PART: Final = "part"
_SHOWN: Final = 600  # lines of differences on one page


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of shape would do.

    reason: in a line. changes: pairs of file and lines of its difference, in order.
    left: files that are not shown. mark: of exactly these changes.
    """

    reason: str
    changes: tuple[tuple[str, tuple[str, ...]], ...]
    left: int
    mark: str


class Reshaping:
    """Joins and parts pages of one wiki as forms ask for it.

    A form holds ``other`` and ``stays`` (``this`` or ``other``) for a join, ``titles`` and ``pins``, a line
    each, for a page that is parted; ``despite`` where it is wanted all the same.
    """

    def __init__(self, care: Care) -> None:
        self._care = care

    def preview(self, path: str, do: str, form: Mapping[str, str]) -> Preview:
        """What it would do. Raises UsageError, RefusedError and what opening a wiki raises."""
        reasons: list[str] = []
        decide = _remembered(_decision(path, do, form), reasons)
        report = carry_out(self._care.root, self._care.options(dry_run=True), decide)
        proposed = report.proposed or ()
        if not reasons or not proposed:
            raise UsageError("there is nothing to change")
        shown: list[tuple[str, tuple[str, ...]]] = []
        room, tree = _SHOWN, Tree(self._care.root)
        for each in sorted(
            proposed, key=lambda change: (not layout.is_knowledge_page(change.path[:-3]), change.path)
        ):
            lines = tuple(_diff(tree, each))
            if len(lines) > room:
                break
            room -= len(lines)
            shown.append((each.path, lines))
        marks = (f"{each.path} {_outcome(each)} {each.expects}" for each in proposed)
        return Preview(reasons[0], tuple(shown), len(proposed) - len(shown), layout.short_hash(*marks))

    def carry_out(self, path: str, do: str, form: Mapping[str, str]) -> tuple[tuple[str, ...], list[str]]:
        """Do it; returns the files it touched, and lines on what became of it.

        Raises as ``preview`` does, and what writing raises.
        """
        reasons: list[str] = []
        report = carry_out(
            self._care.root, self._care.options(), _remembered(_decision(path, do, form), reasons)
        )
        lines = [*reasons, f"{report.written:,} pages written, {report.deleted:,} deleted"]
        lines += map(str, report.notices)
        return report.files, lines


def _decision(path: str, do: str, form: Mapping[str, str]) -> Decide:
    if do == JOIN:
        other, despite = form.get("other", "").strip(), form.get("despite") == "yes"
        if not other:
            raise UsageError("name the page to join with")
        kept, given = (other, path) if form.get("stays") == "other" else (path, other)
        return lambda space: merge(space, kept, given, despite=despite)
    titles = [each.strip() for each in form.get("titles", "").splitlines() if each.strip()]
    pins: dict[str, str] = {}
    for line in form.get("pins", "").splitlines():
        what, sign, title = line.partition("=")
        if line.strip() and (not sign or not title.strip()):
            raise UsageError(f"{line.strip()!r} names no title; write KEY = TITLE on each line")
        if line.strip():
            pins[what.strip().removeprefix("^")] = title.strip()
    return lambda space: split(space, path, titles, pins)


def _remembered(decide: Decide, reasons: list[str]) -> Decide:
    def deciding(space: Workspace) -> Decisions | None:
        decided = decide(space)
        reasons.extend([decided.reason] if decided is not None else [])
        return decided

    return deciding


def _outcome(change: Change) -> str:
    match change:
        case Write():
            return layout.content_hash(change.content)
        case Move():
            return change.target
        case _:
            return "goes"


def _diff(tree: Tree, change: Change) -> Iterator[str]:
    if isinstance(change, Move):
        yield f"moves to {change.target}"
        return
    before = (tree.read(change.path) or b"").decode("utf-8", "replace")
    after = change.content.decode("utf-8", "replace") if isinstance(change, Write) else ""
    lines = unified_diff(before.split("\n"), after.split("\n"), n=1, lineterm="")
    yield from list(lines)[2:]
