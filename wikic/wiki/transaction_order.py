"""From changes to steps: parent after child on write, child after parent on delete and move.

Readers take no lock. Whatever moment they look at, an index lists nothing that is not there: pictures and
files land before the articles that show them, articles before the digests that cite them, digests before
pages, pages before the index that lists them; and what goes, goes only after the index and the pages that
named it have been rewritten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.model.change import ABSENT, Change, Delete, Move, Write
from wikic.wiki.journal import Step

# Ranks of what is written, first to last; deletes go the other way round, after all writes.
_ATTACHED: Final = -1
_ARTICLE: Final = 0
_DIGEST: Final = 1
_PAGE: Final = 2
_INDEX: Final = 3
_ROOT: Final = 4
_START: Final = 6  # last of what `wikic init` writes: where it stands, the rest does


def steps(
    changes: Iterable[tuple[int, Change]], vacate: Collection[str] = (), *, above: int = 0
) -> tuple[Step, ...]:
    """The steps that carry out numbered ``changes``, in order; staged names follow from the order.

    vacate: paths to delete before anything is written, because on this disk the name that a new file
        gets is the same name (only its case differs).
    above: how many directories of each path lie above what is laid out as a wiki.
    """
    found: list[Step] = []
    for number, change in changes:
        match change:
            case Write(path, content, expects):
                found.append(Step("write", path, expects, number, layout.content_hash(content)))
            case Delete(path, expects, after):
                found.append(Step("delete", path, expects, number, after=after))
            case Move(path, target, expects):
                # Where the old name is the new name, the source cannot be there when the target lands.
                source = "" if path in vacate else path
                found.append(Step("write", target, ABSENT, number, expects, source=source))
                found.append(Step("delete", path, expects, number, target="" if path in vacate else target))
    found.sort(key=lambda step: _position(step, vacate, above))
    return tuple(_staged(step, at) for at, step in enumerate(found))


def _position(step: Step, vacate: Collection[str], above: int) -> tuple[int, int, int, str]:
    rank, depth = _rank(step.path.split("/", above)[-1]), step.path.count("/")
    if step.op == "write":
        # Of the indexes the deepest lands first; index.md comes last of all.
        return (1, rank, -depth, step.path)
    return (0 if step.path in vacate else 2, -rank, depth, step.path)


def _rank(file: str) -> int:
    path = layout.page_path(file)
    if file == f"{layout.WIKI_DIR}/{layout.SCHEMA_FILE}":
        return _START
    if "/" not in file:
        return _ROOT + (path == layout.ROOT_INDEX)
    if layout.is_index(path):
        return _INDEX
    kind = layout.node_kind(path)
    if kind == "document" and not file.endswith(".md"):
        return _ATTACHED
    return _ARTICLE if kind == "document" else _DIGEST if kind == "digest" else _PAGE


def _staged(step: Step, at: int) -> Step:
    return replace(step, staged=f"{at:06d}")
