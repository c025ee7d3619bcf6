"""What a crashed writer left in ``.wikic/journal/``: finished or dropped, and by a person's word alone where
it was not begun in this directory.

A journal that came with a clone would have us write what somebody else chose; one in a wiki that was copied,
or restored from a backup, belongs to another state of it. Both are refused until a person has looked. The
functions that write expect the caller to hold ``lock.writer``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import FormatError, UnfinishedError, WikicError
from wikic.model.change import Change, Delete, Write
from wikic.wiki.journal import Faults, Journal, Plan, no_fault
from wikic.wiki.landing import land
from wikic.wiki.transaction_refusals import BOTH, START, VAULT, WIKI, Place, guard, resolve

# What a knowledge base's journal may hold: of every command, of `init`, and of what waits for review.
OURS: Final = (WIKI, START, BOTH)
# In somebody's own wiki there is `fix` alone, and paths are relative to the directory itself.
THEIRS: Final = (VAULT,)

_DROPPED: Final = "dropped a change that a crashed run had not committed; the wiki was not touched"
_DAMAGED: Final = "dropped a change whose plan is damaged; none of it had been carried out"


def recover(
    root: Path, *, places: Collection[Place] = OURS, faults: Faults = no_fault, trusted: bool = False
) -> tuple[str, ...]:
    """Finish or drop what a crashed writer left; one line for each.

    places: where the caller's transactions write: a plan for another place is not carried out.
    trusted: whether a person has said that plans which were not begun here are to be carried out too.

    A committed journal is rolled forward, an uncommitted one dropped. Raises UnfinishedError for a plan that
    a person must judge, FormatError when one is damaged and files of the wiki may already have moved,
    DiskError when the disk refuses or a plan names what no transaction writes.
    """
    notices: list[str] = []
    for journal in Journal.left(root):
        if journal.done:
            faults("remove journal")
            journal.discard()
        elif not journal.committed:
            faults("drop journal")
            notices.append(_DROPPED if journal.discard() else _foreign(journal))
        elif not (trusted or journal.is_here):
            raise _unfinished(journal, "holds changes that were not begun in this directory")
        else:
            notices.append(_roll_forward(root, journal, places, faults))
    return tuple(notices)


def _roll_forward(root: Path, journal: Journal, places: Collection[Place], faults: Faults) -> str:
    try:
        plan = journal.load()
    except FormatError as error:
        if journal.begun:
            raise FormatError(
                f"{error}, and part of it had been carried out when the run crashed",
                hint="compare wiki/ with git; `wikic recover --drop` forgets the plan",
            ) from error
        faults("drop journal")
        journal.discard()
        return _DAMAGED
    base = _base(root, plan, places)
    if base is None:
        raise _unfinished(journal, f"would write to {plan.inside or 'the directory itself'!r}")
    conflicts = land(base, journal, plan, faults, resumed=True)
    count = len({step.change for step in plan.steps})
    left = "".join(f"; {note}, and was left alone" for _, note in sorted(conflicts.items()))
    return f"finished what a crashed run had begun: {plan.reason} (changes: {count}{left})"


def _base(root: Path, plan: Plan, places: Collection[Place]) -> Path | None:
    """The directory a plan writes to; None when no place has it so. Raises DiskError for its paths."""
    there = [each for each in places if each.inside == plan.inside]
    if not there:
        return None
    paths = _paths(plan)
    place = next((each for each in there if all(map(each.allows, paths))), there[0])
    base = resolve(root, place.inside)
    guard(base, paths, place)
    return base


def _paths(plan: Plan) -> list[str]:
    return [path for step in plan.steps for path in (step.path, step.source, step.target) if path]


def under_way(root: Path, place: Place) -> Mapping[str, str]:
    """Files that a crashed transaction of ours for ``place`` writes, and the hash of what; none as a rule."""
    for journal in Journal.left(root):
        if journal.committed and not journal.done and journal.is_here:
            with suppress(FormatError):
                plan = journal.load()
                if plan.inside == place.inside:
                    return {step.path: step.hash for step in plan.steps if step.op == "write"}
    return {}


# --- by a person's word ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Left:
    """A journal that stands.

    directory: its own.
    reason: what proposed the changes; "" when the plan cannot be read.
    inside: the directory its paths are relative to.
    changes: what is still to be done.
    here: whether it was begun in this directory.
    fault: why it cannot be carried out, or "".
    """

    directory: Path
    reason: str = ""
    inside: str = ""
    changes: tuple[Change, ...] = ()
    here: bool = False
    fault: str = ""


def left(root: Path, places: Collection[Place] = OURS) -> tuple[Left, ...]:
    """Every committed journal that stands in the knowledge base at ``root``; nothing is written."""
    journals = (each for each in Journal.left(root) if each.committed and not each.done)
    return tuple(_seen(root, each, places) for each in journals)


def _seen(root: Path, journal: Journal, places: Collection[Place]) -> Left:
    here = journal.is_here
    try:
        plan = journal.load()
        fault = "" if _base(root, plan, places) else f"would write to {plan.inside!r}"
    except WikicError as error:
        return Left(journal.directory, here=here, fault=str(error))
    if fault:
        return Left(journal.directory, plan.reason, here=here, fault=fault)
    changes: list[Change] = []
    for step in plan.steps:
        content = journal.staged(step) if step.op == "write" else None
        if step.op == "delete":
            changes.append(Delete(step.path, step.expects))
        elif content is not None and layout.content_hash(content) == step.hash:
            changes.append(Write(step.path, content, step.expects))
    return Left(journal.directory, plan.reason, plan.inside, tuple(changes), here)


def drop(root: Path) -> int:
    """Forget every journal, whatever it holds; how many there were. Files that have moved stay moved."""
    journals = Journal.left(root)
    for journal in journals:
        if journal.done:
            journal.discard()
        else:
            journal.close()
    return len(journals)


def _unfinished(journal: Journal, words: str) -> UnfinishedError:
    return UnfinishedError(
        f"{journal.directory}: {words}: it came with a clone, a copy or a backup, or somebody made it",
        hint="`wikic recover` shows them; with --finish it carries them out, with --drop it forgets them",
    )


def _foreign(journal: Journal) -> str:
    return f"{journal.directory} holds what wikic did not put there; remove it"
