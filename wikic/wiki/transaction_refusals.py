"""What the transaction refuses before it begins: paths that leave ``wiki/``, names that clash by case.

A journal is held against the same rules: it may have come with somebody's repository.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import DiskError
from wikic.model.change import ABSENT, Change, Delete, Move, Write
from wikic.wiki.disk import disk_error

_NOTHING: Final = "nothing was changed"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a transaction writes.

    inside: the directory that paths are relative to, below the knowledge base; "" for itself.
    only: the files it may name; None for every page, every file of configuration and, in a wiki of ours,
        what stands beside articles.
    parts: the places below it that hold all it may name; none where it is one itself.
    """

    inside: str
    only: frozenset[str] | None = None
    parts: tuple[Place, ...] = ()

    def allows(self, path: str) -> bool:
        """Whether a file path is of a file that such a transaction may write."""
        if self.only is not None:
            return path in self.only
        if self.parts:
            head, _, rest = path.partition("/")
            return any(part.inside == head and part.allows(rest) for part in self.parts)
        named = path.endswith(_SUFFIXES) or (self.inside in _LAID_OUT and layout.is_attachment(path))
        return named and not any(map(_is_hidden, path.split("/")))


_SUFFIXES: Final = (".md", ".yaml")
_LAID_OUT: Final = (layout.WIKI_DIR, layout.REVIEW_DIR)
WIKI: Final = Place(layout.WIKI_DIR)
REVIEW: Final = Place(layout.REVIEW_DIR)
# What waits lands, and waits no longer, in one transaction.
BOTH: Final = Place("", parts=(WIKI, REVIEW))
VAULT: Final = Place("")
# What `wikic init` writes, all of it at once.
START: Final = Place(
    "",
    frozenset(
        [
            layout.CONFIG_FILE,
            layout.GIT_IGNORE_FILE,
            layout.GIT_ATTRIBUTES_FILE,
            f"{layout.WIKI_DIR}/{layout.SCHEMA_FILE}",
            f"{layout.WIKI_DIR}/{layout.page_file(layout.ROOT_INDEX)}",
        ]
    ),
)


def _is_hidden(segment: str) -> bool:
    """Whether a name begins with a dot, or some disk takes it for one that does: ``.git``, ``git~1``.

    A file called just ``.md`` is a page that lost its name.
    """
    if segment == ".md":
        return False
    seen = "".join(char for char in segment if unicodedata.category(char) != "Cf").casefold()
    return seen.startswith(".") or re.fullmatch(r"git~\d+", seen) is not None


def resolve(root: Path, inside: str = layout.WIKI_DIR) -> Path:
    """The wiki's directory, made if need be, with symlinks resolved.

    ``root`` itself may be a symlink (a vault that lies elsewhere); what lies in it, ``wiki`` too, may not
    lead out: a repository that was cloned would choose where we write.
    """
    base = root / inside
    try:
        base.mkdir(parents=True, exist_ok=True)
        found, home = base.resolve(strict=True), root.resolve(strict=True)
    except OSError as error:
        raise disk_error(error, base, _NOTHING) from error
    if not _leads_to_ours(found, home):
        raise DiskError(
            f"{base}: is a symlink that leads out of {root}; {_NOTHING}",
            hint="let the whole directory be the symlink, or name it where it lies with -C",
        )
    return found


def _leads_to_ours(place: Path, home: Path) -> bool:
    """Whether a resolved path is ``home`` or lies in it, and in no hidden directory there."""
    return place == home or (
        home in place.parents and not any(map(_is_hidden, place.relative_to(home).parts))
    )


def guard(base: Path, paths: Iterable[str], place: Place = WIKI) -> None:
    """Refuse file paths that would leave the resolved directory ``base``, in words or by a symlink.

    Raises DiskError also for a file that is none of the ``place``, and when a directory on the way is a file
    or cannot be written.
    """
    seen: set[Path] = set()
    for path in paths:
        segments = path.split("/")
        if not _inside(path, segments):
            raise DiskError(f"{path!r}: is not a path inside {base.name}/; {_NOTHING}")
        if not place.allows(path):
            raise DiskError(f"{path!r}: is no page of a wiki and none of its files; {_NOTHING}")
        _guard_directory(base, base.joinpath(*segments[:-1]), seen)


def _inside(path: str, segments: Sequence[str]) -> bool:
    if any(segment in ("", ".", "..") for segment in segments) or "\0" in path:
        return False
    return os.sep == "/" or not set(path) & {"\\", ":"}


def _guard_directory(base: Path, directory: Path, seen: set[Path]) -> None:
    if directory in seen:
        return
    seen.add(directory)
    if directory != base:
        _guard_directory(base, directory.parent, seen)
    if not os.path.lexists(directory):
        return
    if os.path.islink(directory) and not _leads_to_ours(directory.resolve(), base):
        raise DiskError(f"{directory}: is a symlink that leads out of {base.name}/; {_NOTHING}")
    if not directory.is_dir():
        raise DiskError(f"{directory}: is a file where a directory must be; {_NOTHING}")
    if not os.access(directory, os.W_OK | os.X_OK):
        raise DiskError(
            f"{directory}: cannot be written (no permission, or a read-only disk); {_NOTHING}",
            hint="check who owns it and how the disk is mounted",
        )


def clashes(base: Path, changes: Sequence[Change]) -> tuple[dict[int, str], frozenset[str]]:
    """New files whose name differs from another's only by case: on many disks the two are one file.

    Returns reasons by number of the change, and the paths that must go before anything lands, because
    this disk is such a one and they make room for the same name in another case.
    """
    tree = _Tree(base)
    going = {change.path for change in changes if not isinstance(change, Write)}
    reasons: dict[int, str] = {}
    vacate: set[str] = set()
    coming: dict[str, str] = {}
    for at, change in enumerate(changes):
        if isinstance(change, Delete) or (isinstance(change, Write) and change.expects != ABSENT):
            continue
        new = change.target if isinstance(change, Move) else change.path
        first = coming.setdefault(_folded(new), new)
        other = first if first != new else tree.other_case(new)
        if other is None or (first == new and other in going and not os.path.lexists(base / new)):
            continue
        if first == new and other in going:
            vacate.add(other)
        else:
            reasons[at] = f"{new} differs only by case from {other}: on many disks they are one file"
    return reasons, frozenset(vacate)


class _Tree:
    """Names on disk, each directory listed once."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._listed: dict[str, tuple[frozenset[str], dict[str, str]]] = {}

    def other_case(self, path: str) -> str | None:
        """The path in the tree that is ``path``, or a directory of it, but for case; or None."""
        segments = path.split("/")
        for depth, segment in enumerate(segments):
            names, by_folded = self._names("/".join(segments[:depth]))
            other = None if segment in names else by_folded.get(_folded(segment))
            if other is not None:
                return "/".join([*segments[:depth], other])
        return None

    def _names(self, directory: str) -> tuple[frozenset[str], dict[str, str]]:
        if directory not in self._listed:
            try:
                names = sorted(os.listdir(self._base / directory))
            except (FileNotFoundError, NotADirectoryError):
                names = []
            self._listed[directory] = (frozenset(names), {_folded(name): name for name in names})
        return self._listed[directory]


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
