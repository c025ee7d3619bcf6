"""``wikic fix``: lint, edit and fold in memory until nothing is left to do, then land all of it at once."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wikic import build_dir, layout
from wikic.compiler.fold_expectations import is_current
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.compiler.writer import Writer
from wikic.config import LintConfig
from wikic.errors import ConfigError, FormatError
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Policy, Selection, lint
from wikic.lint.fixes import settle as settling
from wikic.lint.fixes.settle import Contents, Inspection, settle_edits
from wikic.lint.open_directory import Paths, reader
from wikic.lint.profile import Profile
from wikic.lint.view.text_lines import make_fingerprints
from wikic.lint.view.wiki_view import Expect, WikiView
from wikic.model.change import Change, ChangeSet, Delete, Write
from wikic.model.finding import Finding
from wikic.wiki import recovery, transaction
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.disk import disk_error
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.schema_file import require
from wikic.wiki.transaction_refusals import VAULT, WIKI, Place
from wikic.wiki.tree import FileStat, TreeAfter
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class FixRequest:
    """What to fix and how.

    root: the knowledge base, or the vault.
    settings: ``[lint]``.
    title: of the wiki.
    today: ``YYYY-MM-DD``.
    select, ignore: rules, as ``engine.lint`` takes them.
    paths: file paths, and directories with all they hold; None for the whole wiki.
    unsafe: whether edits that are only likely are made too.
    dry_run: change nothing.
    """

    root: Path
    settings: LintConfig
    title: str
    today: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    paths: tuple[str, ...] | None = None
    unsafe: bool = False
    dry_run: bool = False

    @property
    def inside(self) -> str:
        """The directory below ``root`` that file paths are relative to, "" for ``root`` itself."""
        return self.place.inside

    @property
    def place(self) -> Place:
        """Where the fixes land."""
        return VAULT if self.settings.profile == "vault" else WIKI

    def means(self, file: str) -> bool:
        """Whether a file path is to be fixed."""
        return self.paths is None or Paths(self.paths).hold(file)


@dataclass(frozen=True, slots=True)
class Fixed:
    """How much of one rule was fixed.

    code: of the rule.
    findings: how many are gone.
    files: in how many files they stood.
    """

    code: str
    findings: int
    files: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a run fixed, changed and left.

    fixed: by rule, in order of code.
    changes: what was changed, or would be.
    left: findings that are there now, or would be, in order.
    prints: what each of these is known by.
    view: the wiki as it is now, or would be.
    fighting: codes of rules that undid each other; what they did was taken back.
    harmful: codes of edits that were left out because they bring more findings than they mend.
    notices: things a person should know about single files.
    steps: lines on what a model repaired.
    """

    fixed: tuple[Fixed, ...]
    changes: tuple[Change, ...]
    left: tuple[Finding, ...]
    prints: Mapping[Finding, str]
    view: WikiView
    fighting: tuple[str, ...] = ()
    harmful: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    steps: tuple[str, ...] = ()


def count_fixed(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Fixed, ...]:
    """How many findings are gone, by rule: counted in each file, since lines move and change their words."""
    was = Counter((each.code, each.path) for each in before)
    gone = was - Counter((each.code, each.path) for each in after)
    findings, files = Counter[str](), Counter[str]()
    for (code, _), number in gone.items():
        findings[code] += number
        files[code] += 1
    return tuple(Fixed(code, findings[code], files[code]) for code in sorted(findings))


CONFLICT: Final = "D002"


class Inspector:
    """Looks at one wiki, as it stands or as it will be. Each look costs what has changed since the last."""

    def __init__(self, request: FixRequest, scratch: Path) -> None:
        """``scratch``: a directory of its own, for what was found in files that stay as they are.

        Raises NotAWikiError, ConfigError and UsageError as linting does.
        """
        self._request = request
        self._files = reader(request.root, request.settings)
        self._stats = dict(self._files.walk())
        self._profile = Profile.of(request.settings)
        self._policy = Policy.of(request.settings)
        self._cache = scratch / layout.LINT_CACHE_FILE
        with suppress(OSError):
            shutil.copyfile(build_dir.at(request.root) / layout.LINT_CACHE_FILE, self._cache)
        self._told: list[Notice] = []
        self._now: list[Notice] = []
        self.may_fold = False
        self.unsteady: set[str] = set()

    @property
    def prefix(self) -> str:
        """What people see before a file path."""
        return self._profile.prefix

    @property
    def notices(self) -> list[Notice]:
        """What folding had to say: of each fold about the pages it changed, of the last one about all."""
        return [*self._told, *self._now]

    def inspect(self, contents: Contents) -> Inspection:
        """Findings of the selected rules, as the wiki's owners judge them."""
        request = self._request
        contents = dict(contents)
        tree = TreeAfter(request.root, self._files, contents)
        fold = lru_cache(maxsize=1)(lambda: self._fold(tree))
        linted = lint_tree(
            tree,
            Selection.of(self._profile, request.select, (*request.ignore, *self._policy.off)),
            opinion=None if self._profile.is_vault else lambda: _fold_opinion(fold()),
            cache=self._cache,
            configuration=request.title,
        )
        found = self._policy.judge(linted.findings, self._profile.prefix)
        safely = self._unless_in_conflict(linted.view, fold)
        return Inspection(linted.view, found, safely, lambda file: file in contents or self._is_steady(file))

    def _is_steady(self, file: str) -> bool:
        """Whether nobody saved the file since it was listed."""
        try:
            status = os.stat(self._request.root / self._request.inside / file, follow_symlinks=False)
            steady = FileStat(status.st_mtime_ns, status.st_size) == self._stats.get(file)
        except OSError:
            steady = False
        if not steady:
            self.unsteady.add(file)
        return steady

    def _fold(self, tree: TreeAfter) -> tuple[Change, ...]:
        """What folding would change; nothing where a digest or a decision cannot be read."""
        title = self._request.title
        self.may_fold = False
        self._now.clear()
        if self._profile.is_vault:
            return ()
        if is_current(tree, title):
            self.may_fold = True
            return ()
        try:
            space = Workspace.open(self._request.root, title, tree=tree)
        except (FormatError, ConfigError) as error:
            self._now.append(Notice("", f"nothing was folded: {error}"))
            return ()
        changes = space.propose("fix").changes
        self._now += space.notices
        # A page that cannot be read is not folded, and an edit may make it readable yet.
        changed = {change.path for change in changes}
        self._told += (notice for notice in space.notices if notice.path in changed)
        self.may_fold = True
        return changes

    def _unless_in_conflict(
        self, view: WikiView, fold: Callable[[], tuple[Change, ...]]
    ) -> Callable[[], tuple[Change, ...]]:
        """The fold, unless it would take the markers of a conflict for people's words."""

        def changes() -> tuple[Change, ...]:
            found = fold()
            pages = {each.path for each in found if view.profile.kind_of(each.path) == "page"}
            left = lint(view, select=[CONFLICT], paths=pages & view.files) if pages else ()
            if left:
                self.may_fold = False
                path = left[0].path
                self._now.append(Notice(path, "holds a conflict; nothing is folded until it is settled"))
            return () if left else found

        return changes


def _fold_opinion(changes: tuple[Change, ...]) -> Expect:
    """What the fold gives for a page or an index, as ``compiler.fold_expectations`` does."""
    expected: dict[str, bytes] = {}
    for change in changes:
        if isinstance(change, Write):
            expected[change.path] = change.content
        elif isinstance(change, Delete):
            expected[change.path] = b""
    return lambda path: expected.get(layout.page_file(path))


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
    last: settling.Fixed | None = None
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
            fixed = settle_edits(
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
        prints = make_fingerprints(left, view.read, inspector.prefix)
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
            fixed=count_fixed(self.before, self.left),
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
