"""A share of the files for each processor: forks examine theirs and send back small values.

A fork, where there is one: nothing is imported or listed twice, and it takes 10 ms. It is not taken where
threads run or a single processor is ours, and for few files it does not pay.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heapify, heapreplace
from typing import TYPE_CHECKING, Any, Final

from wikic import layout
from wikic.lint.cache.examine import Examined, Examiner, Plan
from wikic.lint.rule import Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Of so many files each process has its share at least: a process examines 2,500 to 5,000 files a second; the
# fork and what is sent cost 30 ms.
SHARE: Final = 300
# Unless more are asked for: every process takes in what all others tell of their files.
USUALLY: Final = 4
# What a file costs, in bytes of it, before its first byte is read.
_EACH: Final = 2_000

Gists = dict[str, list[Any]]


@dataclass(frozen=True, slots=True)
class _Sent:
    """What a fork sends when it ends."""

    found: dict[str, list[Finding]]
    keys: dict[str, bytes]
    wide: dict[str, tuple[Finding, ...]]
    hashes: dict[str, bytes]
    asked: dict[str, set[str]]
    named: set[str]
    listed: set[str]


class _Forks:
    """Forks at work, each at the end of a pipe. Closing the pipes ends them; then they are waited for."""

    def __init__(self) -> None:
        self.pipes: list[Connection] = []
        self._numbers: list[int] = []

    def __enter__(self) -> _Forks:
        sys.stdout.flush()
        sys.stderr.flush()
        gc.freeze()
        return self

    def start(
        self,
        examiner: Examiner,
        files: Sequence[str],
        wide: Sequence[Rule],
        hashes: dict[str, bytes],
        others: int,
    ) -> None:
        """One more, which examines ``files``, so many others at work. Raises ``OSError`` for none."""
        from multiprocessing.connection import Pipe  # a warm run does without

        here, there = Pipe()
        number = os.fork()
        if number == 0:
            for pipe in (here, *self.pipes):
                pipe.close()
            _other_process(there, examiner, files, wide, hashes, others)
        there.close()
        self.pipes.append(here)
        self._numbers.append(number)

    def __exit__(self, *error: object) -> None:
        for pipe in self.pipes:  # all of them first: a fork may wait for another
            pipe.close()
        for number in self._numbers:
            with suppress(ChildProcessError):
                os.waitpid(number, 0)


def processes() -> int:
    """How many processes to use where nobody says."""
    return min(USUALLY, len(os.sched_getaffinity(0))) if _may_fork() else 1


def _may_fork() -> bool:
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def examine(
    view: WikiView,
    plan: Plan,
    files: Mapping[str, int],
    hashes: dict[str, bytes],
    workers: int,
    wide: Sequence[Rule] = (),
) -> Examined:
    """Examine ``files``, in as many processes as pay and ``workers`` allows.

    files: sizes in bytes by file, in the order in which findings come.
    hashes: of the bytes that were read, by file; those of other processes are added.
    wide: rules that look at the whole wiki and have to run anyway, shared out as well.
    """
    examiner = Examiner(view, plan)
    if not files and not wide:
        return examiner.done
    number = min(workers, len(files) // SHARE)
    if len(files) >= 2 * SHARE:
        view.state.names.prepare()
        view.state.by_kind  # noqa: B018 - made once, for all processes
    if number < 2 or not hasattr(os, "fork"):
        return _alone(examiner, list(files), wide)
    mine, *others = _shares(files, number)
    try:
        with _Forks() as forks:
            for at, files_of_one in enumerate(others, start=1):
                forks.start(examiner, files_of_one, wide[at::number], hashes, len(others))
            examiner.first(mine)
            gists = _exchanged(forks.pipes, examiner)
            examiner.second(mine)
            examiner.wide(wide[::number])
            sent: list[_Sent] = [pipe.recv() for pipe in forks.pipes]
    except (EOFError, OSError):
        # One ended early (out of memory, a signal, a bug): what it did not do is done here.
        return _alone(Examiner(view, plan), list(files), wide)
    examiner.done.gists.update(gists)
    for each in sent:
        _merge(view, examiner.done, each, hashes)
    return examiner.done


def _alone(examiner: Examiner, files: Sequence[str], wide: Sequence[Rule]) -> Examined:
    examiner.first(files)
    examiner.second(files)
    examiner.wide(wide)
    return examiner.done


def _exchanged(pipes: Sequence[Connection], examiner: Examiner) -> Gists:
    """The gists of all other processes; each is given those of all but itself, as they came."""
    from multiprocessing.reduction import ForkingPickler

    came = [pipe.recv_bytes() for pipe in pipes]
    own = bytes(ForkingPickler.dumps(examiner.done.gists))
    for at, pipe in enumerate(pipes):
        for each in (own, *came[:at], *came[at + 1 :]):
            pipe.send_bytes(each)
    del own
    gists: Gists = {}
    while came:
        gists.update(ForkingPickler.loads(came.pop()))
    _take_gists(examiner.view, examiner.plan, gists)
    return gists


def _other_process(
    pipe: Connection,
    examiner: Examiner,
    files: Sequence[str],
    wide: Sequence[Rule],
    hashes: dict[str, bytes],
    others: int,
) -> None:
    """Examine ``files`` and end; whatever goes wrong ends it early, and the first process sees that."""
    code = 1
    try:
        recorder = examiner.view.state.recorder
        examiner.first(files)
        pipe.send(examiner.done.gists)
        for _ in range(others):
            _take_gists(examiner.view, examiner.plan, pipe.recv())
        examiner.second(files)
        examiner.wide(wide)
        sent = _Sent(
            examiner.done.found,
            examiner.done.keys,
            examiner.done.wide,
            hashes,
            recorder.files,
            recorder.by_name,
            recorder.by_listing,
        )
        pipe.send(sent)
        code = 0
    finally:
        os._exit(code)  # no handlers, no flushing: they are the first process's


def _merge(view: WikiView, done: Examined, sent: _Sent, hashes: dict[str, bytes]) -> None:
    for file, found in sent.found.items():
        done.found.setdefault(file, []).extend(found)
    done.keys.update(sent.keys)
    done.wide.update(sent.wide)
    hashes.update(sent.hashes)
    view.state.recorder.add(sent.asked, sent.named, sent.listed)


def _take_gists(view: WikiView, plan: Plan, gists: Gists) -> None:
    for at, gist in enumerate(plan.gists):
        view.state.gist_table(gist.name).update((file, values[at]) for file, values in gists.items())


def _shares(files: Mapping[str, int], number: int) -> list[list[str]]:
    """So many shares of much the same work; what belongs together stays together: a digest and its article
    share their stem."""
    shares: list[list[str]] = [[] for _ in range(number)]
    lightest = [(0, at) for at in range(number)]
    heapify(lightest)
    turn: dict[str, int] = {}
    for file, size in files.items():
        weight, at = lightest[0]
        if file.startswith(f"{layout.SOURCES_DIR}/"):
            stem = layout.stem(file)
            if stem in turn:
                shares[turn[stem]].append(file)
                continue
            turn[stem] = at
            size *= 2  # the other of the two is much like it
        shares[at].append(file)
        heapreplace(lightest, (weight + size + _EACH, at))
    return shares
