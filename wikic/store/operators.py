"""What is built from a store's operators: navigation (Q3), children, updates under compare-and-swap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from wikic.errors import StaleVersionError
from wikic.store.batch import Applied, Batch, Put
from wikic.store.keys import join
from wikic.store.protocol import Store, WritableStore
from wikic.store.records import FileRecord, Node

ATTEMPTS: Final = 5  # WikiKV, section IV-C: one writer, so a small bounded number of retries suffices


def navigate(store: Store, path: str) -> tuple[Node, ...]:
    """Q3: the records along ``path``, from the root's down to the file or directory it names.

    It ends where a step is missing, so what is returned is always a walk that was possible.
    """
    listing = store.list
    directory = listing("")
    if directory is None:
        return ()
    trail: list[Node] = [directory]
    at = path.find("/")
    while at > 0:
        directory = listing(path[:at])
        if directory is None:
            return tuple(trail)
        trail.append(directory)
        at = path.find("/", at + 1)
    if path and at:
        last = store.get(path) or listing(path)
        if last is not None:
            trail.append(last)
    return tuple(trail)


def names(store: Store, directory: str) -> Iterator[str]:
    """Names of all files in ``directory``, over all pages of a large one."""
    page = store.list(directory)
    while page is not None:
        yield from page.files
        page = None if page.next is None else store.list(directory, page.next)


def children(store: Store, directory: str) -> Iterator[tuple[str, FileRecord]]:
    """Path and record of every file in ``directory``; a name whose record is gone is skipped."""
    for each in names(store, directory):
        path = join(directory, each)
        record = store.get(path)
        if record is not None:
            yield path, record


def update(
    store: WritableStore,
    path: str,
    change: Callable[[FileRecord | None], FileRecord],
    attempts: int = ATTEMPTS,
) -> Applied:
    """Replace a record by ``change`` of it, again when someone was faster, at most ``attempts`` times.

    Raises ``StaleVersionError`` when every attempt was overtaken.
    """
    while True:
        old = store.get(path)
        attempts -= 1
        try:
            return store.apply(Batch((Put(path, change(old), 0 if old is None else old.meta.version),)))
        except StaleVersionError:
            if attempts <= 0:
                raise
