"""What a store shows, and a directory that is edited as people and git do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from wikic.navigate.indexes.mirror import describe_file
from wikic.store.path_store import MemoryStore
from wikic.store.protocol import Store
from wikic.store.sync import plan_sync, survey_tree, sync_store
from wikic.store.tree import TreeStore

Shown = dict[str, Any]


def shown(store: Store) -> Shown:
    """Everything but versions: texts, stamps, metadata, and of directories the names, counts and times."""
    found: Shown = {}
    for path in store.prefix(""):
        record = store.get(path)
        assert record is not None, path
        meta = record.meta
        found[path] = (record.text, record.stamp, meta.confidence, meta.sources, meta.last_verified)
    queue = [""]
    while queue:
        path = queue.pop()
        names: list[str] = []
        page = first = store.list(path)
        assert first is not None, path
        while page is not None:
            names += page.files
            page = None if page.next is None else store.list(path, page.next)
        found[f"{path}/"] = (first.sub_dirs, names, first.meta.entry_count, first.meta.mtime_ns)
        queue += [f"{path}/{each}" if path else each for each in first.sub_dirs]
    return found


def rebuilt(wiki: Path) -> Shown:
    """What a mirror made from nothing shows of ``wiki``."""
    store, tree = MemoryStore(), TreeStore(wiki)
    entries, directories = survey_tree(tree)
    result = sync_store(store, plan_sync(entries, store, directories), describe_file)
    assert not result.skipped
    return shown(store)


class Edited:
    """``wiki``, and what a watcher would have told of the edits so far."""

    def __init__(self, wiki: Path) -> None:
        self.wiki = wiki
        self.told: set[str] = set()
        wiki.mkdir(parents=True, exist_ok=True)

    def write(self, path: str, text: str) -> None:
        """Save a file, in place; what stands in its way goes."""
        self._make_way(path)
        (self.wiki / path).write_bytes(text.encode())
        self.told.add(path)

    def write_alike(self, path: str, text: str) -> None:
        """Save a file so that neither its time nor, with a text as long, its size shows it."""
        at = self.wiki / path
        if at.is_file():
            status = at.stat()
            at.write_bytes(text.encode())
            os.utime(at, ns=(status.st_atime_ns, status.st_mtime_ns))
            self.told.add(path)

    def replace(self, path: str, text: str) -> None:
        """Save as many editors do: beside it, then renamed over it."""
        self._make_way(path)
        fresh = self.wiki / f"{path}~"
        fresh.write_bytes(text.encode())
        os.replace(fresh, self.wiki / path)
        self.told |= {f"{path}~", path}

    def delete(self, path: str) -> None:
        """Remove a file, or a directory with all that is in it."""
        at = self.wiki / path
        if at.is_dir():
            shutil.rmtree(at)
        elif at.is_file():
            at.unlink()
        self.told.add(path)

    def move(self, path: str, target: str) -> None:
        """Rename a file or a directory, over what is there."""
        if (
            not (self.wiki / path).exists()
            or f"{target}/".startswith(f"{path}/")
            or path.startswith(f"{target}/")
        ):
            return
        self._make_way(target)
        at = self.wiki / target
        if at.is_file() and (self.wiki / path).is_dir():
            at.unlink()  # a directory takes no file's place
        os.rename(self.wiki / path, at)
        self.told |= {path, target}

    def _make_way(self, path: str) -> None:
        at = self.wiki
        for step in path.split("/")[:-1]:
            at = at / step
            if at.is_file():
                at.unlink()
                self.told.add(at.relative_to(self.wiki).as_posix())
            if not at.exists():
                at.mkdir()
                self.told.add(at.relative_to(self.wiki).as_posix())
        if (self.wiki / path).is_dir():
            shutil.rmtree(self.wiki / path)
            self.told.add(path)
