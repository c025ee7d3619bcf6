"""Extraction of many articles: in this process, spread over several, or waiting on threads for a model.

The results are the same bytes, whichever it is.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Final, NoReturn

from wikic.compiler.article_digest import Digested, Failed, Reading, Waiting, digest_article
from wikic.compiler.daemon_threads import DaemonThreads
from wikic.compiler.options import Options
from wikic.curator.packs import PackingCurator, Paper
from wikic.curator.protocol import Curator, Offer
from wikic.errors import (
    BudgetError,
    FormatError,
    ModelError,
    OutOfTime,
    PendingError,
    WikicError,
    WorkerError,
)
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.schema import Schema
from wikic.time_limit import bound, within

# An article, the digest of its older text or None, and what its extraction is shown of the wiki.
Job = tuple[Article, Digest | None, Offer]
Result = Digested | Failed | Waiting


class Packer:
    """Extracts articles with a curator that reads several at once."""

    def __init__(self, curator: PackingCurator, schema: Schema, today: str) -> None:
        self._curator = curator
        self._schema = schema
        self._today = today

    def packs(self, jobs: Sequence[Job]) -> list[Sequence[Job]]:
        """The jobs in the groups that are read together, in order."""
        cut: list[Sequence[Job]] = []
        at = 0
        for size in self._curator.packs([self._paper(job) for job in jobs], self._schema):
            cut.append(jobs[at : at + size])
            at += size
        return cut

    def digest(self, jobs: Sequence[Job]) -> list[Result]:
        """Extract, check and build the files of one pack, in order.

        Where something fails that nobody foresaw, each is extracted alone, so that only that one fails.

        Raises QuotaError, CredentialsError and BudgetError as the curator does.
        """
        try:
            return self._together(jobs)
        except PendingError as error:
            return [Waiting(article.key, error.slips) for article, _, _ in jobs]
        except WikicError as error:
            if not isinstance(error, FormatError):
                raise
        except Exception:  # noqa: BLE001 - whose document it is shows when each is extracted alone
            pass
        return [
            digest_article(article, self._curator, self._schema, self._today, before, offer)
            for article, before, offer in jobs
        ]

    def _together(self, jobs: Sequence[Job]) -> list[Result]:
        results: list[Result | Reading] = [
            Reading.of(article, self._curator, self._schema, self._today, before)
            for article, before, _ in jobs
        ]
        open_ = [(at, each) for at, each in enumerate(results) if isinstance(each, Reading)]
        papers = [Paper(each.article, each.blocks, jobs[at][2]) for at, each in open_]
        taken: list[tuple[int, Reading]] = []
        try:
            proposals = self._curator.extract_pack(papers, self._schema)
        except BudgetError as error:
            proposals = (error,) * len(papers)
        for (at, reading), proposal in zip(open_, proposals, strict=True):
            if isinstance(proposal, ModelError):
                results[at] = reading.failed(proposal)
            else:
                reading.take(proposal)
                taken.append((at, reading))
        try:
            checked = self._curator.verify_pack([reading.claimed() for _, reading in taken])
        except BudgetError as error:
            checked = (error,) * len(taken)
        for (at, reading), verdicts in zip(taken, checked, strict=True):
            if isinstance(verdicts, ModelError):
                results[at] = reading.failed(verdicts)
            else:
                results[at] = reading.digested(verdicts)
        return [each for each in results if not isinstance(each, Reading)]

    def _paper(self, job: Job) -> Paper:
        article, before, offer = job
        try:
            reading = Reading.of(article, self._curator, self._schema, self._today, before)
        except Exception:  # noqa: BLE001 - it fails again, and is named, where it is extracted
            return Paper(article, (), offer)
        if isinstance(reading, Failed):  # it says nothing, and nobody is asked
            return Paper(article, (), offer)
        return Paper(reading.article, reading.blocks, offer)


WORTH_A_PROCESS: Final = 200  # articles; starting a worker costs as much as extracting about 100
_INTERRUPTS: Final = frozenset({signal.SIGINT, signal.SIGTERM})
CHUNK: Final = 32  # articles handed over at once: few enough for progress, enough to hide the hand-over


class Extractor:
    """Extracts articles with one curator and schema; an article that takes too long has failed."""

    def __init__(
        self, curator: Curator, schema: Schema, options: Options, pool: ProcessPoolExecutor | None = None
    ) -> None:
        self._curator = curator
        self._schema = schema
        self._today = options.today
        self._seconds = options.seconds
        self._pool = pool
        self._threads = options.jobs if options.waits else 1

    @property
    def ahead(self) -> bool:
        """Whether others are at it while this process does something else."""
        return self._pool is not None

    def run(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """Results in the order of ``jobs``; processes begin at once, all else when the first is asked for.

        Asking for a result raises WorkerError where a process died.
        """
        return self._spread(self._pool, jobs) if self._pool is not None else self._run(jobs)

    def _run(self, jobs: Sequence[Job]) -> Iterator[Result]:
        if isinstance(self._curator, PackingCurator):
            packer = Packer(self._curator, self._schema, self._today)
            for results in DaemonThreads(packer.digest, self._threads).map(packer.packs(jobs)):
                yield from results
        elif self._threads > 1:
            yield from DaemonThreads(self._one, self._threads).map(jobs)
        else:
            yield from map(self._one, jobs)

    def _one(self, job: Job) -> Result:
        return _digested(job, self._curator, self._schema, self._today, self._seconds)

    def _spread(self, pool: ProcessPoolExecutor, jobs: Sequence[Job]) -> Iterator[Result]:
        results: Iterator[Result] = iter(())
        broken: BrokenProcessPool | None = None
        try:
            with _interrupts_held():  # every worker is started in here
                results = pool.map(_extract, jobs, chunksize=CHUNK)
        except BrokenProcessPool as error:  # said when it is the turn of these jobs
            broken = error
        return _told(results, broken)


def _told(results: Iterator[Result], broken: BrokenProcessPool | None) -> Iterator[Result]:
    """Results, and the death of a process in words."""
    try:
        if broken is not None:
            raise broken
        yield from results
    except BrokenProcessPool as error:
        raise WorkerError(
            "a process that extracts died, perhaps for want of memory; this batch was not taken in",
            hint="run it again, with --jobs 1 if it happens again",
        ) from error


@contextmanager
def extractor(curator: Curator, schema: Schema, options: Options, articles: int) -> Iterator[Extractor]:
    """An extractor for about ``articles`` articles, ``options.jobs`` at once; its processes end with it.

    Where the curator waits for replies the jobs are threads; else they are processes, and a small number of
    articles stays in this one.
    """
    if options.waits or options.jobs < 2 or articles < WORTH_A_PROCESS:
        yield Extractor(curator, schema, options)
        return
    # spawn: the caller has threads (progress), and forking a threaded process can hang.
    with _heard_once():
        told = (curator, schema, options.today, options.seconds)
        pool = ProcessPoolExecutor(options.jobs, get_context("spawn"), _start, told)
        try:
            yield Extractor(curator, schema, options, pool)
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _heard_once() -> Iterator[None]:
    """Ctrl-C is heard once: pressed again while workers are told to end, these would wait for ever."""
    before = signal.getsignal(signal.SIGINT)

    def heard(number: int, frame: FrameType | None) -> NoReturn:
        # SIGTERM, which is passed on to it, is not heard again either.
        signal.signal(signal.SIGINT, lambda *_: None)
        if callable(before):
            before(number, frame)
        raise KeyboardInterrupt

    if before is signal.SIG_IGN or current_thread() is not main_thread():
        yield
        return
    signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes started in here never see Ctrl-C, which the terminal sends to all of us; it is the parent's.

    They inherit the mask from their first moment on; a handler of their own would come too late for the
    one pressed while they import. Nor is the parent interrupted while it hands them what they start from.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it would lift the mask
    signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)


_worker: tuple[Curator, Schema, str, float]


def _start(curator: Curator, schema: Schema, today: str, seconds: float) -> None:
    global _worker
    _worker = (curator, schema, today, seconds)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where there is no mask to inherit
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})  # with it the pool ends its workers
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed cannot end its workers, and they would wait for it for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _extract(job: Job) -> Result:
    return _digested(job, *_worker)


def _digested(job: Job, curator: Curator, schema: Schema, today: str, seconds: float) -> Result:
    article, before, offer = job
    try:
        return within(
            bound(seconds, len(article.text)),
            lambda: digest_article(article, curator, schema, today, before, offer),
        )
    except OutOfTime as error:
        return Failed(article.key, str(error))
