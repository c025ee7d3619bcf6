"""What git tells of a wiki's pages: the commits that changed them, the latest first."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from wikic.errors import ConfigError
from wikic.lint.gate import git

_COMMITS: Final = 500  # that are looked at
_OF_ONE: Final = 10  # of a page's own commits that are told
_PATIENCE: Final = 10.0  # seconds that git may take
_FORM: Final = "--format=%x01%H%x00%aI%x00%an%x00%s%x00"
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_LOOK: Final = ("--name-only", "--no-renames", "--no-ext-diff", "--no-color", "-z", "--relative")


@dataclass(frozen=True, slots=True)
class Change:
    """A commit.

    hash: whole. at: when it was made, RFC 3339. author, subject: as git has them.
    pages: page paths of files it changed, some of which may be gone.
    """

    hash: str
    at: str
    author: str
    subject: str
    pages: tuple[str, ...] = ()

    @property
    def date(self) -> str:
        """``YYYY-MM-DD``."""
        return self.at[:10]


class Changes:
    """The commits that changed files of a directory. Any threads.

    place: the directory of the wiki's pages; None where it is no directory of this machine.
    """

    def __init__(self, place: Path | None) -> None:
        self._place = place
        self._lock = Lock()
        self._log: Path | None = None  # which every commit, merge and checkout writes to
        self._state: object = None
        self._all: tuple[Change, ...] = ()
        self._of: dict[str, tuple[Change, ...]] = {}
        whole = place.resolve() if place is not None else None
        if whole is not None and any((each / ".git").exists() for each in (whole, *whole.parents)):
            self._log = _reflog(whole)

    @property
    def state(self) -> object:
        """Another one once there are other commits; asking takes no git."""
        try:
            look = self._log.stat() if self._log is not None else None
        except OSError:
            return None
        return None if look is None else (look.st_mtime_ns, look.st_size)

    def all(self) -> tuple[Change, ...]:
        """All that is looked at."""
        self._look()
        return self._all

    def of(self, path: str) -> tuple[Change, ...]:
        """Those of one page, at most ten, without the other pages that they changed."""
        self._look()
        return self._of.get(path, ())

    def _look(self) -> None:
        state = self.state
        if state is None or state == self._state:
            return
        with self._lock:
            if state == self._state or self._place is None:
                return
            found = tuple(_commits(self._place))
            of: dict[str, list[Change]] = {}
            for each in found:
                alone = Change(each.hash, each.at, each.author, each.subject)
                for path in each.pages:
                    own = of.setdefault(path, [])
                    own += [alone] if len(own) < _OF_ONE else []
            self._all, self._of = found, {path: tuple(own) for path, own in of.items()}
            self._state = state


def _reflog(place: Path) -> Path | None:
    """The file that tells of another commit; None where there is no history, or a clone has a part of it."""
    try:
        found = git.run(place, "rev-parse", "--is-shallow-repository", "--git-path", "logs/HEAD")
    except ConfigError:
        return None
    shallow, _, file = os.fsdecode(found.out).partition("\n")
    return place / file.rstrip("\n") if not found.code and shallow == "false" else None


def _commits(place: Path) -> Iterator[Change]:
    try:
        done = git.run(
            place,
            *("-c", "log.showSignature=false", "log", f"-n{_COMMITS}", _FORM, *_LOOK, "--", "."),
            seconds=_PATIENCE,
        )
    except (ConfigError, TimeoutError):
        return
    for record in os.fsdecode(done.out).split("\x01")[1:] if not done.code else ():
        hash, at, author, subject, *files = [*record.split("\0"), "", "", "", ""]
        pages = (file.lstrip("\n").removesuffix(".md") for file in files if file.endswith(".md"))
        if _DATE.fullmatch(at):
            yield Change(hash, at, author, subject, tuple(pages))
