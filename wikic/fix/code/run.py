"""``wikic fix``: lint, edit and fold in memory until nothing is left to do, then land all of it at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wikic import build_dir, layout
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.compiler.writer import Writer
from wikic.fix.code.inspector import Inspector
from wikic.fix.code.request import FixRequest, Report, counted
from wikic.lint.fixes.settle import Fixed, settle
from wikic.lint.open_directory import reader
from wikic.lint.view.text_lines import fingerprints
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Change, ChangeSet
from wikic.model.finding import Finding
from wikic.wiki import recovery, transaction
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.disk import disk_error
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace

MAX_ROUNDS: Final = 3  # for people who save while we look; what they save in each is left to the next run
REASON: Final = "fix what the rules find"


def fix(request: FixRequest, *, faults: Faults = no_fault) -> Report:
    """Fix what can be fixed; all of it lands at once, or, after a crash, at the next command that writes.

    Raises NotAWikiError, ConfigError and UsageError as linting does, LockedError, FormatError and DiskError
    as every writing command does.
    """
    vault = not request.inside
    if vault:
        reader(request.root, request.settings)
    else:
        require(request.root)
    if not request.dry_run and vault:
        _hide_build(request.root)
    tally = Tally()
    options = Options(request.today, request.title, dry_run=request.dry_run)
    writer = Writer(request.root, options, tally, faults, recovery.THEIRS if vault else recovery.OURS)
    with writer.turn():
        run = _Run(request, tally, faults)
        run.go()
        if run.applied and run.folds and not request.dry_run:
            # Nothing is left to fold, as a rule; what stands there is remembered by it.
            space = Workspace.open(request.root, request.title)
            writer.land(space, space.propose("fold what was fixed"))
    return run.report()


@dataclass(slots=True)
class _Run:
    """The rounds of one run.

    before: findings of the wiki as it was.
    left: those of the wiki as it is now, and what each is known by.
    applied: what has landed, or would.
    folds: whether the wiki, as it is now, can be folded.
    last: what the last round came to.
    view: the wiki as it is now, or would be.
    """

    request: FixRequest
    tally: Tally
    faults: Faults
    before: tuple[Finding, ...] | None = None
    left: dict[Finding, str] = field(default_factory=dict)
    applied: list[Change] = field(default_factory=list)
    folds: bool = False
    last: Fixed | None = None
    view: WikiView | None = None

    def go(self) -> None:
        """Plan and land, again where people saved meanwhile."""
        refused: dict[str, str] = {}
        for _ in range(MAX_ROUNDS):
            changes, saved = self._plan()
            if self.request.dry_run:
                self.applied += changes.changes
                return
            outcome = transaction.apply(
                self.request.root, changes, place=self.request.place, faults=self.faults
            )
            self.applied += outcome.applied
            refused = dict.fromkeys(
                saved, "was saved again and again during the run; run wikic fix once more"
            )
            refused |= {each.path: note for each, note in zip(outcome.conflicts, outcome.notes, strict=True)}
            if not refused:
                return
        self.tally.notices += [Notice(path, words) for path, words in sorted(refused.items())]
        with TemporaryDirectory(prefix="wikic-fix-") as scratch:
            inspector = Inspector(self.request, Path(scratch))
            now = inspector.inspect({})
            self._leave(now.findings, now.view, inspector)

    def _plan(self) -> tuple[ChangeSet, set[str]]:
        """What to change, and the files that somebody saved meanwhile."""
        request = self.request
        with TemporaryDirectory(prefix="wikic-fix-") as scratch:
            inspector = Inspector(request, Path(scratch))
            fixed = settle(
                inspector.inspect, unsafe=request.unsafe, wanted=lambda finding: request.means(finding.path)
            )
        if self.before is None:
            self.before = fixed.before
        self._leave(fixed.left, fixed.view, inspector)
        self.last, self.folds = fixed, inspector.may_fold
        self.tally.notices += inspector.notices
        return ChangeSet(REASON, fixed.changes.changes), inspector.unsteady

    def _leave(self, left: tuple[Finding, ...], view: WikiView, inspector: Inspector) -> None:
        """These findings are left. What folding has not repaired now, it will not the next time either."""
        prints = fingerprints(left, view.read, inspector.prefix)
        self.view = view
        self.left = {
            replace(each, refold=each.refold and not inspector.may_fold): known
            for each, known in prints.items()
        }

    def report(self) -> Report:
        """What the rounds fixed, changed and left."""
        assert self.last is not None
        assert self.before is not None
        assert self.view is not None
        means = self.request.means
        return Report(
            fixed=counted(self.before, self.left),
            changes=tuple({each.path: each for each in self.applied}.values()),
            left=tuple(each for each in self.left if means(each.path)),
            prints=self.left,
            view=self.view,
            fighting=self.last.fighting,
            harmful=self.last.harmful,
            notices=tuple(dict.fromkeys(self.tally.notices)),
        )


def _hide_build(root: Path) -> None:
    """Make ``.wikic/`` in somebody's vault where there is none, and keep it out of their git."""
    build = build_dir.at(root)
    if build.exists():
        return
    try:
        build_dir.make(build)
        build_dir.replace(build / layout.GIT_IGNORE_FILE, b"*\n")
    except OSError as error:
        raise disk_error(error, build, "nothing was changed") from error
