"""The process that waits with wikic loaded, and becomes the command when it is asked to, by a fork.

Started by `loaded.py`, which says why; `relay.py` asks it as well.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import selectors
import signal
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

WITH_ALL: Final = 3  # the seed of the process that has the libraries of models and of servers too
LONGEST: Final = 1 << 17  # bytes of a command line
# What commands import when they need it and may be loaded once for all; nothing of it starts a thread.
_LIBRARIES: Final = (
    *(
        "tantivy",
        "wikic.store.leveldb",
        "rapidfuzz.process",
        "rapidfuzz.fuzz",
        "markdown_it",
        "watchdog.observers",
    ),
    *("msgspec.json", "msgspec.msgpack", "selectolax.lexbor", "yaml", "frontmatter", "filelock"),
    *("redis", "fsspec.implementations.http"),
)
# Seconds and a hundred megabytes of it, so not in each process.
_MORE_LIBRARIES: Final = ("numpy", "mcp.server", "mcp_types", "anyio", "uvicorn", "pygls.lsp.server")


def _load() -> None:
    sys.path.remove(str(Path(__file__).parent))  # where a script stands is searched first
    seed = int(os.environ.pop("PYTHONHASHSEED"))
    import wikic

    for each in pkgutil.walk_packages(wikic.__path__, "wikic."):
        if not each.name.endswith("__main__"):
            importlib.import_module(each.name)
    for name in (*_LIBRARIES, *(_MORE_LIBRARIES if seed == WITH_ALL else ())):
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # not on this machine
    if seed == WITH_ALL:
        from wikic.errors import MissingExtraError
        from wikic.llm.litellm_model import _litellm

        with suppress(MissingExtraError):
            _litellm()
    gc.collect()
    gc.freeze()  # the collector would write to every value, and so copy it


class _Asked:
    """Commands, from the tests and from whoever connects."""

    def __init__(self, tests: str, others: str) -> None:
        self._tests, self._others = (socket.socket(fileno=int(each)) for each in (tests, others))

    def next(self) -> tuple[list[str], str, int, dict[str, str], list[int]] | None:
        """The next one: arguments, folder, memory, variables, descriptors; None once the tests are gone."""
        with selectors.DefaultSelector() as waiting:
            for each in (self._tests, self._others):
                waiting.register(each, selectors.EVENT_READ)
            ready = {key.fileobj for key, _ in waiting.select()}
        if self._tests in ready:
            data, streams, _, _ = socket.recv_fds(self._tests, LONGEST, 4)
        else:
            with self._others.accept()[0] as other:
                data, streams, _, _ = socket.recv_fds(other, LONGEST, 4)
        if not data:
            return None
        return *json.loads(data), list(streams)

    def close(self) -> None:
        """Leave both to the process that waits."""
        self._tests.close()
        self._others.close()


def _become(asked: _Asked) -> None:
    """Return in a process that is to be the command, its streams, folder and arguments set."""
    while (command := asked.next()) is not None:
        arguments, folder, memory, more, (telling, *streams) = command
        if os.fork():
            for each in (telling, *streams):
                os.close(each)
            continue
        # A process of its own waits for the command and tells how it ended: commands run beside each other.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        asked.close()
        child = os.fork()
        if child:
            for each in {*streams}:
                os.close(each)
            os.write(telling, b"%16d" % child)
            _, status = os.waitpid(child, 0)
            os.write(telling, b"%d" % os.waitstatus_to_exitcode(status))
            os._exit(0)
        _take(streams)
        os.close(telling)
        if memory:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.environ.update(more)
        os.chdir(folder)
        sys.argv = ["wikic", *arguments]
        return
    sys.exit(0)


def _take(streams: list[int]) -> None:
    """Make descriptors the standard streams."""
    for at, each in enumerate(streams):
        os.dup2(each, at)
    for each in {*streams}:
        os.close(each)
    # New ones: those it began with have looked at what they read and wrote.
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115


if __name__ == "__main__":
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how those that tell have ended
    _become(_Asked(*sys.argv[1:]))
    from wikic.cli.main import main

    ended = main()
    # As an interpreter ends, but for taking every module apart: that would copy all that the fork shares.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)
