"""A share of the files for each processor: forks examine theirs and send back small values.

A fork, where there is one: nothing is imported or listed twice, and it takes 10 ms. It is not taken where
threads run or a single processor is ours, and for few files it does not pay.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.lint.cache.examine import Examined, Examiner, Plan
from wikic.lint.view.wiki_view import WikiView

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Of so many files each process has its share at least: a process examines 2,500 to 5,000 files a second; the
# fork and what is sent cost 30 ms.
SHARE: Final = 300
# Unless more are asked for: every process takes in what all others tell of their files.
USUALLY: Final = 4


def processes() -> int:
    """How many processes to use where nobody says."""
    forks = hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1
    return min(USUALLY, len(os.sched_getaffinity(0))) if forks else 1


def examine(
    view: WikiView, plan: Plan, files: Collection[str], hashes: dict[str, bytes], workers: int
) -> Examined:
    """Examine ``files``, in as many processes as pay and ``workers`` allows.

    hashes: of the bytes that were read, by file; those of other processes are added.
    """
    number = min(workers, len(files) // SHARE)
    if number < 2 or not hasattr(os, "fork"):
        return _alone(Examiner(view, plan, files))
    view.state.by_kind  # noqa: B018 - made once, for all processes
    mine, *others = (Examiner(view, plan, share) for share in _shares(files, number))
    try:
        _together(mine, others, hashes)
    except (EOFError, OSError):
        # One ended early (out of memory, a signal, a bug): what it did not do is done here.
        return _alone(Examiner(view, plan, files))
    return mine.done


def _alone(examiner: Examiner) -> Examined:
    examiner.gather()
    examiner.check()
    return examiner.done


def _together(mine: Examiner, others: Sequence[Examiner], hashes: dict[str, bytes]) -> None:
    """Have each of the others at work in a fork, and take over what they found."""
    from multiprocessing import get_context  # a warm run does without

    context = get_context("fork")
    pipes: list[Connection] = []
    forks = []
    gc.freeze()
    try:
        for examiner in others:
            here, there = context.Pipe()
            inherited = (here, *pipes)  # a fork that held them would not see the first process end
            fork = context.Process(target=_other_process, args=(there, inherited, examiner, hashes))
            fork.start()
            there.close()
            pipes.append(here)
            forks.append(fork)
        mine.gather()
        gists = dict(mine.done.gists)
        for pipe in pipes:
            gists |= pipe.recv()
        for pipe in pipes:
            pipe.send(gists)
        mine.take(gists)
        mine.check()
        recorder = mine.view.state.recorder
        mine.done.gists = gists
        for pipe in pipes:
            done, read, asked, by_name, by_listing = pipe.recv()
            for file, found in done.found.items():
                mine.done.found.setdefault(file, []).extend(found)
            mine.done.keys |= done.keys
            hashes |= read
            recorder.files |= asked
            recorder.by_name |= by_name
            recorder.by_listing |= by_listing
    finally:
        for pipe in pipes:  # all of them first: this ends a fork that waits
            pipe.close()
        for fork in forks:
            fork.join()


def _other_process(
    pipe: Connection, inherited: Sequence[Connection], examiner: Examiner, hashes: dict[str, bytes]
) -> None:
    """Examine a share and end; whatever goes wrong ends it early, and the first process sees that."""
    for other in inherited:
        other.close()
    try:
        examiner.gather()
        pipe.send(examiner.done.gists)
        examiner.take(pipe.recv())
        examiner.done.gists = {}
        examiner.check()
        recorder = examiner.view.state.recorder
        pipe.send((examiner.done, hashes, recorder.files, recorder.by_name, recorder.by_listing))
    finally:
        os._exit(0)  # no handlers, no flushing: they are the first process's


def _shares(files: Collection[str], number: int) -> list[list[str]]:
    """So many shares, each file in turn; a digest and its article, which share their stem, stay together."""
    shares: list[list[str]] = [[] for _ in range(number)]
    of_stem: dict[str, int] = {}
    for at, file in enumerate(sorted(files)):
        source = file.startswith(f"{layout.SOURCES_DIR}/")
        turn = of_stem.setdefault(layout.stem(file), at % number) if source else at % number
        shares[turn].append(file)
    return shares
