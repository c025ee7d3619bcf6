"""Half of the files in a second process: it examines them and sends back small values.

A fork, where there is one: nothing is imported or listed twice, and it takes 10 ms. It is not taken where
threads run or a single processor is ours, and for few files it does not pay.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wikic import layout
from wikic.lint.cache.examine import Examined, Examiner, Plan
from wikic.lint.rule import Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Two processes examine about 5,000 files a second each; the fork and what is sent cost 30 ms.
PAYS_FROM: Final = 600


@dataclass(frozen=True, slots=True)
class _Sent:
    """What the second process sends to the first when it ends."""

    found: dict[str, list[Finding]]
    keys: dict[str, bytes]
    wide: dict[str, tuple[Finding, ...]]
    hashes: dict[str, bytes]
    asked: dict[str, set[str]]
    named: set[str]
    listed: set[str]


def processes() -> int:
    """How many processes may be used here: 1 or 2."""
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return min(2, len(os.sched_getaffinity(0)))


def examine(
    view: WikiView,
    plan: Plan,
    files: Sequence[str],
    hashes: dict[str, bytes],
    workers: int,
    wide: Sequence[Rule] = (),
) -> Examined:
    """Examine ``files``, in two processes where it pays and ``workers`` allows.

    hashes: of the bytes that were read, by file; the second process's are added.
    wide: rules that look at the whole wiki and have to run anyway, shared out as well.
    """
    examiner = Examiner(view, plan)
    if not files and not wide:
        return examiner.done
    if len(files) >= PAYS_FROM:
        view.state.names.prepare()
        view.state.by_kind  # noqa: B018 - made once, for both processes
    if workers < 2 or len(files) < PAYS_FROM:
        return _alone(examiner, files, wide)
    from multiprocessing.connection import Pipe  # a warm run does without

    mine, theirs = _halves(files)
    here, there = Pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    gc.freeze()
    child = os.fork()
    if child == 0:
        here.close()
        _second_process(there, examiner, theirs, wide[1::2], hashes)
    there.close()
    try:
        examiner.first(mine)
        with here:
            gists: dict[str, list[Any]] = here.recv()
            here.send(examiner.done.gists)
            _take_gists(view, plan, gists)
            examiner.second(mine)
            examiner.wide(wide[::2])
            sent: _Sent = here.recv()
    except (EOFError, OSError):
        # It ended early (out of memory, a signal, a bug): what it did not do is done here.
        return _alone(Examiner(view, plan), files, wide)
    finally:
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
    examiner.done.gists.update(gists)
    _merge(view, examiner.done, sent, hashes)
    return examiner.done


def _alone(examiner: Examiner, files: Sequence[str], wide: Sequence[Rule]) -> Examined:
    examiner.first(files)
    examiner.second(files)
    examiner.wide(wide)
    return examiner.done


def _second_process(
    pipe: Connection, examiner: Examiner, files: Sequence[str], wide: Sequence[Rule], hashes: dict[str, bytes]
) -> None:
    """Examine ``files`` and end; whatever goes wrong ends it early, and the first process sees that."""
    code = 1
    try:
        recorder = examiner.view.state.recorder
        examiner.first(files)
        pipe.send(examiner.done.gists)
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


def _take_gists(view: WikiView, plan: Plan, gists: dict[str, list[Any]]) -> None:
    for at, gist in enumerate(plan.gists):
        view.state.gist_table(gist.name).update((file, values[at]) for file, values in gists.items())


def _halves(files: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two halves; what belongs together stays together: a digest and its article share their stem."""
    mine: list[str] = []
    theirs: list[str] = []
    turn: dict[str, bool] = {}
    for file in files:
        if file.startswith(f"{layout.SOURCES_DIR}/"):
            stem = layout.stem(file)
            if stem not in turn:
                turn[stem] = bool(len(turn) & 1)
            (theirs if turn[stem] else mine).append(file)
        else:
            (theirs if len(theirs) < len(mine) else mine).append(file)
    return mine, theirs
