"""Watch a directory: what changed, told once it has been quiet for a moment.

Editors write a file in four or more events and often replace it by a rename; a checkout writes thousands of
files in two seconds. Whoever watches wants neither: a batch of paths, after a pause.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic.waiting import TURN
from wikic.wiki.folder_events import EVERYTHING, POLL, FolderEvents, identity

QUIET: Final = 0.1  # seconds without an event: an editor's four writes come within 10 ms
LONGEST: Final = 1.0  # seconds: what never falls quiet (a long checkout) is told in parts


@dataclass(frozen=True, slots=True)
class Pace:
    """How long changes are gathered, in seconds.

    quiet: without a further change, before they are told.
    longest: after the first, however many follow.
    poll: between two looks, where the system cannot tell of changes.
    """

    quiet: float = QUIET
    longest: float = LONGEST
    poll: float = POLL


USUAL: Final = Pace()


class Changes:
    """Gathers what is noted until it is taken, by any number of threads."""

    def __init__(self, pace: Pace = USUAL) -> None:
        self._pace = pace
        self._ready = threading.Condition()
        self._changed: set[str] = set()
        self._first = self._last = 0.0
        self._stopped = False

    def stop(self) -> None:
        """Let ``batches`` and ``take`` come to an end, from any thread."""
        with self._ready:
            self._stopped = True
            self._ready.notify_all()

    def note(self, *paths: str) -> None:
        """Paths that changed."""
        now = time.monotonic()
        with self._ready:
            if not self._changed:
                self._first = now
            self._changed.update(paths)
            self._last = now
            self._ready.notify_all()

    def take(self, timeout: float | None = None) -> frozenset[str]:
        """Wait for changes to fall quiet and give them; empty at the time-out, in seconds, and at the end."""
        until = None if timeout is None else time.monotonic() + timeout
        with self._ready:
            while not self._stopped:
                now = time.monotonic()
                if self._changed:
                    due = min(self._last + self._pace.quiet, self._first + self._pace.longest)
                    if now >= due:
                        found = frozenset(self._changed)
                        self._changed.clear()
                        return found
                    self._ready.wait(due - now)
                elif until is not None and now >= until:
                    return frozenset()
                else:
                    self._ready.wait(TURN if until is None else min(TURN, until - now))
        return frozenset()

    def batches(self) -> Iterator[frozenset[str]]:
        """Batch after batch, until ``stop``."""
        while not self._stopped:
            found = self.take()
            if found:
                yield found


class Watcher(Changes):
    """Gathers the paths that change below ``root``, as ``FolderEvents`` tells them; a context manager."""

    def __init__(self, root: Path, *, pace: Pace = USUAL, polling: bool = False) -> None:
        super().__init__(pace)
        self.root = root
        self._events = FolderEvents(root, self.note, poll=pace.poll, polling=polling)

    @property
    def polling(self) -> bool:
        """Whether the files are looked at now and then; it may become so on the way."""
        return self._events.polling

    @property
    def reason(self) -> str:
        """Why they are, "" where they are not."""
        return self._events.reason

    def __enter__(self) -> Watcher:
        """Begin. Falls back to polling where the system refuses; ``reason`` says why."""
        self._events.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop watching; ``batches`` ends."""
        self.stop()
        self._events.__exit__()


class FolderFollower:
    """Batches of what changes below a directory that may go, come back, and become another one."""

    def __init__(
        self, root: Path, say: Callable[[str], None], *, pace: Pace = USUAL, polling: bool = False
    ) -> None:
        """``say`` is told what a person should know."""
        self._root = root
        self._say = say
        self._pace = pace
        self._polling = polling
        self._said_polling = False
        self._watcher: Watcher | None = None
        self.ended = threading.Event()

    def stop(self) -> None:
        """Let ``batches`` come to an end, from any thread."""
        self.ended.set()
        if self._watcher is not None:
            self._watcher.stop()

    def batches(self, wait: Callable[[], float]) -> Iterator[frozenset[str]]:
        """``EVERYTHING`` at first and whenever the directory is another one, then what changes; nothing where
        nothing did for as many seconds as ``wait`` gives.
        """
        said = ""
        while not self.ended.is_set():
            watched = identity(self._root)
            problem = "" if watched is not None else f"{self._root} is gone; waiting for it"
            if watched is not None:
                try:
                    with Watcher(self._root, pace=self._pace, polling=self._polling) as self._watcher:
                        # Changes from here on are told; those before it are found by this look.
                        yield frozenset({EVERYTHING})
                        yield from self._watch(self._watcher, watched, wait)
                except FileNotFoundError:
                    pass  # it went while the watch was set up
                except OSError as error:
                    problem = f"cannot watch {self._root}: {error}"
            if problem and problem != said:
                self._say(problem)
            said = problem
            if problem:
                self.ended.wait(wait() / 10)

    def _watch(
        self, watcher: Watcher, watched: tuple[int, int], wait: Callable[[], float]
    ) -> Iterator[frozenset[str]]:
        while not self.ended.is_set():
            if watcher.polling and not self._said_polling:
                self._said_polling = True
                self._say(f"looks at the files every {self._pace.poll:g} s: {watcher.reason}")
            paths = watcher.take(wait())
            if self.ended.is_set() or identity(self._root) != watched:
                return
            yield paths
