"""One compile as the command line asks for it, and with ``--watch`` one whenever its documents change."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

from wikic.cli import change_report, console
from wikic.compiler import collection_homes
from wikic.compiler.article_digest import Failed
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.curation import Curation
from wikic.errors import BudgetError, CredentialsError, LockedError, QuotaError, WikicError
from wikic.remembered import forget_all
from wikic.session import Session
from wikic.wiki.documents import walk
from wikic.wiki.documents.following import Following, touches
from wikic.wiki.schema_file import Decided, parse_schema

_MANY: Final = 10_000  # documents


@dataclass(frozen=True, slots=True)
class Request:
    """What ``wikic compile`` was asked for: documents, and how, as in ``Options``; None for as configured."""

    documents: Sequence[Path]
    jobs: int | None = None
    collection: str | None = None
    stale: bool = False
    prune: bool = False
    dry_run: bool = False
    lessons: bool = True
    review: bool = False
    given_up: Sequence[Failed] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """One run that has ended.

    report: what it did, where it was stopped too.
    seconds: how long it took.
    error: what stopped it, None for its end.
    """

    report: Report
    seconds: float
    error: WikicError | KeyboardInterrupt | None


def options(curation: Curation, request: Request) -> Options:
    """How to compile for ``request``, as configured."""
    found = curation.options(
        jobs=request.jobs,
        collection=request.collection,
        stale=request.stale,
        prune=request.prune,
        dry_run=request.dry_run,
        lessons=request.lessons,
    )
    return replace(found, given_up=tuple(request.given_up), review=request.review, names_files=False)


def run(curation: Curation, request: Request, *, quiet: bool) -> Done:
    """Compile, and bring the indexes in step; what stops it is in the result."""
    began = monotonic()
    chosen = options(curation, request)
    error: WikicError | KeyboardInterrupt | None = None
    with console.stop_said(), console.progress(quiet) as progress:
        steps = curation.steps(chosen)
        compiling = CompileRun(
            curation.session.root, curation.curator, chosen, steps=steps, progress=progress
        )
        try:
            compiling.compile(request.documents)
        except (WikicError, KeyboardInterrupt) as stopped:
            error = stopped
        report = compiling.report()
        del compiling
        if error is None and not chosen.dry_run:
            try:
                if len(report.added) + len(report.changed) + report.unchanged > _MANY:
                    forget_all()  # the indexes need the room
                    gc.collect()  # the fold is held in cycles
                change_report.refresh(curation.session, report, progress)
            except (WikicError, KeyboardInterrupt) as stopped:
                error = stopped
    return Done(report, monotonic() - began, error)


_AGAIN: Final = 2.0  # seconds until a round that failed is tried again, where no document changes before
_REST: Final = 5  # or so many times what it took: a disk that stays full must not cost a processor
# What models took is said of the whole watch, as its limits hold for it.
_MODEL: Final = "model so far"
# Nothing that a person mends while it waits: what they limit is used up, or was never there.
_FINAL: Final = (BudgetError, QuotaError, CredentialsError)


def follow(curation: Curation, request: Request, *, polling: bool, quiet: bool, json: bool) -> None:
    """Compile now and after every change. Ctrl-C while it waits ends it well, in a round as a compile's does.

    Raises what ends the first round, but for LockedError, and what ends a run with a model.
    """
    rounds = _Rounds(curation, request, quiet=quiet, json=json)
    at_work = True
    try:
        root, documents, collection = curation.session.root, request.documents, request.collection
        schema = parse_schema(Decided.on_disk(root).schema)
        known = collection_homes.inside(root, documents, collection, schema)
        with Following(documents, collection, walk.ours(root), known=known, polling=polling) as following:
            changed: frozenset[str] = frozenset()
            while True:
                at_work = True
                pause = rounds.run(changed)
                at_work = False
                rounds.wait_for(following)
                gc.collect()  # a round leaves its wiki in cycles, which are hardly ever looked for
                changed = following.take(pause)
    except KeyboardInterrupt:
        if at_work:
            raise


class _Rounds:
    """The rounds of one watch, each a compile of its own with what was configured by then.

    What a round has said the next one does not say again: failures, sources whose documents are gone, notices
    and an error are said when they are new, or when the document has changed and they are still there.
    """

    def __init__(self, curation: Curation, request: Request, *, quiet: bool, json: bool) -> None:
        self._curation = curation
        self._request = request
        self._quiet = quiet
        self._json = json
        self._first = True  # until a round has come to its end
        self._changed: frozenset[str] = frozenset()  # since then
        self._told = Report()  # what there was to say of the wiki last
        self._skipped: set[str] = (
            set()
        )  # ever said of files that are no documents: editors leave some, and go
        self._error = ""  # that ended the last round
        self._reason = ""  # for looking at the files
        self._spoke = True

    def run(self, changed: frozenset[str]) -> float | None:
        """One round; the seconds until it has to be tried again, None where it came to its end.

        changed: keys of what changed since the last.
        """
        self._changed |= changed
        try:
            session = Session.open(self._curation.session.root)
            done = run(replace(self._curation, session=session), self._request, quiet=self._quiet)
        except WikicError as error:  # wikic.toml, half written
            done = Done(Report(), 0.0, error)
        if done.error is not None:
            return self._failed(done, done.error)
        self._say(done)
        self._error = ""
        self._first = False
        self._changed = frozenset()
        self._told = done.report
        # Asked for once; and what a model was asked in vain it is not asked again before the text changes.
        self._request = replace(
            self._request, stale=False, given_up=(*done.report.failed, *done.report.by_rules)
        )
        return None

    def wait_for(self, following: Following) -> None:
        """Say that it waits, where something was said since it last did."""
        if following.reason and following.reason != self._reason:
            self._reason = following.reason
            self._tell(f"looks at the files every second: {following.reason}")
        if self._spoke:
            named = ", ".join(str(each) for each in self._request.documents[:3])
            more = len(self._request.documents) - 3
            named += f" and {more:,} more" if more > 0 else ""
            then = "tries again until it works, and when they change; " if self._error else ""
            self._tell(f"watching {named}; {then}Ctrl-C ends")
        self._spoke = False
        sys.stdout.flush()  # a log or a pipe shows each round when it is over

    def _failed(self, done: Done, error: WikicError | KeyboardInterrupt) -> float:
        news = self._news(done.report)
        if not self._json:
            spent = self._curation.totals()
            change_report.say_stopped(news, spent, done.seconds, quiet=self._quiet, model=_MODEL)
        may_pass = isinstance(error, LockedError) or not self._first
        if isinstance(error, (KeyboardInterrupt, *_FINAL)) or not may_pass:
            raise error
        if str(error) != self._error:
            hint = "" if isinstance(error, LockedError) else error.hint
            self._error = str(error)
            self._spoke = True
            console.complain(f"wikic: {error}", *([f"  {hint}"] if hint else []))
            if self._json:
                self._say_line(done.report, {"error": str(error), "hint": hint})
        told = self._told
        self._told = replace(
            told,
            failed=(*told.failed, *news.failed),
            gone=(*told.gone, *news.gone),
            notices=(*told.notices, *news.notices),
        )
        given_up = (*self._request.given_up, *news.failed, *news.by_rules)
        self._request = replace(self._request, given_up=given_up)
        return max(_AGAIN, _REST * done.seconds)

    def _say(self, done: Done) -> None:
        self._spoke = self._first or bool(self._error)
        if self._json:
            self._say_line(done.report, {})
            return
        news = self._news(done.report)
        self._spoke |= replace(news, unchanged=0, dropped=()) != Report()
        if self._spoke:
            spent = self._curation.totals()
            change_report.say_done(news, spent, done.seconds, quiet=self._quiet, model=_MODEL)

    def _say_line(self, report: Report, more: dict[str, Any]) -> None:
        spent = self._curation.totals()
        said = change_report.report_json(self._curation.session.root, report) | more
        console.say_json_line(said, model=spent)

    def _news(self, report: Report) -> Report:
        """What of a report has not been said."""
        told = self._told
        skipped = tuple(each for each in report.skipped if each not in self._skipped)
        self._skipped.update(skipped)
        return replace(
            report,
            failed=tuple(
                each for each in report.failed if each not in told.failed or touches(self._changed, each.key)
            ),
            by_rules=tuple(
                each
                for each in report.by_rules
                if each not in told.by_rules or touches(self._changed, each.key)
            ),
            gone=tuple(each for each in report.gone if each not in told.gone),
            notices=tuple(each for each in report.notices if each not in told.notices),
            skipped=skipped,
            waiting=tuple(each for each in report.waiting if each not in (*told.waiting, *told.aside)),
            rejected=tuple(each for each in report.rejected if each not in told.rejected),
        )

    def _tell(self, line: str) -> None:
        if not self._quiet:
            console.complain(line)
