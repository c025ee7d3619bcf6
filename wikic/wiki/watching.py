"""Watch a directory: what changed, told once it has been quiet for a moment.

Editors write a file in four or more events and often replace it by a rename; a checkout writes thousands of
files in two seconds. Whoever watches wants neither: a batch of paths, after a pause.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic.time_limit import TURN
from wikic.wiki.tree import FileStat

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent


POLL: Final = 1.0  # seconds between two looks where the system cannot tell
EVERYTHING: Final = ""  # the folder itself: anything may have changed, and the system could not tell what

_SILENCE: Final = logging.NullHandler()
_FULL: Final = "the system watches no more directories (fs.inotify.max_user_watches)"
_IN_DELETE_SELF: Final = 0x400  # from inotify.h: rarely told, so the probe costs nothing


class FolderEvents:
    """Tells ``note`` the paths that change below ``root``; use it as a context manager.

    Paths are relative to ``root`` with ``/``; those of files that went are among them, and those of a
    directory that came, moved or went as a whole: whoever needs its files lists them. Hidden names are left
    out. Nothing that happens after ``__enter__`` is lost; what is told may be more than what changed. Where
    more happened than the system could tell, ``EVERYTHING`` is told.

    polling, reason: whether the files are looked at now and then, and why; it may become so on the way, when
        new directories reach the system's limit.
    """

    def __init__(
        self,
        root: Path,
        note: Callable[..., None],
        *,
        poll: float = POLL,
        polling: bool = False,
        deep: bool = True,
    ) -> None:
        """``note`` is called from other threads.

        poll: seconds between two looks where the files are looked at. deep: directories in it as well.
        """
        self.root = root
        self.polling = polling
        self.reason = "asked for" if polling else ""
        self._note = note
        self._pause = poll
        self._deep = deep
        self._close: Callable[[], None] = lambda: None

    def __enter__(self) -> FolderEvents:
        """Begin. Falls back to polling where the system refuses; ``reason`` says why."""
        if not self.polling:
            try:
                self._close = self._observe()
                if not _full(self.root):
                    return self
                self._close()
                self.polling, self.reason = True, _FULL
            except OSError as error:
                # ENOSPC and EMFILE: the limits on watches and instances (fs.inotify.max_user_*).
                self.polling, self.reason = True, error.strerror or str(error)
        self._close = self._poll()
        return self

    def __exit__(self, *_: object) -> None:
        """Tell nothing more."""
        self._close()

    def _observe(self) -> Callable[[], None]:
        from watchdog import events
        from watchdog.events import FileSystemEventHandler
        from watchdog.observers import Observer

        watcher = self

        class Handler(FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                watcher._event(event)

        class Complaints(logging.Handler):
            """What the observer complains of: that its queue was full, most often, and events are lost."""

            def emit(self, record: logging.LogRecord) -> None:
                watcher._note(EVERYTHING)

        complaints = Complaints(logging.WARNING)
        log = logging.getLogger("watchdog")
        observer = Observer()
        # Being opened and read is no change, and readers would flood the system's queue with it.
        changes = [events.FileModifiedEvent, events.FileClosedEvent]
        changes += [events.FileCreatedEvent, events.FileDeletedEvent, events.FileMovedEvent]
        changes += [events.DirCreatedEvent, events.DirDeletedEvent, events.DirMovedEvent]
        observer.schedule(Handler(), str(self.root), recursive=self._deep, event_filter=changes)
        log.addHandler(complaints)
        try:
            observer.start()
        except OSError:
            observer.unschedule_all()
            log.removeHandler(complaints)
            raise

        def close() -> None:
            log.removeHandler(complaints)
            log.addHandler(_SILENCE)  # what it says of its own end is for nobody
            observer.stop()
            observer.join()

        return close

    def _event(self, event: FileSystemEvent) -> None:
        if event.is_directory and event.event_type == "modified":
            return  # something in it changed, and that has an event of its own
        paths = (os.fsdecode(each) for each in (event.src_path, event.dest_path) if each)
        found = [path for path in map(self._relative, paths) if path]
        if found:
            self._note(*found)
        if event.is_directory and event.event_type in ("created", "moved"):
            self._still_room()

    def _still_room(self) -> None:
        """Poll from now on when the system could not watch a directory that is new."""
        if not self.polling and _full(self.root):
            self.polling, self.reason = True, _FULL
            # Both go on: what is polled begins before anybody looks into the new directory.
            first, second = self._close, self._poll()

            def close() -> None:
                second()
                first()

            self._close = close

    def _relative(self, path: str) -> str:
        """The path below the root, "" for what is hidden."""
        inside = os.path.relpath(path, self.root).replace(os.sep, "/")
        return "" if any(step.startswith(".") for step in inside.split("/")) else inside

    def _poll(self) -> Callable[[], None]:
        before = dict(self._look())
        ended = threading.Event()

        def look() -> None:
            nonlocal before
            while not ended.wait(self._pause):
                now = dict(takewhile(lambda _: not ended.is_set(), self._look()))
                if ended.is_set():  # who ends it does not wait for a large folder
                    return
                changed = {path for path, stat in now.items() if before.get(path) != stat}
                changed |= before.keys() - now.keys()
                before = now
                if changed:
                    self._note(*changed)

        thread = threading.Thread(target=look, name="wikic-poll", daemon=True)
        thread.start()

        def close() -> None:
            ended.set()
            thread.join()

        return close

    def _look(self) -> Iterator[tuple[str, FileStat]]:
        """Every file with its stat; hidden names and what cannot be read are left out."""
        stack = [""]
        while stack:
            inside = stack.pop()
            with suppress(OSError), os.scandir(self.root / inside) as entries:
                for entry in entries:
                    path = f"{inside}/{entry.name}" if inside else entry.name
                    if entry.name.startswith("."):
                        continue
                    with suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            stack += [path] if self._deep else []
                        elif entry.is_file(follow_symlinks=False):
                            status = entry.stat(follow_symlinks=False)
                            yield path, FileStat(status.st_mtime_ns, status.st_size)


def file_identity(path: Path) -> tuple[int, int] | None:
    """Which directory or file ``path`` is now, to tell it from another that takes its name; None for none."""
    with suppress(OSError):
        status = os.stat(path)
        return status.st_dev, status.st_ino
    return None


def _full(root: Path) -> bool:
    """Whether the system's limit on watches is reached, which watchdog passes over below the root."""
    if sys.platform != "linux":
        return False
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    handle = system.inotify_init1(os.O_CLOEXEC)
    if handle < 0:
        return False  # the limit on instances, and the observer has one
    try:
        refused = system.inotify_add_watch(handle, os.fsencode(root), _IN_DELETE_SELF) < 0
        return refused and ctypes.get_errno() == errno.ENOSPC
    finally:
        os.close(handle)


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
            watched = file_identity(self._root)
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
            if self.ended.is_set() or file_identity(self._root) != watched:
                return
            yield paths
