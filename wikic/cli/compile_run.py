"""One compile as the command line asks for it, and what became of it."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Final

from wikic.cli import console
from wikic.cli.change_report import refresh
from wikic.compiler.article_digest import Failed
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import CompileRun
from wikic.curation import Curation
from wikic.errors import WikicError
from wikic.remembered import forget_all

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
                refresh(curation.session, report, progress)
            except (WikicError, KeyboardInterrupt) as stopped:
                error = stopped
    return Done(report, monotonic() - began, error)
