"""A reader in a storm: walks from the root to every page, and notes whatever a reader must never see.

python -m support.storm_reader ROOT SECONDS     the tree of the wiki, in a process of its own
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

from support.storm_wiki import STABLE

from wikic.store.protocol import Store, list_names
from wikic.store.tree import TreeStore

_ENTRY = re.compile(r"^- \[[^\]]+\]\(([^()]+)\.md\)", re.MULTILINE)
_DIRECTORIES = ("people", "places")
_TRIES = 4  # a page that moves there and back may be missed once or twice by looks that follow each other


class Reader:
    """Reads ``store`` round after round.

    problems: what must not be, in words. rounds, skipped: how often it walked, what it met as gone.
    patience: seconds for which what is advertised may be missing: none for the files themselves, a moment
        for a mirror that follows them.
    """

    def __init__(self, store: Store, patience: float = 0.0) -> None:
        self._store = store
        self._patience = patience
        self._versions: dict[str, int] = {}
        self.problems: list[str] = []
        self.rounds = self.skipped = 0

    def round(self) -> None:
        """Every directory, its listing, its index, every page, and the pages that stay."""
        for directory in _DIRECTORIES:
            self._listing(directory)
            self._index(directory)
        for stem in STABLE:
            if not any(self._page(f"{each}/{stem}.md") for _ in range(_TRIES) for each in _DIRECTORIES):
                self.problems.append(f"{stem} is in no directory")
        self.rounds += 1

    def run(self, ended: Callable[[], bool]) -> Reader:
        """Round after round, two at least."""
        while self.rounds < 2 or not ended():
            self.round()
        return self

    def _listing(self, directory: str) -> None:
        for name in list_names(self._store, directory):
            path = f"{directory}/{name}"
            if not self._page(path):
                self.skipped += 1
                # Skip on miss, by rights: read again, the listing does not advertise it, or it is back.
                if self._stays_missing(
                    path, lambda name=name: name in set(list_names(self._store, directory))
                ):  # type: ignore[misc]
                    self.problems.append(f"{path} is listed and missing")

    def _index(self, directory: str) -> None:
        for stem in self._advertised(directory):
            path = f"{directory}/{stem}.md"
            if not self._page(path):
                self.skipped += 1
                if self._stays_missing(path, lambda stem=stem: stem in self._advertised(directory)):  # type: ignore[misc]
                    self.problems.append(f"{path} is in the index and missing")

    def _stays_missing(self, path: str, advertised: Callable[[], bool]) -> bool:
        """Whether a page is advertised and not there as long as patience lasts."""
        until = time.monotonic() + self._patience
        while not any(self._page(path) for _ in range(2)) and advertised():
            if time.monotonic() >= until:
                return True
            time.sleep(0.01)
        return False

    def _advertised(self, directory: str) -> set[str]:
        record = self._store.get(f"{directory}/_index.md")
        return set(_ENTRY.findall(record.text)) if record is not None else set()

    def _page(self, path: str) -> bool:
        """Whether there is a page; a half one and one that goes back in time are problems."""
        record = self._store.get(path)
        if record is None:
            return False
        if not _is_whole(path, record.text):
            self.problems.append(f"{path} is half a record: {record.text[-80:]!r}")
        version = record.meta.version
        if version < self._versions.get(path, 0):
            self.problems.append(f"{path} went back from version {self._versions[path]} to {version}")
        self._versions[path] = version
        return True


def _is_whole(path: str, text: str) -> bool:
    """Whether a page has its first part and its last."""
    if path.endswith("/_index.md"):
        return text.startswith("# ") and text.endswith(".md)\n")
    return text.startswith("---\n") and "## Related Sources\n- [" in text and text.endswith('"\n')


if __name__ == "__main__":
    end = time.monotonic() + float(sys.argv[2])
    reader = Reader(TreeStore(Path(sys.argv[1]) / "kb/wiki")).run(lambda: time.monotonic() > end)
    print(json.dumps([reader.rounds, reader.skipped, reader.problems[:10]]))
