"""Where copies lie in the user's cache, and what each is a copy of: messages name that.

Below ``staged/`` each address has a folder called after its hash, with a file that says what is copied there.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Final

from wikic import build_dir
from wikic.errors import WikicError
from wikic.plain_file import SETTINGS, read_plain
from wikic.user_cache import user_cache

_STAGED: Final = "staged"
_FILE: Final = "origin"


def folder_of(name: str) -> Path:
    """Where what is called ``name`` is copied to. Raises DiskError for a user who has no home."""
    return user_cache() / _STAGED / sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def note(folder: Path, copy: Path, name: str) -> None:
    """Keep that ``copy``, in a folder of ``folder_of``, is one of ``name``. Raises ``OSError``."""
    build_dir.replace(folder / _FILE, os.fsencode(f"{copy.relative_to(folder).as_posix()}\0{name}"))


def origin(path: Path | str) -> str:
    """What ``path`` is a copy of; itself where it is none."""
    try:
        folders = user_cache() / _STAGED
        folder = folders / Path(path).relative_to(folders).parts[0]
        copy, _, name = os.fsdecode(read_plain(folder / _FILE, SETTINGS)).partition("\0")
        return f"{name}/{Path(path).relative_to(folder / copy).as_posix()}".removesuffix("/.")
    except (OSError, ValueError, IndexError, WikicError):
        return str(path)
