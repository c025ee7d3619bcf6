"""What the files of a wiki looked like: time and size by path, without reading one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from wikic import layout
from wikic.store.path_keys import is_name
from wikic.store.tree import TreeStore

Look = tuple[int, int]


def looks(wiki: Path) -> dict[str, Look]:
    """Every page by path, with how its file looks now, sorted.

    Names as ``TreeStore`` shows them; asked of the directories themselves, at a third of the time.
    """
    found: dict[str, Look] = {}
    pending = [(os.fspath(wiki), "")]
    while pending:
        place, above = pending.pop()
        for entry in _scan(place):
            name = entry.name
            if not is_name(name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if above or name != layout.SOURCES_DIR:
                    pending.append((entry.path, f"{above}{name}/"))
            elif name.endswith(".md") and entry.is_file(follow_symlinks=False):
                path = f"{above}{name[:-3]}"
                if not layout.is_index(path):
                    with suppress(OSError):  # it went since the names were read
                        status = entry.stat(follow_symlinks=False)
                        found[path] = status.st_mtime_ns, status.st_size
    return dict(sorted(found.items()))


def looks_stamp(found: Iterable[tuple[str, Look]]) -> str:
    """One value over the items of ``looks``."""
    return stamp_of(f"{path}\0{time}\0{size}" for path, (time, size) in found)


def article_looks(tree: TreeStore) -> dict[str, Look]:
    """Every article by page path, with how its file looks now, sorted."""
    found: dict[str, Look] = {}
    for file, status, is_directory in tree.survey(layout.ARTICLES_DIR):
        if not is_directory and file.endswith(".md"):
            found[layout.page_path(file)] = status.st_mtime_ns, status.st_size
    return dict(sorted(found.items()))


def shelf_times(tree: TreeStore) -> dict[str, int]:
    """When the directories of sources changed last: sources are written by renaming, which shows there."""
    stats = ((path, tree.stat(path)) for path in (layout.ARTICLES_DIR, layout.DIGESTS_DIR))
    return {path: status.st_mtime_ns for path, status in stats if status is not None}


def _scan(place: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(place) as entries:
            return list(entries)
    except OSError:
        return []


def stamp_of(lines: Iterable[str]) -> str:
    """One value over lines, which are not held together."""
    found, end = sha256(), ""
    for line in lines:
        found.update(f"{end}{line}".encode())
        end = "\n"
    return found.hexdigest()[:16]
