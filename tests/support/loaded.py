"""Processes that have wikic loaded already and become the command when they are asked to, by a fork.

To load wikic takes a process longer than what most tests' commands do after that, and the suite runs two
thousand of them. A fork is a process of its own all the same: own memory, folder, streams and exit code.

One process waits with each of ``SEEDS``, and calls take turns, so that what depends on the order of a set
shows as it does between processes that were started.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import itertools
import json
import os
import pkgutil
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

SEEDS: Final = (1, 2)
WITH_MODELS: Final = 3  # the seed of a third, for commands with ``--model``: it has the models' library too
LONGEST: Final = 1 << 17  # bytes of a command line
# What commands import when they need it and may be loaded once for all; nothing of it starts a thread.
_LIBRARIES: Final = (
    *(
        "tantivy",
        "wikic.store.plyvel_engine",
        "rapidfuzz.process",
        "rapidfuzz.fuzz",
        "markdown_it",
        "watchdog.observers",
    ),
    *("msgspec.json", "msgspec.msgpack", "selectolax.lexbor", "yaml", "frontmatter", "filelock"),
    *("redis", "fsspec.implementations.http"),
)


class Loaded:
    """A process that waits with wikic loaded."""

    def __init__(self, seed: int, environment: Mapping[str, str]) -> None:
        self._asking, listening = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with listening:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(listening.fileno())],
                pass_fds=[listening.fileno()],
                env={**environment, "PYTHONHASHSEED": str(seed)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    @property
    def waits(self) -> bool:
        """Whether the process is still there."""
        return self._process.poll() is None

    def run(
        self, arguments: list[str], folder: Path, memory: int, more: Mapping[str, str]
    ) -> tuple[int, str, str]:
        """Exit code, output and error output of ``wikic`` with these arguments in this folder.

        memory: bytes of address space that it may take, 0 for any number. more: variables that it sees, too.
        """
        asked = json.dumps([arguments, str(folder.absolute()), memory, dict(more)]).encode()
        ends = [os.pipe() for _ in ("exit code", "output", "errors")]
        try:
            # One message, so that two threads that ask at once do not ask each other's.
            socket.send_fds(self._asking, [asked], [writing for _, writing in ends])
        finally:
            for _, writing in ends:
                os.close(writing)
        code, out, err = _read([reading for reading, _ in ends])
        assert code, f"wikic {arguments} was killed, or the process that forks it"
        return int(code), out.decode(), err.decode()


def _read(pipes: list[int]) -> list[bytes]:
    """What comes out of each pipe until all have ended."""
    found = {pipe: bytearray() for pipe in pipes}
    with selectors.DefaultSelector() as open_ones:
        for pipe in pipes:
            open_ones.register(pipe, selectors.EVENT_READ)
        while open_ones.get_map():
            for key, _ in open_ones.select():
                data = os.read(key.fd, 65536)
                found[key.fd] += data
                if not data:
                    open_ones.unregister(key.fd)
                    os.close(key.fd)
    return [bytes(data) for data in found.values()]


_waiting: dict[int, Loaded] = {}
_turns = itertools.cycle(SEEDS)


def wikic_loaded(
    arguments: list[str],
    folder: Path,
    environment: Mapping[str, str],
    memory: int = 0,
    more: Mapping[str, str] = MappingProxyType({}),
) -> tuple[int, str, str]:
    """Run ``wikic`` in a fork of a process that has it loaded; ``environment`` is the same at every call.

    memory: bytes of address space that it may take, 0 for any number. more: variables of this call.
    """
    seed = WITH_MODELS if "--model" in arguments else next(_turns)
    if seed not in _waiting or not _waiting[seed].waits:
        _waiting[seed] = Loaded(seed, environment)
    return _waiting[seed].run(arguments, folder, memory, more)


# --- the process that waits


def _load() -> None:
    sys.path.remove(str(Path(__file__).parent))  # where a script stands is searched first
    seed = int(os.environ.pop("PYTHONHASHSEED"))
    import wikic

    for each in pkgutil.walk_packages(wikic.__path__, "wikic."):
        if not each.name.endswith("__main__"):
            importlib.import_module(each.name)
    for name in _LIBRARIES:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # not on this machine
    if seed == WITH_MODELS:
        from wikic.errors import MissingExtraError
        from wikic.llm.litellm_model import _litellm

        with suppress(MissingExtraError):
            _litellm()
    gc.collect()
    gc.freeze()  # the collector would write to every value, and so copy it


def _asked(listening: socket.socket) -> tuple[list[str], str, int, dict[str, str], list[int]] | None:
    """The next command: arguments, folder, memory, variables, descriptors; None when nobody asks again."""
    data, streams, _, _ = socket.recv_fds(listening, LONGEST, 3)
    if not data:
        return None
    return *json.loads(data), list(streams)


def _become(listening: socket.socket) -> None:
    """Return in a process that is to be the command, its streams, folder and arguments set."""
    while (command := _asked(listening)) is not None:
        arguments, folder, memory, more, (telling, out, err) = command
        if os.fork():
            for each in (telling, out, err):
                os.close(each)
            continue
        # A process of its own waits for the command and tells how it ended: commands run beside each other.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        listening.close()
        child = os.fork()
        if child:
            os.close(out)
            os.close(err)
            _, status = os.waitpid(child, 0)
            os.write(telling, str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        for each in (telling, out, err):
            os.close(each)
        # New ones: those it began with have looked at what they wrote to.
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115
        if memory:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.environ.update(more)
        os.chdir(folder)
        sys.argv = ["wikic", *arguments]
        return
    sys.exit(0)


if __name__ == "__main__":
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how those that tell have ended
    _become(socket.socket(fileno=int(sys.argv[1])))
    from wikic.cli.main import main

    ended = main()
    # As an interpreter ends, but for taking every module apart: that would copy all that the fork shares.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)
