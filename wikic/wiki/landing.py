"""Carry out a committed plan: each step at most once, never over what a person saved meanwhile.

The journal's own files tell how far a step came, so carrying a plan out again after a crash does only
what is missing. A write first looks at what it replaces, then swaps it with the staged file and looks at
what came out: a save that slipped in between look and swap is swapped back.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from wikic import layout
from wikic.model.change import ABSENT
from wikic.wiki.disk import barrier, disk_error, displaced, exchange, look, put_new
from wikic.wiki.journal import Faults, Journal, Plan, Step

_CHANGED = "was changed meanwhile"
_GONE = "was deleted meanwhile"
_TAKEN = "is there already"
KEPT = "stays: what takes its words was left alone"


@dataclass(slots=True)
class Landing:
    """How far a plan has come.

    base: the wiki's directory, resolved.
    journal: holds the staged contents.
    resumed: an earlier process, or try, may have carried out some steps.
    faults: called before every step the disk can see.
    conflicts: reasons by number of the change that was left alone.
    done: steps that are in place.
    """

    base: Path
    journal: Journal
    resumed: bool
    faults: Faults
    conflicts: dict[int, str] = field(default_factory=dict)
    done: int = 0
    _made: set[Path] = field(default_factory=set)

    def carry_out(self, plan: Plan) -> None:
        """Carry out every step, then remove directories that deletes left empty."""
        refused: set[str] = set()
        for step in plan.steps:
            if step.change not in self.conflicts:
                if not refused.isdisjoint(step.after):
                    reason: str | None = KEPT
                else:
                    reason = self._write(step) if step.op == "write" else self._delete_step(step)
                if reason is not None:
                    self.conflicts[step.change] = f"{step.path} {reason}"
                    refused.add(step.path)
            self.done += 1
        for directory in _emptied(self.base, plan):
            self._remove_if_empty(directory)

    # --- writes --------------------------------------------------------------------------------

    def _write(self, step: Step) -> str | None:
        """Put the staged content in place; why not, when not."""
        path, fresh = self.base / step.path, self.journal.directory / step.staged
        if self.resumed:
            kept = displaced(fresh)
            if not fresh.exists() and kept.exists():  # died inside ``exchange``
                os.replace(kept, fresh)
            ours = look(fresh).hash
            if ours is None:
                return None  # it has landed
            if ours != step.hash:
                return self._verify(step, path, fresh)
            if os.path.lexists(path) and os.path.samefile(fresh, path):
                return None  # died inside ``put_new``, between link and unlink
        source = look(self.base / step.source).hash if step.source else None
        found = look(path)
        if found.hash == step.hash and source is None:
            return None
        if step.source and source != step.hash:
            return _GONE if source is None else _CHANGED
        if step.expects == ABSENT:
            return _TAKEN if found.hash is not None or not self._put_new(fresh, path, step) else None
        if found.hash != step.expects:
            return _GONE if found.hash is None else _CHANGED
        self.faults(f"replace {step.path}")
        os.chmod(fresh, found.mode)
        try:
            exchange(fresh, path)
        except FileNotFoundError:
            return _GONE
        self.faults(f"verify {step.path}")
        return self._verify(step, path, fresh)

    def _put_new(self, fresh: Path, path: Path, step: Step) -> bool:
        if path.parent not in self._made:
            self.faults(f"make directory of {step.path}")
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        self.faults(f"create {step.path}")
        return put_new(fresh, path)

    def _verify(self, step: Step, path: Path, fresh: Path) -> str | None:
        """Look at what the swap brought out; what a person saved goes back."""
        if look(fresh).hash in (step.expects, None):
            return None
        if look(path).hash != step.hash:
            return _CHANGED  # they have saved again, over ours: the newer save stands
        self.faults(f"give back {step.path}")
        with suppress(FileNotFoundError):
            exchange(fresh, path)
            if look(fresh).hash not in (step.hash, None):
                exchange(fresh, path)  # saved once more between look and swap: the newest stands
        return _CHANGED

    # --- deletes -------------------------------------------------------------------------------

    def _delete_step(self, step: Step) -> str | None:
        reason = self._delete(step.path, step.expects, step.staged)
        if reason is not None and step.target:
            # The old file was edited: it did not move after all, so the copy at its target goes.
            self._delete(step.target, step.expects, f"{step.staged}.undo")
        return reason

    def _delete(self, name: str, expects: str, slot: str) -> str | None:
        """Take the file away; why not, when not."""
        path, taken = self.base / name, self.journal.directory / slot
        if not (self.resumed and taken.exists()):
            found = look(path).hash
            if found is None:
                return None
            if found != expects:
                return _CHANGED
            self.faults(f"delete {name}")
            try:
                os.rename(path, taken)
            except FileNotFoundError:
                return None
            self.faults(f"verify deleted {name}")
        if look(taken).hash == expects:
            return None
        self.faults(f"give back {name}")
        put_new(taken, path)
        return _CHANGED

    def _remove_if_empty(self, directory: Path) -> None:
        try:
            if os.listdir(directory):
                return
            self.faults(f"remove directory {directory.relative_to(self.base).as_posix()}")
            os.rmdir(directory)
        except OSError:
            return  # somebody put a file there, or it is gone: either way it is not ours to remove


def _emptied(base: Path, plan: Plan) -> list[Path]:
    """Directories that deletes may have left empty, deepest first; never ``wiki/`` itself."""
    left = {layout.directory(path) for step in plan.steps if step.op == "delete" for path in _names(step)}
    found: set[str] = set()
    for directory in left:
        while directory:
            found.add(directory)
            directory = layout.directory(directory)
    return [base / each for each in sorted(found, key=lambda each: (-each.count("/"), each))]


def _names(step: Step) -> tuple[str, ...]:
    return (step.path, step.target) if step.target else (step.path,)


# --- a whole plan -------------------------------------------------------------------------------


def land(
    base: Path, journal: Journal, plan: Plan, faults: Faults, *, resumed: bool = False
) -> dict[int, str]:
    """Carry out a committed plan in ``base``, forget its journal; reasons by number of what was left alone.

    Raises DiskError, which says how far it came.
    """
    landing = Landing(base, journal, resumed, faults)
    try:
        faults("begin")
        journal.begin()
        try:
            landing.carry_out(plan)
        except KeyboardInterrupt:
            # Ctrl-C leaves nothing half done; a second one does, and the next writer finishes it.
            Landing(base, journal, True, faults).carry_out(plan)
            _settle(base, journal, plan, faults)
            raise
        _settle(base, journal, plan, faults)
    except OSError as error:
        state = f"{landing.done} of {len(plan.steps)} steps are done, the next run that writes does the rest"
        raise disk_error(error, error.filename or base, state) from error
    return landing.conflicts


def _settle(base: Path, journal: Journal, plan: Plan, faults: Faults) -> None:
    """Make the renames durable before the journal that could repeat them goes."""
    faults("barrier after landing")
    barrier(base, sorted({(base / step.path).parent for step in plan.steps}))
    journal.close(faults)
