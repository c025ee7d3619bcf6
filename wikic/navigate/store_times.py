"""What the store's operators cost on one wiki: from its files, and from its mirror where there is one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from wikic import build_dir, layout
from wikic.errors import InputError, MissingExtraError, StoreError
from wikic.navigate.indexing import tree_of
from wikic.store.freshness import FreshStore
from wikic.store.open_reader import open_mirror
from wikic.store.operator_times import Costs, Rival, Walked, contest, draw
from wikic.store.protocol import Store
from wikic.store.sync import survey
from wikic.store.tree import TreeStore

_SEED: Final = 1879
_FOUND: Final = 10  # paths, as in the paper's Q4
_LAST: Final = chr(0x10FFFF)  # stands behind whatever a path goes on with


@dataclass(frozen=True, slots=True)
class StoreTimes:
    """What was measured.

    records, directories: in the wiki. levels: median number of records on the way to a file.
    bytes: of the files. mirror_bytes: of the mirror on disk, 0 without one.
    costs: by store: ``files``; ``mirror``, the database alone; ``mirror,
        checked``, with the look at the file that keeps readers from what is old.
    without_mirror: why the mirror was not measured, "" where it was.
    """

    records: int
    directories: int
    levels: float
    bytes: int
    mirror_bytes: int
    costs: dict[str, Costs]
    without_mirror: str


def store_times(root: Path, operations: int) -> StoreTimes:
    """Read the wiki at ``root`` with Q1 to Q4, so often each, on pages drawn at random; nothing is written.

    Raises NotAWikiError, InputError when it holds no file or changes meanwhile.
    """
    tree = tree_of(root)
    entries, directories = survey(tree)
    paths = sorted(each.path for each in entries)
    if not paths:
        raise InputError(f"{root}: the wiki holds no file", hint="`wikic compile DOCUMENTS` writes some")
    at = build_dir.at(root) / layout.MIRROR_DIR
    with ExitStack() as opened:
        stores: dict[str, Store] = {"files": tree}
        mirrored = _mirror(at, tree, paths)
        if not isinstance(mirrored, str):
            opened.callback(mirrored.close)
            stores |= {"mirror": mirrored, "mirror, checked": FreshStore(mirrored, tree)}
        asked = draw(paths, _SEED, partial(_prefix, paths), operations)
        try:
            costs = contest([Rival(name, Walked(store), asked) for name, store in stores.items()])
        except AttributeError as error:  # of a page that was there, and no longer is
            raise InputError("the wiki changed while it was measured", hint="run it again") from error
    return StoreTimes(
        records=len(paths),
        directories=len(directories),
        levels=median(path.count("/") + 2 for path in paths),
        bytes=sum(each.size for each in entries),
        mirror_bytes=0 if isinstance(mirrored, str) else sum(file.stat().st_size for file in at.iterdir()),
        costs=costs,
        without_mirror=mirrored if isinstance(mirrored, str) else "",
    )


def _mirror(at: Path, tree: TreeStore, paths: list[str]) -> Store | str:
    """The database, whole and with every path, or why it is not to be had."""
    if not at.is_dir():
        return "there is no mirror yet: `wikic mirror` makes one"
    try:
        mirror = open_mirror(at)
        if mirror.settled and {path for path, _, _ in mirror.stamps()} == set(paths):
            return mirror
        mirror.close()
    except (StoreError, MissingExtraError) as error:
        return str(error)
    return "the mirror is not in step: `wikic mirror` brings it there"


def _prefix(paths: Sequence[str], path: str) -> str:
    """The shortest beginning of a path, its directory and some of its name, that at most ten paths have.

    paths: all of them, sorted.
    """
    for size in range(path.rfind("/") + 2, len(path)):
        start = path[:size]
        if bisect_left(paths, start + _LAST) - bisect_left(paths, start) <= _FOUND:
            return start
    return path
