"""The compile loop: documents in, digests extracted, pages folded, batch by batch (LLM-Wiki, Algorithm 1).

Batches are cut from the pending sources in order of key, whatever ``jobs`` says, and each lands as one
transaction: digests, articles, pages and indexes together. A run that dies loses the batch under way at most.
Where processes extract, they are at the next batch while one lands (``docs/decisions/0164``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import TypeAlias, TypeVar

from wikic import layout
from wikic.compiler import collection_homes, report
from wikic.compiler.agent_answers import article_json
from wikic.compiler.article_digest import Digested, Failed, Waiting
from wikic.compiler.batch_steps import MOST_HELD, NO_STEPS, Schedule, Step, not_attached, with_contents
from wikic.compiler.error_learning import ErrorLearning
from wikic.compiler.extraction_offer import OfferMaker
from wikic.compiler.extraction_pool import Extractor, Job, Result, extractor
from wikic.compiler.options import Options
from wikic.compiler.pending_documents import (
    Known,
    empty,
    find_moved,
    find_pending,
    find_repeated,
    given_anew,
    tell_moved,
)
from wikic.compiler.put_aside import PutAside
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.reworded_facts import followed, moved_on, reworded
from wikic.compiler.writer import Writer
from wikic.curator import choose_rules
from wikic.curator.protocol import NOTHING_OFFERED, Curator, fallback_of, work_of
from wikic.errors import BudgetError, UsageError
from wikic.model.article import Article
from wikic.model.change import Change, ChangeSet
from wikic.model.schema import Schema
from wikic.progress import Progress, Silent
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.documents import walk
from wikic.wiki.documents.read import estimate, read
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace

_Value = TypeVar("_Value")
_Extracting: TypeAlias = tuple[Sequence[Job], Iterator[Result]]


def compile_documents(
    root: Path,
    paths: Sequence[Path],
    curator: Curator,
    options: Options,
    *,
    progress: Progress | None = None,
    faults: Faults = no_fault,
) -> Report:
    """Take the documents under ``paths`` into the wiki at ``root``; raises as ``CompileRun.compile`` does."""
    return CompileRun(root, curator, options, progress=progress, faults=faults).compile(paths)


class CompileRun:
    """One compile. After an error or an interrupt ``report`` says what had landed before it.

    steps: what else is done between batches and behind the last.
    faults: called before every step that the disk can see; for tests.
    """

    def __init__(
        self,
        root: Path,
        curator: Curator,
        options: Options,
        *,
        steps: Sequence[Step] = NO_STEPS,
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
        self._schedule = Schedule(steps)
        self._learning: ErrorLearning | None = None
        self._work = work_of(curator)
        if self._work is not None:
            self._work.writes = not options.dry_run
        self._moved: dict[str, str] = {}  # keys of documents that were renamed, new to old

    def compile(self, paths: Sequence[Path]) -> Report:
        """Take the documents under ``paths`` into the wiki, under the writer's lock.

        Raises InputError for a path that cannot be read, UsageError for a folder that has the name of another
        one's collection, LockedError when another run writes, NotAWikiError,
        ConfigError, FormatError and DiskError as opening and writing the wiki do; QuotaError,
        CredentialsError and BudgetError as the curator does: the batches before have landed then.
        """
        tally, options = self._tally, self._options
        require(self._root)
        self._refuse_itself(paths)
        walk.check(paths)
        with self._writer.turn():
            space = Workspace.open(self._root, options.title)
            known = collection_homes.inside(self._root, paths, options.collection, space.schema)
            homes = [path for path in paths if path not in known]
            collection_homes.refuse_others(self._root, homes, options.collection)
            documents = read(
                paths,
                collection=options.collection,
                exclude=walk.ours(self._root),
                known=known,
                seconds=options.seconds,
            )
            scopes = walk.scopes(paths, options.collection, known)
            if options.waits and not options.dry_run and self._work is None:
                self._learning = ErrorLearning(space.tree, self._curator, options.today)
            self._progress.phase("read", estimate(paths))
            aside = self._aside = PutAside(self._root, options, tally, self._faults)
            held = Known(space, aside.folder, aside.waiting, aside.rejected)
            pending, seen = find_pending(held, documents, self._curator.name, options, tally, self._progress)
            if options.review:
                aside.given(space, given_anew(space, tally))
            else:
                space.edit(given_anew(space, tally))
            self._find_gone(space, seen, scopes)
            self._refuse_to_empty(seen - set(tally.empty), paths)
            if not options.dry_run:  # before anything lands: what ends this run must not leave it unknown
                collection_homes.note(self._root, homes, options.collection)
            if not options.review:
                new = set(tally.added)
                # A folder that was renamed is gone under the name it had.
                lost = collection_homes.vanished(self._root)
                left = [key for key in space.fold.resolver.digests if lost and key.startswith(lost)]
                gone = sorted({*tally.gone, *left})
                self._moved = find_moved(space.tree, gone, (each for each in pending if each.key in new))
            tally.notices += empty(tally.empty)
            copies, notices = find_repeated(pending, space.fold.resolver.digests, tally.gone)
            tally.notices += notices
            for key in copies:
                pending.remove(key)
            tally.added = [key for key in tally.added if key not in copies]
            tally.steps += unseen(space.schema, pending.keys())
            if not options.waits:
                tally.steps += choose_rules.remarks(pending, space.schema)
            self._progress.phase("extract", len(pending))
            with extractor(self._curator, space.schema, options, len(pending)) as extract:
                begun: _Extracting | None = None
                for batch, following in _with_next(_batches(pending, options.batch), extract.ahead):
                    # Asked again: what landed meanwhile may have brought one of them, as a git pull does.
                    if begun is None or not self._is_new(space, batch):
                        begun = self._begin(space, extract, batch)
                    jobs, results = begun
                    taken = self._taken(batch, results)
                    begun = None
                    self._progress.tell("folding and writing them")
                    if following and self._is_new(space, following):
                        begun = self._begin(space, extract, following)
                    space = self._batch(space, jobs, taken, batch)
                    space = self._do(space, self._schedule.due())
                    self._progress.tell("")
            if options.review:
                self._prune(space)
                aside.finish(tally.forgotten)
            else:
                space = self._last(space, aside)
            if not options.dry_run:
                self._note_failed(space, seen, scopes)
                self._sweep(seen)
        return self.report()

    def _last(self, space: Workspace, aside: PutAside) -> Workspace:
        """What is done behind the last batch."""
        self._progress.phase("fold", None)
        space = self._do(space, self._schedule.last())
        if self._learning is not None:
            self._affordable(self._learning.finish)
        # With nothing pending this folds what people changed; otherwise it finds nothing to do.
        changes = space.propose("fold what changed on disk", forget=self._prune(space))
        return self._land(space, changes, aside.last(self._tally.forgotten), last=True)

    def report(self) -> Report:
        """The report of what was done so far."""
        return report_of(self._tally, self._options)

    def _find_gone(self, space: Workspace, seen: set[str], scopes: tuple[str, ...]) -> None:
        """Sources that came from the same folders and files and have no document there now, or one that is
        empty.
        """
        hidden = (walk.hidden_behind(failed.key) for failed in self._tally.failed)
        unknown = (*hidden, *self._tally.hidden)
        emptied = set(self._tally.empty)
        self._tally.gone += sorted(
            key
            for key in {*space.fold.resolver.digests, *self._aside.waiting}
            if key in emptied or (key not in seen and key.startswith(scopes) and not key.startswith(unknown))
        )

    def _refuse_itself(self, paths: Sequence[Path]) -> None:
        """Raise UsageError where a path lies in the wiki itself: its pages would become its sources."""
        ours = [(self._root / each).resolve() for each in (layout.WIKI_DIR, layout.REVIEW_DIR)]
        for path in paths:
            if any(path.resolve().is_relative_to(each) for each in ours):
                raise UsageError(f"{path} is this wiki", hint="name the documents it is to be made of")

    def _refuse_to_empty(self, seen: set[str], paths: Sequence[Path]) -> None:
        """Raise UsageError where --prune would forget all that came from a folder that is empty now."""
        if self._options.prune and self._tally.gone and not seen:
            raise UsageError(
                f"{', '.join(map(str, paths))}: no document is there, and --prune would forget all "
                f"{len(self._tally.gone)} sources that came from there",
                hint="is the folder the right one, and mounted? `wikic forget` forgets by key",
            )

    def _prune(self, space: Workspace) -> list[str]:
        if not self._options.prune:
            return []
        gone = self._tally.gone
        # What stands in the wiki stays in a run that leaves it as it is.
        stays = [key for key in gone if self._options.review and space.symbols(key) is not None]
        self._tally.forgotten, self._tally.gone = [key for key in gone if key not in stays], stays
        return [key for key in self._tally.forgotten if space.symbols(key) is not None]

    def _begin(self, space: Workspace, extract: Extractor, articles: Sequence[Article]) -> _Extracting:
        """Have articles extracted, by other processes at once."""
        jobs = self._jobs(space, articles)
        return jobs, extract.run(jobs)

    def _is_new(self, space: Workspace, articles: Sequence[Article]) -> bool:
        """Whether the wiki has nothing of these articles: rules extract the same of them at any time."""
        return all(
            space.symbols(article.key) is None and article.key not in self._moved for article in articles
        )

    def _taken(self, articles: Sequence[Article], results: Iterator[Result]) -> list[Digested]:
        """What was extracted of a batch, failures noted."""
        taken: list[Digested] = []
        attached = {article.key: article.attachments for article in articles}
        self._tally.notices += [notice for article in articles for notice in not_attached(article)]
        for article, result in zip(articles, results, strict=True):
            self._progress.advance()
            if self._options.spent is not None:
                self._progress.tell(self._options.spent())
            if isinstance(result, Waiting):
                self._tally.awaited.append(result.key)
                continue
            if self._learning is not None:
                self._learning.hear(result, article)
            if isinstance(result, Failed):
                self._fail(result)
                continue
            result = with_contents(result, attached[result.source.digest.key])
            if isinstance(result, Failed):
                self._fail(result)
                continue
            taken.append(result)
            self._tally.by_rules += [result.instead] if result.instead is not None else []
            self._tally.dropped.update(slip.message for slip in result.slips)
            self._tally.notices += _notices(result)
        return taken

    def _batch(
        self, space: Workspace, jobs: Sequence[Job], taken: list[Digested], articles: Sequence[Article]
    ) -> Workspace:
        """Land what was extracted of a batch."""
        self._aside.put([each for each in taken if self._aside.takes(each.source.digest.key)])
        if self._options.review:
            return space
        taken = [each for each in taken if each.source.digest.key not in self._tally.aside]
        renamed: dict[str, str] = {}
        for each in taken:
            renamed.update(each.renamed)
        olds = {article.key: digest for article, digest, _ in jobs if digest is not None}
        worded = reworded(space.fold.changed_pages(), olds.values())
        news = [each.source.digest for each in taken]
        merged = followed(worded, [(olds[each.key], each) for each in news if each.key in olds], renamed)
        renamed.update(merged.renamed)
        keys = [digest.key for digest in news]
        moves = {key: self._moved[key] for key in keys if key in self._moved}
        space.fold.carry(renamed, merged.words, {old: new for new, old in moves.items()})
        reason = f"compile {len(taken)} sources, {articles[0].key} to {articles[-1].key}"
        self._schedule.taken(keys)
        proposal = space.propose(reason, [each.source for each in taken], forget=moves.values())
        space = self._land(space, proposal, self._aside.landed(keys, moves.values()))
        self._tally.gone = [key for key in self._tally.gone if key not in moves.values()]
        self._tally.notices += tell_moved(moves)
        hidden = [each for each in worded if (each.id, each.words) not in merged.words]
        self._tally.notices += moved_on(hidden, renamed, news, space.fold.changed_pages())
        self._tally.landed.update(keys)
        return space

    def _jobs(self, space: Workspace, articles: Sequence[Article]) -> list[Job]:
        """What to extract; everything it is shown is of the wiki and the Error Book before this batch."""
        offering = None
        if self._options.waits:
            taught = self._learning if self._options.lessons else None
            told = self._affordable(taught.constraints) if taught is not None else None
            offering = OfferMaker(space, self._curator, told)
        jobs: list[Job] = []
        for article in articles:
            key = self._moved.get(article.key, article.key)
            if self._work is not None and self._work.writes:
                self._work.keep_document(article.key, article_json(article))
            # What waits is extracted as it is; what people decided in the wiki is carried when it lands.
            lands = space.symbols(key) is not None and not self._aside.takes(article.key)
            before = space.digest(key) if lands else None
            jobs.append((article, before, offering.offer(article) if offering else NOTHING_OFFERED))
        return jobs

    def _land(
        self, space: Workspace, changes: ChangeSet, beside: Sequence[Change], *, last: bool = False
    ) -> Workspace:
        """Land a batch, with the changes of the Error Book and of ``review/`` in the same transaction."""
        if self._learning is None:
            return self._writer.land(space, changes, None, beside)
        learned = self._learning.afterthoughts if last else self._learning.writes
        space = self._writer.land(space, changes, learned, beside)
        self._learning.landed()
        return space

    def _do(self, space: Workspace, steps: Iterable[tuple[Step, list[str]]]) -> Workspace:
        """Run the steps that are due. A dry run lands nothing they could work on."""
        if self._options.dry_run:
            return space
        for step, keys in steps:
            self._progress.phase(step.name, None)
            landed = [space]

            def land(before: Workspace, changes: ChangeSet, landed: list[Workspace] = landed) -> Workspace:
                landed.append(self._writer.land(before, changes))
                return landed[-1]

            stepped = self._affordable(partial(step.run, space, keys, land))
            space = landed[-1] if stepped is None else stepped.space
            if stepped is None:
                continue
            self._tally.steps += stepped.lines
            if self._learning is not None:
                self._learning.see(stepped.sightings)
        return space

    def _affordable(self, ask: Callable[[], _Value]) -> _Value | None:
        """What a model is asked beside the documents; None where the budget is spent and rules go on."""
        try:
            return ask()
        except BudgetError as error:
            if fallback_of(self._curator) is None:
                raise
            said = f"{error}; what a model is asked beside the documents was left"
            self._tally.steps += [said] if said not in self._tally.steps else []
            return None

    def _sweep(self, seen: set[str]) -> None:
        """Let go of what an agent was asked and nothing waits for: what landed, and texts that changed."""
        if self._work is not None:
            given_up = [each.key for each in (*self._tally.failed, *self._tally.by_rules)]
            self._work.sweep(seen, {*self._tally.awaited, *given_up})

    def _fail(self, failed: Failed) -> None:
        self._tally.failed.append(failed)
        self._tally.refused.add(failed.key)

    def _note_failed(self, space: Workspace, seen: set[str], scopes: tuple[str, ...]) -> None:
        """Remember what failed now, and what failed before among documents this run did not look at."""
        before = report.load_failed(space.tree.build)
        kept = [old for old in before if old.key not in seen and not old.key.startswith(scopes)]
        report.save_failed(space.tree.build, [*kept, *self._tally.failed])
        self._tally.notices += report.note_traces(space.tree.build, self._tally.failed)


def unseen(schema: Schema, keys: Iterable[str]) -> list[str]:
    """A line on each collection that a schema which names collections does not name."""
    if not schema.collections:
        return []
    known = {each.name for each in schema.collections}
    names = sorted({key.partition("/")[0] for key in keys} - known)
    return [
        f"{layout.SCHEMA_FILE} does not name the collection {name}: it takes the default layout, "
        f"{schema.layout}; `wikic init --add DOCUMENTS` gives it its own"
        for name in names
    ]


def _notices(result: Digested) -> Iterator[Notice]:
    """What a person should know of an extraction."""
    key = result.source.digest.key
    file = layout.page_file(layout.digest_path(key))
    if not result.source.digest.statements:
        yield Notice(file, f"{key} holds no statement, so it has no page")
    if result.lost:
        yield Notice(file, f"{result.lost} statements people had deleted are not in the new text of {key}")
    for part in result.left_out:
        yield Notice(file, f"left out {part}; `compile --stale` asks again")


def _with_next(
    batches: Iterable[Sequence[Article]], ahead: bool
) -> Iterator[tuple[Sequence[Article], Sequence[Article]]]:
    """Each batch and the next one; () behind the last, and where nobody looks ahead."""
    if ahead:
        yield from pairwise(chain(batches, [()]))
    else:
        yield from ((batch, ()) for batch in batches)


def _batches(articles: Iterable[Article], size: int) -> Iterator[Sequence[Article]]:
    """So many articles at a time, fewer where the files beside them would fill the memory."""
    batch: list[Article] = []
    held = 0
    for article in articles:
        weight = sum(each.size for each in article.attachments)
        if batch and (len(batch) == size or held + weight > MOST_HELD):
            yield batch
            batch, held = [], 0
        batch.append(article)
        held += weight
    if batch:
        yield batch
