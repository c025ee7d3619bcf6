"""What git tells of a wiki's pages: the commits that changed them, the latest first."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from wikic.errors import ConfigError
from wikic.lint.gate import git

_COMMITS: Final = 500  # that are looked at
_OF_ONE: Final = 10  # of a page's own commits that are told
_PAGES: Final = 200  # of one commit that are kept; the others are counted
_READ: Final = 64 << 20  # bytes of git's that are read; older commits are not told then
_PATIENCE: Final = 10.0  # seconds that git may take
_PAUSE: Final = 60.0  # seconds until it is asked again after it failed
_START: Final = re.compile(rb"\n?\x01([0-9a-f]{40,64})")
_FORM: Final = "--format=%x01%H%x00%aI%x00%an%x00%s%x00"
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_LOOK: Final = ("--name-only", "--no-renames", "--no-ext-diff", "--no-color", "-z", "--relative")


@dataclass(frozen=True, slots=True)
class Change:
    """A commit.

    hash: whole. at: when it was made, RFC 3339. author, subject: as git has them.
    pages: page paths of files it changed, some of which may be gone; the first 200. more: how many others.
    """

    hash: str
    at: str
    author: str
    subject: str
    pages: tuple[str, ...] = ()
    more: int = 0

    @property
    def date(self) -> str:
        """``YYYY-MM-DD``."""
        return self.at[:10]


class Changes:
    """The commits that changed files of a directory. Any threads.

    Where git fails or takes too long, what was known before is told, and git is asked again in a while.

    place: the directory of the wiki's pages; None where it is no directory of this machine.
    pause: seconds until then.
    """

    def __init__(self, place: Path | None, *, pause: float = _PAUSE) -> None:
        self._place = place
        self._pause = pause
        self._lock = Lock()
        self._log: Path | None = None  # which every commit, merge and checkout writes to
        self._seen: object = None  # what it was like when git was asked
        self._again: float | None = None  # when git is to be asked again, where it failed
        self._turn = 0  # how often it failed, or told all after it had
        self._all: tuple[Change, ...] = ()
        self._of: dict[str, tuple[Change, ...]] = {}
        whole = place.resolve() if place is not None else None
        if whole is not None and any((each / ".git").exists() for each in (whole, *whole.parents)):
            self._log = _reflog(whole)

    @property
    def state(self) -> object:
        """Another one once other commits are, or can be, told; asking takes no git."""
        stamp = self._stamp()
        return None if stamp is None else (stamp, self._turn, self._is_due())

    def all(self) -> tuple[Change, ...]:
        """All that is looked at."""
        self._look()
        return self._all

    def of(self, path: str) -> tuple[Change, ...]:
        """Those of one page, at most ten, without the other pages that they changed."""
        self._look()
        return self._of.get(path, ())

    def _stamp(self) -> object:
        try:
            look = self._log.stat() if self._log is not None else None
        except OSError:
            return None
        return None if look is None else (look.st_mtime_ns, look.st_size)

    def _is_due(self) -> bool:
        again = self._again
        return again is not None and monotonic() >= again

    def _look(self) -> None:
        stamp = self._stamp()
        if stamp is None or (stamp == self._seen and not self._is_due()):
            return
        with self._lock:
            if self._place is None or (stamp == self._seen and not self._is_due()):
                return
            failed, again = self._again is not None, None
            try:
                self._all, self._of = _history(self._place)
            except (ConfigError, TimeoutError):
                failed, again = True, monotonic() + self._pause
            self._turn += failed
            self._again, self._seen = again, stamp


def _reflog(place: Path) -> Path | None:
    """The file that tells of another commit; None where there is no history, or a clone has a part of it."""
    try:
        found = git.run(place, "rev-parse", "--is-shallow-repository", "--git-path", "logs/HEAD")
    except ConfigError:
        return None
    shallow, _, file = os.fsdecode(found.out).partition("\n")
    return place / file.rstrip("\n") if not found.code and shallow == "false" else None


def _history(place: Path) -> tuple[tuple[Change, ...], dict[str, tuple[Change, ...]]]:
    """The commits, and those of each page. Raises ConfigError, TimeoutError where git does not tell them."""
    command = ("-c", "log.showSignature=false", "log", f"-n{_COMMITS}", _FORM, *_LOOK, "--", ".")
    commits: list[tuple[Change, list[str]]] = []
    counts: list[int] = []  # of the pages of each
    of: dict[str, list[Change]] = {}
    with closing(git.stream(place, *command, seconds=_PATIENCE)) as pieces:
        fields, dated = _fields(pieces), False
        for field in fields:
            start = _START.fullmatch(field)
            if start is not None:
                at, author, subject = (os.fsdecode(next(fields, b"")) for _ in range(3))
                dated = _DATE.fullmatch(at) is not None
                if not dated:
                    continue
                commits.append((Change(start[1].decode(), at, author, subject), []))
                counts.append(0)
            elif dated and field.endswith(b".md"):
                change, pages = commits[-1]
                path = os.fsdecode(field.lstrip(b"\n").removesuffix(b".md"))
                counts[-1] += 1
                if len(pages) < _PAGES:
                    pages.append(path)
                own = of.setdefault(path, [])
                if len(own) < _OF_ONE:
                    own.append(change)
    told = tuple(
        replace(change, pages=tuple(pages), more=count - len(pages))
        for (change, pages), count in zip(commits, counts, strict=True)
    )
    return told, {path: tuple(own) for path, own in of.items()}


def _fields(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """What stands between zero bytes, as far as it is read."""
    rest, left = b"", _READ
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\0")
        yield from whole
        left -= len(piece)
        if left <= 0:
            return
    yield rest
