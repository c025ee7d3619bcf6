"""Whether the mirror shows what the wiki holds, without changing it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from wikic import build_dir, layout
from wikic.errors import StoreError, StoreLockedError
from wikic.navigate.indexes.indexing import tree_of
from wikic.navigate.indexes.mirror import describe_file
from wikic.store.protocol import WritableStore
from wikic.store.records import file_record
from wikic.store.sync import find_mislisted
from wikic.store.tree import TreeStore, open_mirror


@dataclass(frozen=True, slots=True)
class Difference:
    """Something a store shows otherwise than the tree.

    path: file path, "" where it is about the whole store.
    kind: ``missing`` from the store, ``extra`` in it, content that ``differs``, a record that is ``damaged``.
    message: what is wrong, one line.
    """

    path: str
    kind: Literal["missing", "extra", "differs", "damaged"]
    message: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What ``check`` found.

    files: how many the mirror holds.
    differences: by path.
    problem: why it cannot be compared at all, or "".
    """

    files: int
    differences: tuple[Difference, ...] = ()
    problem: str = ""

    @property
    def exact(self) -> bool:
        """Whether it shows what the wiki holds."""
        return not self.differences and not self.problem


def compare_stores(tree: TreeStore, store: WritableStore) -> Checked:
    """Compare ``store`` with ``tree``, by content. Nothing may be writing. Raises StoreError."""
    return Checked(sum(1 for _ in store.stamps()), tuple(_find_differences(tree, store)))


def check(root: Path) -> Checked:
    """Compare the mirror of the wiki at ``root`` with its files, by content.

    Raises NotAWikiError, StoreLockedError, MissingExtraError.
    """
    tree = tree_of(root)
    path = build_dir.at(root) / layout.MIRROR_DIR
    if not path.is_dir():
        return Checked(0, problem="there is no mirror")
    try:
        with open_mirror(path) as store:
            return compare_stores(tree, store)
    except StoreLockedError:
        raise
    except StoreError as error:
        return Checked(0, problem=str(error))


def _find_differences(tree: TreeStore, store: WritableStore) -> Iterator[Difference]:
    """By path. Times are no content: a record that has an old one is not used, and not wrong."""
    known = {path: (version, stamp.sha256) for path, version, stamp in store.stamps()}
    for path in sorted({*known, *tree.walk()}):
        found = tree.read(path)
        if found is None:
            if path in known:
                yield Difference(path, "extra", "is in the mirror and not in the wiki")
            continue
        if path not in known:
            yield Difference(path, "missing", "is in the wiki and not in the mirror")
            continue
        version, sha256 = known[path]
        record, wanted = store.get(path), file_record(path, found[0])
        if sha256 != wanted.stamp.sha256:
            yield Difference(path, "differs", "has another content in the mirror")
        elif record is None:
            yield Difference(path, "damaged", "has a stamp and no record")
        elif (record.meta.version, record.stamp.sha256) != (version, sha256):
            yield Difference(path, "damaged", "has a stamp that is not that of its record")
        elif record.text != wanted.text:
            yield Difference(path, "damaged", "has another text than was stored")
        elif record.meta != replace(describe_file(path, record.text), version=version):
            yield Difference(path, "differs", "has other metadata in the mirror than its text gives")
    if not store.settled:
        yield Difference("", "missing", "the mirror is not complete: making it was interrupted")
    for path in sorted(set(find_mislisted(known, store))):
        yield Difference(path, "damaged", "listing and files differ")
