"""Where what was found in a clone is kept: in the user's cache, for whoever only reads leaves nothing behind.

All clones of a repository on one machine share a file, whatever path they have: records are believed by
what is in a file, not by where it lies. In CI the folder is what to keep between jobs.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from wikic.errors import ConfigError, DiskError
from wikic.lint.gate.git import place_in_repository, run
from wikic.user_cache import user_cache

_FOLDER: Final = "lint"
_KEPT: Final = 16  # knowledge bases, those that were linted last
_BYTES: Final = 1 << 30  # of all files, whatever the latest takes


def clone_cache(root: Path) -> Path | None:
    """The file for the knowledge base at ``root``, in a folder that is there.

    None outside of a repository, and where there is no room for it.
    """
    try:
        history = _history(root)
        folder = user_cache() / _FOLDER
        if not history:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        name = blake2b(history + os.fsencode(place_in_repository(root)), digest_size=16).hexdigest()
        with suppress(FileNotFoundError):
            os.utime(folder / name)  # it is in use, whether or not this run finds anything to keep
        _keep_latest(folder)
    except (ConfigError, DiskError, OSError):
        return None
    return folder / name


def _keep_latest(folder: Path) -> None:
    """Let go of files beyond a number and a size, those first that were used longest ago."""
    with os.scandir(folder) as entries:
        files = [(each.stat(), each.path) for each in entries if each.is_file(follow_symlinks=False)]
    files.sort(key=lambda file: file[0].st_mtime_ns, reverse=True)
    held = 0
    for at, (status, path) in enumerate(files):
        held += status.st_size
        if at >= _KEPT or (at and held > _BYTES):
            with suppress(OSError):
                os.unlink(path)


def _history(root: Path) -> bytes:
    """What all clones of a repository have in common: its first commits, or of a shallow clone its origin."""
    if run(root, "rev-parse", "--is-shallow-repository").out.strip() == b"true":
        return run(root, "config", "--get", "remote.origin.url").out
    return run(root, "rev-list", "--max-parents=0", "HEAD").out
