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

_LOOKED_AT: Final = ("compile", "lint")  # their exit code 1 says that something wants a look


def run_steps(run: Callable[[Sequence[str]], int], base: Path, alive: int) -> None:
    """Run commands, each a JSON list on a line of standard input, until one fails.

    What each printed and its exit code go to standard output, a JSON object a line.

    base: the knowledge base; a writer that is still ending there, because its fleet died, is waited for.
    alive: descriptor of a pipe that whoever waits for this process holds open.
    """
    asked = [json.loads(line) for line in sys.stdin]
    threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
    _wait_for_writer(base)
    for arguments in asked:
        out, err = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(arguments)
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


def _wait_for_writer(base: Path) -> None:
    from wikic import build_dir, layout
    from wikic.errors import WikicError
    from wikic.fleet.child import GRACE
    from wikic.wiki import lock

    with suppress(WikicError):  # said again, and better, by the first command
        if (build_dir.at(base) / layout.LOCK_FILE).exists():
            with lock.writer(base, wait=GRACE + 5.0):
                pass
