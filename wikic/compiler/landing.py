"""Landing what a writing command proposes: judged first, and folded again for people who saved meanwhile."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.compiler.digesting import Failed
from wikic.compiler.judge import judge
from wikic.compiler.report import Report
from wikic.model.change import ChangeSet, Delete
from wikic.model.finding import Finding
from wikic.wiki.journal import Faults
from wikic.wiki.workspace import Notice, Workspace

OFFLINE_BATCH: Final = 4_096  # design.md, section 4: sources per batch without a model
MAX_ROUNDS: Final = 3  # folds for people who save while we write; whoever saves in each is told


@dataclass(frozen=True, slots=True)
class Options:
    """How to compile.

    today: ``YYYY-MM-DD``, noted as the day new sources were taken in.
    title: heading of the root index.
    jobs: processes for extraction.
    batch: sources per transaction.
    collection: first part of every key, None for the folder's or file's name.
    stale: extract sources again that another curator or version compiled.
    prune: forget sources whose documents are gone.
    dry_run: change nothing, report what would change.
    """

    today: str
    title: str
    jobs: int = 1
    batch: int = OFFLINE_BATCH
    collection: str | None = None
    stale: bool = False
    prune: bool = False
    dry_run: bool = False


@dataclass(slots=True)
class Tally:
    """The report under way."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: int = 0
    forgotten: list[str] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    written: int = 0
    deleted: int = 0
    notices: list[Notice] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)
    proposed: list[ChangeSet] = field(default_factory=list)


class Writer:
    """Lands proposals, judges them first, and folds again what people saved meanwhile."""

    def __init__(self, root: Path, options: Options, tally: Tally, faults: Faults) -> None:
        self._root = root
        self._options = options
        self._tally = tally
        self._faults = faults

    def land(self, space: Workspace, changes: ChangeSet) -> Workspace:
        """Land a proposal; returns the workspace to go on with."""
        for _ in range(MAX_ROUNDS):
            self._collect(space)
            if self._options.dry_run:
                if changes:
                    self._tally.proposed.append(changes)
                space.pretend()
                return space
            self._count(changes)
            self._tally.findings += judge(space.tree, changes)
            outcome = space.land(changes, faults=self._faults)
            if not outcome.conflicts:
                return space
            space = Workspace.open(self._root, self._options.title)
            changes = space.propose("fold what people saved during the run")
        for change in outcome.conflicts:
            self._tally.notices.append(
                Notice(change.path, "was saved again and again during the run; run wikic compile once more")
            )
        return space

    def _collect(self, space: Workspace) -> None:
        self._tally.notices += space.notices
        space.notices.clear()

    def _count(self, changes: ChangeSet) -> None:
        for change in changes.changes:
            if layout.is_knowledge_page(layout.page_path(change.path)):
                if isinstance(change, Delete):
                    self._tally.deleted += 1
                else:
                    self._tally.written += 1


def report_of(tally: Tally, options: Options) -> Report:
    return Report(
        added=tuple(tally.added),
        changed=tuple(tally.changed),
        unchanged=tally.unchanged,
        forgotten=tuple(tally.forgotten),
        failed=tuple(tally.failed),
        gone=tuple(tally.gone),
        written=tally.written,
        deleted=tally.deleted,
        notices=tuple(dict.fromkeys(tally.notices)),
        findings=tuple(sorted(tally.findings, key=lambda finding: finding.sort_key)),
        skipped=tuple(tally.skipped),
        dropped=tuple(tally.dropped.most_common()),
        proposed=tuple(tally.proposed) if options.dry_run else None,
    )
