"""``wikic write``: which things get an article, in which order, and what came of each.

Most read and most linked things come first. Articles land as they are written, a few in a transaction: a run
that is stopped, or whose budget is spent, leaves what it has paid for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.compiler.article_digest import Failed
from wikic.compiler.daemon_threads import DaemonThreads
from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.writer import Writer
from wikic.curator.written_articles import ArticleCurator, Draft
from wikic.errors import (
    BudgetError,
    CredentialsError,
    ModelUnavailableError,
    QuotaError,
    ReplyError,
    UsageError,
    WikicError,
)
from wikic.model.change import ChangeSet
from wikic.progress import Progress, Silent
from wikic.text.normalise import fold_name
from wikic.wiki import transaction, written_file
from wikic.wiki.fold.page_head import neighbours
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.written_articles import Subject
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace

_MOVED: Final = 5  # one unit in so many is new, and the article is written again


@dataclass(frozen=True, slots=True)
class Due:
    """A page that is to get an article.

    path: page path. why: "new", "stale" (a sentence does not hold any more), "moved" (a fifth of what
        documents say is new), "other" (written by another model or with other prompts), "asked".
    """

    path: str
    subject: Subject
    why: str


@dataclass(frozen=True, slots=True)
class FoundDue:
    """The pages that are due, first to last.

    current: how many others have an article that holds.
    decided: of how many an article of the same units waits for review, or was rejected.
    """

    due: tuple[Due, ...]
    current: int
    decided: int


@dataclass(frozen=True, slots=True)
class Written:
    """What a run of writing did.

    written: page paths that have a new article. current: how many had one that holds.
    decided: how many are due, and an article of the same units waits for review or was rejected.
    left: pages that the run did not come to. refused: sentences that were left out, by page.
    failed: pages that got none, with why. report: what became of files.
    """

    written: tuple[str, ...] = ()
    current: int = 0
    decided: int = 0
    left: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    failed: tuple[Failed, ...] = ()
    report: Report = field(default_factory=Report)

    @property
    def clean(self) -> bool:
        """Whether every page that was due has its article."""
        return not self.failed and self.report.clean


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be written.

    pages: paths, stems or titles; none for all that are due.
    limit: at most so many. anew: articles, too, that hold and were written by others.
    reads: how often each page was read, by path.
    """

    pages: Sequence[str] = ()
    limit: int | None = None
    anew: bool = False
    reads: Mapping[str, int] = field(default_factory=dict)


def decided_in(folder: ReviewFolder) -> frozenset[str]:
    """Hashes of the units of which an article waits for review, or was rejected there."""
    waiting = {written_file.units_hash(each.units) for each in folder.articles().values()}
    return frozenset(waiting | {each.sha256 for each in folder.rejected().values()})


def find_due(space: Workspace, wanted: Wanted, writes_as: str, decided: Collection[str] = ()) -> FoundDue:
    """The pages to write, first to last, and what else was found.

    decided: as ``decided_in`` gives it; of these units an article is written where its page is named alone.

    Raises UsageError for a page that is not there, or is of nothing that an article can be composed of.
    """
    found: list[tuple[tuple[int, int, str], Due]] = []
    current = waiting = 0
    for group in _named(space, wanted.pages) if wanted.pages else sorted(space.fold.groups.titles):
        place = space.fold.groups.target(group)
        subject = space.fold.groups.subject(group) if place is not None else None
        if subject is None or place is None:
            if wanted.pages:
                raise UsageError(
                    f"{space.fold.groups.title_of(group)}: too little is said of it for an article",
                    hint="an article is composed of four statements or more, of two documents or more",
                )
            continue
        why = _why(space, subject, writes_as, anew=wanted.anew, named=bool(wanted.pages))
        if not why:
            current += 1
            continue
        units = (each.unit for each in subject.units)
        if not wanted.pages and decided and written_file.units_hash(units) in decided:
            waiting += 1
            continue
        members = space.fold.resolver.all_members(group)
        linked = len(neighbours(space.fold.resolver, members)) + subject.documents
        found.append(((-wanted.reads.get(place, 0), -linked, place), Due(place, subject, why)))
    found.sort(key=lambda pair: pair[0])
    return FoundDue(tuple(each for _, each in found), current, waiting)


def _named(space: Workspace, pages: Sequence[str]) -> list[GroupId]:
    """The groups of pages, each once. Raises UsageError for a name that no page has, or several."""
    groups = space.fold.groups
    by_path: dict[str, set[GroupId]] = {}
    by_name: dict[str, set[GroupId]] = {}
    for group in groups.titles:
        path = groups.target(group) or ""
        by_path.setdefault(fold_name(path), set()).add(group)
        for name in (groups.names_of(group)[0], layout.stem(path)):
            by_name.setdefault(fold_name(name), set()).add(group)
    found: dict[GroupId, None] = {}
    for page in pages:
        name = fold_name(page.removesuffix(".md"))
        meant = by_path.get(name) or by_name.get(name) or set()
        if not meant:
            raise UsageError(f"no page is called {page!r}", hint="`wikic search` finds pages")
        if len(meant) > 1:
            paths = sorted(groups.target(group) or "" for group in meant)
            raise UsageError(f"{page!r} may be {' or '.join(paths)}", hint="name it by its path")
        found.update(dict.fromkeys(meant))
    return list(found)


def _why(space: Workspace, subject: Subject, writes_as: str, *, anew: bool, named: bool) -> str:
    """Why a subject is to be written about, "" where its article holds."""
    article = space.fold.groups.article(subject.group)
    if article is None:
        return "new"
    written = space.fold.groups.articles.files[article.file]
    if article.stale:
        return "stale"
    then = {(each.key, each.statement) for each in written.units}
    now = {(each.unit.key, each.unit.statement) for each in subject.units}
    if len(now - then) * _MOVED >= len(now):
        return "moved"
    if (anew or named) and written.written_with != writes_as:
        return "other"
    return "asked" if named else ""


def count_stale(space: Workspace) -> tuple[int, tuple[str, ...]]:
    """How many articles the wiki has, and the page paths of those of which sentences do not hold any more."""
    groups = space.fold.groups
    named = sorted(groups.articles.by_group())
    shown = ((groups.target(group), groups.article(group)) for group in named)
    held = [(path, article) for path, article in shown if path is not None and article is not None]
    return len(held), tuple(path for path, article in held if article.stale)


def write_articles(
    root: Path,
    curator: ArticleCurator,
    wanted: Wanted,
    options: Options,
    *,
    progress: Progress | None = None,
    faults: Faults = no_fault,
) -> Written:
    """Write what is due; see ``WritingRun``."""
    run = WritingRun(root, curator, options, progress=progress, faults=faults)
    run.write(wanted)
    return run.result()


class WritingRun:
    """One run. After an error or an interrupt ``result`` says what had landed before it."""

    def __init__(
        self,
        root: Path,
        curator: ArticleCurator,
        options: Options,
        *,
        progress: Progress | None = None,
        faults: Faults = no_fault,
    ) -> None:
        self._root = root
        self._curator = curator
        self._options = options
        self._progress = progress or Silent()
        self._faults = faults
        self._tally = Tally()
        self._writer = Writer(root, options, self._tally, faults)
        self._written: list[str] = []
        self._refused: list[tuple[str, str]] = []
        self._left: list[str] = []
        self._found = FoundDue((), 0, 0)

    def write(self, wanted: Wanted) -> None:
        """Write under the writer's lock.

        Raises UsageError as ``find_due`` does, QuotaError, CredentialsError and BudgetError as the curator
        does, with what was written before landed; else what every writing command raises.
        """
        require(self._root)
        with self._writer.turn():
            space = Workspace.open(self._root, self._options.title)
            decided = decided_in(ReviewFolder(self._root))
            self._found = find_due(space, wanted, self._curator.writes_as, decided)
            due = self._found.due
            space = self.carry_out(space, due[: wanted.limit])
            self._left += [each.path for each in due[wanted.limit :]] if wanted.limit is not None else []

    def carry_out(self, space: Workspace, due: Sequence[Due]) -> Workspace:
        """Write about subjects, some at once, and land what comes of them."""
        threads = DaemonThreads(self._one, self._options.jobs)
        self._progress.phase("write", len(due))
        for start in range(0, len(due), self._options.jobs):
            batch = due[start : start + self._options.jobs]
            self._left = [each.path for each in due[start:]]
            done: list[tuple[Due, Draft | WikicError]] = []
            stopped: WikicError | None = None
            for each, result in zip(batch, threads.map([each.subject for each in batch]), strict=True):
                done.append((each, result))
                self._progress.advance()
                if isinstance(result, (BudgetError, QuotaError, CredentialsError)):
                    stopped = stopped or result
            space = self._land(space, done)
            if stopped is not None:
                self._left = [path for path in self._left if path not in self._written]
                raise stopped
        self._left = []
        return space

    def _one(self, subject: Subject) -> Draft | WikicError:
        try:
            return self._curator.write(subject)
        except (ReplyError, ModelUnavailableError, BudgetError, QuotaError, CredentialsError) as error:
            return error

    def _land(self, space: Workspace, done: Sequence[tuple[Due, Draft | WikicError]]) -> Workspace:
        landing = []
        for due, result in done:
            if isinstance(result, Draft):
                self._refused += [(due.path, each) for each in result.refused]
                if result.written is not None:
                    landing.append(result.written)
                    self._written.append(due.path)
                else:
                    self._tally.failed.append(Failed(due.path, "no sentence of its lead is borne out"))
            elif isinstance(result, (ReplyError, ModelUnavailableError)):
                self._tally.failed.append(Failed(due.path, str(result)))
        if not landing:
            return space
        if self._options.review:
            folder = ReviewFolder(self._root)
            changes = folder.put_articles(landing)
            reason = f"put {len(landing)} articles aside for review"
            if not self._options.dry_run:
                transaction.apply_beside(self._root, ChangeSet(reason, ()), changes, faults=self._faults)
            return space
        return self._writer.land(space, space.propose(f"write {len(landing)} articles", articles=landing))

    def result(self) -> Written:
        """What was done so far."""
        report = report_of(self._tally, self._options)
        return Written(
            tuple(self._written),
            self._found.current,
            self._found.decided,
            tuple(self._left),
            tuple(self._refused),
            report.failed,
            report,
        )
