"""Which files must be looked at again: those that changed, and those whose findings rest on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from wikic import layout
from wikic.lint.cache.examine import key_of
from wikic.lint.cache.record_file import Record
from wikic.wiki.tree import FileStat

FEW: Final = 16  # changed files; beyond that a set of paths is quicker


def changed_files(
    kept: Mapping[str, Record], stats: Mapping[str, FileStat], hash_of: Callable[[str], bytes]
) -> tuple[set[str], set[str]]:
    """Files that are not as they were, and those that are though their stats are not."""
    changed: set[str] = set()
    touched: set[str] = set()
    for file, stat in stats.items():
        record = kept.get(file)
        if record is None:
            changed.add(file)
        elif record.mtime != stat.mtime_ns or record.size != stat.size:
            if record.hash and record.size == stat.size and hash_of(file) == record.hash:
                touched.add(file)
            else:
                changed.add(file)
    return changed, touched


def dependent_files(kept: Mapping[str, Record], changed: Collection[str], moved: Collection[str]) -> set[str]:
    """Files whose findings rest on others that changed, or on names that came or went."""
    if not kept or not changed:
        return set()
    paths = {file.encode("utf-8", "surrogatepass") for file in changed}
    keys = {key_of(step) for file in moved for step in (file, *_parents(file))}
    # The first decision in C, for a handful of changes; sets for a checkout's thousands.
    few = [b"\n" + path + b"\n" for path in paths] if len(paths) <= FEW else None
    found: set[str] = set()
    for file, record in kept.items():
        asked, names = record.asked, record.keys
        if moved and (
            record.flags
            or (names and not keys.isdisjoint(names[at : at + 4] for at in range(0, len(names), 4)))
        ):
            found.add(file)
        elif asked and (
            any(path in asked for path in few)
            if few is not None
            else not paths.isdisjoint(asked.split(b"\n"))
        ):
            found.add(file)
    return found


def _parents(file: str) -> Iterable[str]:
    inside = layout.directory(file)
    while inside:
        yield inside
        inside = layout.directory(inside)
