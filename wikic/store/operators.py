"""What is built from a store's operators: navigation (Q3), and the names of a directory of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wikic.store.protocol import Store
from wikic.store.records import Node


def navigate(store: Store, path: str) -> tuple[Node, ...]:
    """Q3: the records along ``path``, from the root's down to the file or directory it names.

    It ends where a step is missing, so what is returned is always a walk that was possible.
    """
    hook: Callable[[str], tuple[Node, ...]] | None = getattr(store, "navigate", None)
    if hook is not None:
        return hook(path)  # a store that is asked once for the whole walk, because asking is what costs
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
