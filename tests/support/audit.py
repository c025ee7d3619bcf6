"""Whether a store agrees with itself: every file is named by its directory, every name has its file."""

from __future__ import annotations

from collections.abc import Iterator

from wikic.layout import content_hash
from wikic.navigate.indexes.mirror_check import Difference, compare_stores
from wikic.store.protocol import WritableStore, list_names
from wikic.store.records import FileRecord, Stamp, join_path, last_segment, parent_directory
from wikic.store.tree import TreeStore

_REPLACEMENT = "\ufffd"  # stands where a file's bytes were no UTF-8: the text no longer hashes to them


def differences(tree: TreeStore, store: WritableStore) -> tuple[Difference, ...]:
    """What ``wikic mirror --check`` lists."""
    return compare_stores(tree, store).differences


def audit(store: WritableStore) -> Iterator[str]:
    """One line per fault; nothing may be writing. Reads every record.

    Raises ``StoreDamagedError`` on a record that cannot be read at all.
    """
    files: dict[str, set[str]] = {"": set()}
    sub_dirs: dict[str, set[str]] = {"": set()}
    for path, version, stamp in store.stamps():
        directory = parent_directory(path)
        files.setdefault(directory, set()).add(last_segment(path))
        while directory:
            sub_dirs.setdefault(parent_directory(directory), set()).add(last_segment(directory))
            directory = parent_directory(directory)
        yield from _file(store.get(path), path, version, stamp, store.generation)
    for directory in sorted(files.keys() | sub_dirs.keys()):
        yield from _directory(store, directory, files.get(directory, set()), sub_dirs.get(directory, set()))


def _file(record: FileRecord | None, path: str, version: int, stamp: Stamp, generation: int) -> Iterator[str]:
    if record is None:
        yield f"{path}: has a stamp and no record"
        return
    if (record.meta.version, record.stamp) != (version, stamp):
        yield f"{path}: record and stamp differ"
    if record.meta.version > generation:
        yield f"{path}: has version {record.meta.version}, the store only generation {generation}"
    if _REPLACEMENT not in record.text and content_hash(record.text.encode()) != stamp.sha256:
        yield f"{path}: its text is not what was stored"


def _directory(store: WritableStore, directory: str, files: set[str], sub_dirs: set[str]) -> Iterator[str]:
    record = store.list(directory)
    if record is None:
        yield f"{directory}/: holds files and has no record"
        return
    listed = list(list_names(store, directory))
    if listed != sorted(files):
        for each in sorted(files.symmetric_difference(listed)) or ["its names"]:
            yield f"{join_path(directory, each)}: listing and files differ"
    if record.sub_dirs != tuple(sorted(sub_dirs)):
        yield f"{directory}/: sub-directories differ"
    if record.meta.entry_count != len(files) + len(sub_dirs):
        yield f"{directory}/: counts {record.meta.entry_count} entries, holds {len(files) + len(sub_dirs)}"
