"""How many documents wait for review, for a link on every page: counted again when that changed."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from wikic import layout

_SETTLED: Final = 2_000_000_000  # nanoseconds; two changes within a tick of a disk's clock look like one


class WaitingCount:
    """Counts the digests in ``review/`` of one knowledge base. Any threads."""

    def __init__(self, root: Path) -> None:
        self._folder = root / layout.REVIEW_DIR / layout.DIGESTS_DIR
        self._known = 0, 0

    def __call__(self) -> int:
        """How many there are; none where the folder cannot be read."""
        stamp, count = self._known
        try:
            changed = os.stat(self._folder).st_mtime_ns
            if changed != stamp or time.time_ns() - changed < _SETTLED:
                with os.scandir(self._folder) as entries:
                    count = sum(_is_digest(each) for each in entries)
                self._known = changed, count
        except OSError:
            return 0
        return count


def _is_digest(entry: os.DirEntry[str]) -> bool:
    name = entry.name
    return name.endswith(".md") and not name.startswith(".") and entry.is_file(follow_symlinks=False)
