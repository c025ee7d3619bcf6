"""Whether a store agrees with itself: every file is named by its directory, every name has its file; and
whether it agrees with the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from wikic.layout import content_hash
from wikic.store.operators import names
from wikic.store.path_keys import join, name, parent
from wikic.store.protocol import WritableStore
from wikic.store.records import FileRecord, Stamp
from wikic.store.sync import Describe
from wikic.store.tree import TreeStore

_REPLACEMENT = "\ufffd"  # stands where a file's bytes were no UTF-8: the text no longer hashes to them


Kind = Literal["missing", "extra", "differs", "damaged"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Something a store shows otherwise than the tree.

    path: file path, "" where it is about the whole store.
    kind: ``missing`` from the store, ``extra`` in it, content that ``differs``, a record that is ``damaged``.
    message: what is wrong, one line.
    """

    path: str
    kind: Kind
    message: str


def differences(
    tree: TreeStore, store: WritableStore, describe: Describe | None = None
) -> Iterator[Difference]:
    """Every difference between what ``tree`` holds and ``store`` shows, by content, by path; then ``audit``.

    Nothing may be writing. Times are no content: a record that has an old one is not used, and not wrong.
    Raises ``StoreDamagedError`` on a store that cannot be read at all.
    """
    known = {path: stamp for path, _, stamp in store.stamps()}
    for path in sorted({*known, *tree.walk()}):
        found = tree.read(path)
        if found is None:
            if path in known:
                yield Difference(path, "extra", "is in the mirror and not in the wiki")
        elif path not in known:
            yield Difference(path, "missing", "is in the wiki and not in the mirror")
        elif known[path].sha256 != content_hash(found[0]):
            yield Difference(path, "differs", "has another content in the mirror")
        elif describe is not None and not _described(store.get(path), path, describe):
            yield Difference(path, "differs", "has other metadata in the mirror than its text gives")
    if not store.settled:
        yield Difference("", "missing", "the mirror is not complete: making it was interrupted")
    for fault in audit(store):
        path, _, message = fault.partition(": ")
        yield Difference(path, "damaged", message)


def _described(record: FileRecord | None, path: str, describe: Describe) -> bool:
    """Whether a record says of its text what ``describe`` does."""
    if record is None:
        return True  # `audit` tells
    wanted = replace(describe(path, record.text), version=record.meta.version)
    return record.meta == wanted


def audit(store: WritableStore) -> Iterator[str]:
    """One line per fault; nothing may be writing. Reads every record.

    Raises ``StoreDamagedError`` on a record that cannot be read at all.
    """
    files: dict[str, set[str]] = {"": set()}
    sub_dirs: dict[str, set[str]] = {"": set()}
    for path, version, stamp in store.stamps():
        directory = parent(path)
        files.setdefault(directory, set()).add(name(path))
        while directory:
            sub_dirs.setdefault(parent(directory), set()).add(name(directory))
            directory = parent(directory)
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
    listed = list(names(store, directory))
    if listed != sorted(files):
        for each in sorted(files.symmetric_difference(listed)) or ["its names"]:
            yield f"{join(directory, each)}: listing and files differ"
    if record.sub_dirs != tuple(sorted(sub_dirs)):
        yield f"{directory}/: sub-directories differ"
    if record.meta.entry_count != len(files) + len(sub_dirs):
        yield f"{directory}/: counts {record.meta.entry_count} entries, holds {len(files) + len(sub_dirs)}"
