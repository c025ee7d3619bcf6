"""Where wikic keeps for a user what it can make again and what belongs to no single knowledge base."""

from __future__ import annotations

import os
from pathlib import Path

from wikic.errors import DiskError


def user_cache() -> Path:
    """The folder, which need not be there yet. Raises DiskError for a user who has no home.

    https://specifications.freedesktop.org/basedir-spec/
    """
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):
        return Path(given) / "wikic"
    try:
        return Path.home() / ".cache" / "wikic"
    except RuntimeError as error:
        raise DiskError("this user has no home directory", hint="set XDG_CACHE_HOME") from error
