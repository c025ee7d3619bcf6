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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic.wiki.tree import FileStat

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent

QUIET: Final = 0.1  # seconds without an event: an editor's four writes come within 10 ms
LONGEST: Final = 1.0  # seconds: what never falls quiet (a long checkout) is told in parts
POLL: Final = 1.0  # seconds between two looks where the system cannot tell

_SILENCE: Final = logging.NullHandler()
_FULL: Final = "the system watches no more directories (fs.inotify.max_user_watches)"
_IN_DELETE_SELF: Final = 0x400  # from inotify.h: rarely told, so the probe costs nothing

Report = Callable[[frozenset[str]], None]


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
EVERYTHING: Final = ""  # the root itself: anything may have changed, and the system could not tell what


class Watcher:
    """Gathers the paths that change below ``root`` until they are taken; use it as a context manager.

    Paths are relative to ``root`` with ``/``; those of files that went are among them, and those of a
    directory that came, moved or went as a whole: whoever needs its files lists them. Hidden names are left
    out. Nothing that happens after ``__enter__`` is lost; what is told may be more than what changed. Where
    more happened than the system could tell, ``EVERYTHING`` is among the paths.

    polling, reason: whether the files are looked at now and then, and why; it may become so on the way, when
        new directories reach the system's limit.
    """

    def __init__(self, root: Path, *, pace: Pace = USUAL, polling: bool = False) -> None:
        self.root = root
        self.polling = polling
        self.reason = "asked for" if polling else ""
        self._pace = pace
        self._ready = threading.Condition()
        self._changed: set[str] = set()
        self._first = self._last = 0.0
        self._stopped = False
        self._close: Callable[[], None] = lambda: None

    def __enter__(self) -> Watcher:
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
        """Stop watching; ``batches`` ends."""
        self.stop()
        self._close()

    def stop(self) -> None:
        """Let ``batches`` and ``take`` come to an end, from any thread."""
        with self._ready:
            self._stopped = True
            self._ready.notify_all()

    def note(self, *paths: str) -> None:
        """Paths that changed; the system's events come here."""
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
                    self._ready.wait(None if until is None else until - now)
        return frozenset()

    def batches(self) -> Iterator[frozenset[str]]:
        """Batch after batch, until ``stop``."""
        while not self._stopped:
            found = self.take()
            if found:
                yield found

    # --- where changes come from ----------------------------------------------------------------------

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
                watcher.note(EVERYTHING)

        complaints = Complaints(logging.WARNING)
        log = logging.getLogger("watchdog")
        observer = Observer()
        # Being opened and read is no change, and readers would flood the system's queue with it.
        changes = [events.FileModifiedEvent, events.FileClosedEvent]
        changes += [events.FileCreatedEvent, events.FileDeletedEvent, events.FileMovedEvent]
        changes += [events.DirCreatedEvent, events.DirDeletedEvent, events.DirMovedEvent]
        observer.schedule(Handler(), str(self.root), recursive=True, event_filter=changes)
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
            self.note(*found)
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
        before = dict(_walk(self.root))
        ended = threading.Event()

        def look() -> None:
            nonlocal before
            while not ended.wait(self._pace.poll):
                now = dict(_walk(self.root))
                changed = {path for path, stat in now.items() if before.get(path) != stat}
                changed |= before.keys() - now.keys()
                before = now
                if changed:
                    self.note(*changed)

        thread = threading.Thread(target=look, name="wikic-poll", daemon=True)
        thread.start()

        def close() -> None:
            ended.set()
            thread.join()

        return close


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


@contextmanager
def watching(root: Path, report: Report, *, pace: Pace = USUAL, polling: bool = False) -> Iterator[Watcher]:
    """Call ``report`` with every batch from a thread of its own, until the block ends."""
    with Watcher(root, pace=pace, polling=polling) as watcher:

        def run() -> None:
            for batch in watcher.batches():
                report(batch)

        thread = threading.Thread(target=run, name="wikic-watch", daemon=True)
        thread.start()
        try:
            yield watcher
        finally:
            watcher.stop()
            thread.join()


def _walk(root: Path) -> Iterator[tuple[str, FileStat]]:
    """Every file below ``root`` with its stat; hidden names and what cannot be read are left out."""
    stack = [""]
    while stack:
        inside = stack.pop()
        with suppress(OSError), os.scandir(root / inside) as entries:
            for entry in entries:
                path = f"{inside}/{entry.name}" if inside else entry.name
                if entry.name.startswith("."):
                    continue
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        stack.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        status = entry.stat(follow_symlinks=False)
                        yield path, FileStat(status.st_mtime_ns, status.st_size)
