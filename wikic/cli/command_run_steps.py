"""``wikic run-steps``: what a fleet starts for each of its knowledge bases."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final

import typer

_TRIES: Final = 3  # where another fleet is quicker
_PATIENCE: Final = 24 * 3600.0  # seconds for another writer; `--timeout` ends a base sooner
_LOOKED_AT: Final = ("compile", "lint")  # their exit code 1 says that something wants a look


def run_steps(run: Callable[[Sequence[str]], int], base: Path, alive: int) -> None:
    """Run commands, each a JSON list on a line of standard input, until one fails.

    What each printed and its exit code go to standard output, a JSON object a line.

    base: the knowledge base; a writer that is at it, because its fleet died or another fleet runs, is waited
        for. What another one has initialised meanwhile is gone on with.
    alive: descriptor of a pipe that whoever waits for this process holds open.
    """
    from wikic.wiki.lock import WRITING

    asked = [json.loads(line) for line in sys.stdin]
    threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
    for arguments in asked:
        for _ in range(_TRIES):
            _wait_for_writer(base)
            out, err = StringIO(), StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                code = 0 if _is_done(arguments[0], base) else run(arguments)
            if not code or not (WRITING in err.getvalue() or _is_done(arguments[0], base)):
                break
        print(json.dumps({"code": code, "out": out.getvalue(), "err": err.getvalue()}), flush=True)
        if code not in ((0, 1) if arguments[0] in _LOOKED_AT else (0,)):
            raise typer.Exit(1)


def _end_with(alive: int) -> None:
    """End this process in order when the pipe is closed; kill it, with all it started, where it does not."""
    from wikic.fleet.child import GRACE

    with suppress(OSError):
        os.read(alive, 1)
    main = threading.main_thread().ident
    if main is not None:
        # To that thread, so that what it waits in is interrupted. Treated as Ctrl-C: see ``_interrupt``.
        signal.pthread_kill(main, signal.SIGTERM)
    time.sleep(GRACE)
    if os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _is_done(command: str, base: Path) -> bool:
    """Whether the wiki that is to be begun is there."""
    from wikic import layout

    return command == "init" and (base / layout.WIKI_DIR / layout.SCHEMA_FILE).exists()


def _wait_for_writer(base: Path) -> None:
    from wikic import build_dir, layout
    from wikic.errors import WikicError
    from wikic.wiki import lock

    with suppress(WikicError):  # said again, and better, by the first command
        if (build_dir.at(base) / layout.LOCK_FILE).exists():
            with lock.writer(base, wait=_PATIENCE):
                pass
