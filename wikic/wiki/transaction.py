"""Apply a ChangeSet: all of it or, after a crash, all of it at the next start; never over a person's save.

Stage under ``.wikic/journal/``, one barrier, commit by renaming the plan, land child before parent,
forget the journal. Nothing else writes to ``wiki/`` and ``review/``. The caller holds ``lock.writer``, and
has let ``recovery.recover`` finish what a crashed run left.

Readers take no lock. Whatever moment they look at, an index lists nothing that is not there: pictures and
files land before the articles that show them, articles before the digests that cite them, digests before
pages, pages before the index that lists them; and what goes, goes only after the index and the pages that
named it have been rewritten.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import DiskError
from wikic.model.change import ABSENT, Change, ChangeSet, Delete, Move, Write
from wikic.wiki.disk import disk_error, look
from wikic.wiki.journal import Faults, Journal, Plan, Step, no_fault
from wikic.wiki.landing import KEPT, land
from wikic.wiki.transaction_refusals import BOTH, WIKI, Place, clashes, guard, resolve

# Ranks of what is written, first to last; deletes go the other way round, after all writes.
_ATTACHED: Final = -1
_ARTICLE: Final = 0
_DIGEST: Final = 1
_PAGE: Final = 2
_INDEX: Final = 3
_ROOT: Final = 4
_START: Final = 6  # last of what `wikic init` writes: where it stands, the rest does


def ordered_steps(
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
    return _ARTICLE if kind == "document" else _DIGEST if kind in ("digest", "written") else _PAGE


def _staged(step: Step, at: int) -> Step:
    return replace(step, staged=f"{at:06d}")


_NOTHING = "nothing was changed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which changes of a ChangeSet landed and which were refused.

    applied: the changes that are in place, in the order they were given.
    conflicts: the changes that were left alone, because the file was not what they expect to replace.
    notes: one line per conflict, in the same order, that says why.
    """

    applied: tuple[Change, ...]
    conflicts: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()


def apply(root: Path, changes: ChangeSet, *, place: Place = WIKI, faults: Faults = no_fault) -> Outcome:
    """Carry out ``changes`` in the knowledge base at ``root``.

    place: what their paths are relative to, and which files they may name.
    faults: called with a step's name before every step that the disk can see.

    A change whose file is not what it expects (a person saved meanwhile) is left alone and returned as
    a conflict. Raises DiskError when a path would leave ``place`` or the disk refuses; up to the commit
    point nothing was changed then, after it the rest is done by ``recover``. Raises NotPlainError for a
    ``.wikic/`` that is not ours to write, ValueError when two changes name one path.
    """
    if not changes:
        return Outcome(())
    _refuse_twice(changes.changes)
    base = resolve(root, place.inside)
    guard(base, [path for change in changes.changes for path in _paths(change)], place)
    faults("open journal")
    try:
        journal = Journal.create(root)
    except OSError as error:
        raise disk_error(error, root / layout.BUILD_DIR, _NOTHING) from error
    try:
        _refuse_other_disk(root, journal, base, place)
        conflicts, vacate = clashes(base, changes.changes)
        numbered = _possible(base, changes, conflicts)
        steps = ordered_steps(numbered, vacate, above=1 if place.parts else 0)
        _stage(base, journal, steps, dict(numbered), faults)
        plan = Plan(changes.reason, steps, place.inside)
        if plan.steps:
            journal.commit(plan, faults)
    except OSError as error:
        journal.discard()
        raise disk_error(error, error.filename or journal.directory, _NOTHING) from error
    except BaseException:
        if not journal.committed:
            journal.discard()
        raise
    if plan.steps:
        conflicts.update(land(base, journal, plan, faults))
    else:
        journal.discard()
    every = list(enumerate(changes.changes))
    return Outcome(
        tuple(change for at, change in every if at not in conflicts),
        tuple(change for at, change in every if at in conflicts),
        tuple(conflicts[at] for at, _ in every if at in conflicts),
    )


def apply_beside(
    root: Path, changes: ChangeSet, beside: Sequence[Change], *, faults: Faults = no_fault
) -> Outcome:
    """Carry out ``changes`` in ``wiki/`` and ``beside`` in ``review/``, in one transaction.

    beside: paths relative to ``review/``, but for what a delete comes after, which is relative to the
        knowledge base: where that is refused, what waits goes on waiting.

    Returns what became of ``changes``; raises as ``apply`` does.
    """
    if not beside:
        return apply(root, changes, faults=faults)
    joined = (
        *(_below(layout.WIKI_DIR, change) for change in changes.changes),
        *(_below(layout.REVIEW_DIR, change) for change in beside),
    )
    outcome = apply(root, ChangeSet(changes.reason, joined), place=BOTH, faults=faults)
    refused = {change.path for change in outcome.conflicts}
    conflicts = [change for change in changes.changes if f"{layout.WIKI_DIR}/{change.path}" in refused]
    notes = dict(zip((change.path for change in outcome.conflicts), outcome.notes, strict=True))
    return Outcome(
        tuple(change for change in changes.changes if change not in conflicts),
        tuple(conflicts),
        tuple(notes[f"{layout.WIKI_DIR}/{change.path}"] for change in conflicts),
    )


def _below(directory: str, change: Change) -> Change:
    """A change whose paths begin with a directory of the knowledge base."""
    path = f"{directory}/{change.path}"
    match change:
        case Write():
            return replace(change, path=path)
        case Delete(after=after) if directory == layout.WIKI_DIR:
            return replace(change, path=path, after=tuple(f"{directory}/{each}" for each in after))
        case Delete():
            return replace(change, path=path)
        case Move():
            return replace(change, path=path, target=f"{directory}/{change.target}")


def _refuse_other_disk(root: Path, journal: Journal, base: Path, place: Place) -> None:
    """Raise DiskError where a rename out of the journal could not reach what is to be written."""
    here = os.stat(journal.directory).st_dev
    for each in (base, *(base / part.inside for part in place.parts)):
        if each.exists() and os.stat(each).st_dev != here:
            raise DiskError(
                f"{each}: lies on another disk than {root / layout.BUILD_DIR}; {_NOTHING}",
                hint="keep wiki/, review/ and .wikic/ on one file system",
            )


# --- before the commit point -------------------------------------------------------------------


def _possible(base: Path, changes: ChangeSet, conflicts: dict[int, str]) -> list[tuple[int, Change]]:
    """The changes to carry out by number; moves whose file is not as expected join ``conflicts``."""
    numbered = [(at, change) for at, change in enumerate(changes.changes) if at not in conflicts]
    for at, change in numbered:
        if isinstance(change, Move) and not _movable(base, change):
            conflicts[at] = f"{change.path} is not what was to be moved"
    refused = {path for at in conflicts for path in _paths(changes.changes[at])}
    for at, change in numbered:
        if isinstance(change, Delete) and not refused.isdisjoint(change.after):
            conflicts[at] = f"{change.path} {KEPT}"
    return [(at, change) for at, change in numbered if at not in conflicts]


def _stage(
    base: Path, journal: Journal, steps: Sequence[Step], by_number: Mapping[int, Change], faults: Faults
) -> None:
    """Write the new contents into the journal."""
    for step in steps:
        if step.op != "write":
            continue
        faults(f"stage {step.path}")
        change = by_number[step.change]
        if isinstance(change, Write):
            journal.stage(step.staged, change.content)
        else:
            _stage_move(base, journal, step, change)


def _movable(base: Path, change: Move) -> bool:
    """Whether the file is what the move expects, or has got where it should already."""
    if look(base / change.path).hash == change.expects:
        return True
    return not os.path.lexists(base / change.path) and look(base / change.target).hash == change.expects


def _stage_move(base: Path, journal: Journal, step: Step, change: Change) -> None:
    """A copy, not a link: an editor that saves in place must not change what was staged."""
    for name in (change.path, step.path):
        try:
            status, content = os.stat(base / name), (base / name).read_bytes()
        except FileNotFoundError:
            continue
        journal.stage(step.staged, content, status.st_mode & 0o777)
        return


def _refuse_twice(changes: Sequence[Change]) -> None:
    count = Counter(path for change in changes for path in set(_paths(change)))
    twice = sorted(path for path, times in count.items() if times > 1)
    if twice:
        raise ValueError(f"two changes name {twice[0]}")


def _paths(change: Change) -> tuple[str, ...]:
    return (change.path, change.target) if isinstance(change, Move) else (change.path,)
