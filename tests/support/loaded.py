"""``wikic`` in a fork of a process that has it loaded: to run, or to start as ``subprocess.Popen`` does.

To load wikic takes a process longer than what most tests' commands do after that, and the suite runs two
thousand of them. A fork is a process of its own all the same: own memory, folder, streams and exit code.

One process waits with each of ``SEEDS``, and calls take turns, so that what depends on the order of a set
shows as it does between processes that were started. `loaded_process.py` is what waits.
"""

from __future__ import annotations

import itertools
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from support import loaded_process
from support.loaded_process import WITH_ALL
from support.started import Started

SEEDS: Final = (1, 2)
# What asks a model, or serves: a command, an option, a word of ``wikic.toml``.
_NEED_ALL: Final = frozenset({"embed", "mcp", "serve", "lsp", "--model", "--judge"})
_CONFIGURED: Final = b"base_url"
_LOOKED_AT: Final = 4_096  # bytes of it


@dataclass(frozen=True)
class Call:
    """A command: its arguments, the folder it runs in, variables that it sees beside the usual ones.

    memory: bytes of address space that it may take, 0 for any number.
    """

    arguments: Sequence[str]
    folder: Path
    more: Mapping[str, str] = field(default_factory=dict)
    memory: int = 0

    @property
    def message(self) -> bytes:
        """What the process that waits is told."""
        told = [[*self.arguments], str(self.folder.absolute()), self.memory, dict(self.more)]
        return json.dumps(told).encode()

    @property
    def needs_all(self) -> bool:
        """Whether it takes the libraries of models or of servers, as far as can be told beforehand."""
        if _NEED_ALL.intersection(self.arguments):
            return True
        at = self.arguments.index("-C") + 1 if "-C" in self.arguments else 0
        root = self.folder / self.arguments[at] if at and at < len(self.arguments) else self.folder
        settings = root / "wikic.toml"
        if not settings.is_file():
            return False
        with settings.open("rb") as file:
            return _CONFIGURED in file.read(_LOOKED_AT)


class Loaded:
    """A process that waits with wikic loaded."""

    def __init__(self, seed: int, environment: Mapping[str, str]) -> None:
        self.address = f"wikic-tests-{os.getpid()}-{seed}"
        self._asking, tests = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with tests, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as others:
            others.bind(f"\0{self.address}")  # a name that is no file
            others.listen()
            ears = (tests.fileno(), others.fileno())
            self._process = subprocess.Popen(
                [sys.executable, loaded_process.__file__, *map(str, ears)],
                pass_fds=ears,
                env={**environment, "PYTHONHASHSEED": str(seed)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    @property
    def waits(self) -> bool:
        """Whether the process is still there."""
        return self._process.poll() is None

    def start(self, call: Call, streams: Sequence[int | IO[Any] | None], *, text: bool) -> Started:
        """Start ``wikic`` with standard input, output and error output as Popen takes them.

        text: whether pipes are read and written as text.
        """
        own: list[IO[Any] | None] = [None, None, None]
        given: list[int] = []
        made: list[int] = []  # descriptors that only the command is to have
        for at, stream in enumerate(streams):
            if stream == subprocess.PIPE:
                ends = os.pipe()
                mine, theirs = ends if at else (ends[1], ends[0])
                how = "r" if at else "w"
                own[at] = open(mine, how, encoding="utf-8") if text else open(mine, how + "b")  # noqa: SIM115
                made.append(theirs)
            elif stream == subprocess.DEVNULL:
                made.append(theirs := os.open(os.devnull, os.O_RDWR))
            elif stream == subprocess.STDOUT:
                theirs = given[1]
            else:
                theirs = at if stream is None else stream if isinstance(stream, int) else stream.fileno()
            given.append(theirs)
        told, telling = os.pipe()
        made.append(telling)
        try:
            # One message, so that two threads that ask at once do not ask each other's.
            socket.send_fds(self._asking, [call.message], [telling, *given])
        finally:
            for each in made:
                os.close(each)
        return Started(told, own[0], own[1], own[2])


_waiting: dict[int, Loaded] = {}
_turns = itertools.cycle(SEEDS)


def waiting_for(call: Call, environment: Mapping[str, str]) -> Loaded:
    """The process whose turn it is; ``environment`` is the same at every call."""
    seed = WITH_ALL if call.needs_all else next(_turns)
    if seed not in _waiting or not _waiting[seed].waits:
        _waiting[seed] = Loaded(seed, environment)
    return _waiting[seed]


def wikic_loaded(call: Call, environment: Mapping[str, str], given: str = "") -> tuple[int, str, str]:
    """Run ``wikic`` in a fork: exit code, output and error output. given: its input, which ends then."""
    pipe = subprocess.PIPE
    streams = (pipe if given else subprocess.DEVNULL, pipe, pipe)
    with waiting_for(call, environment).start(call, streams, text=True) as run:
        out, err = run.communicate(given or None)
        assert run.returncode is not None
        return run.returncode, out, err
