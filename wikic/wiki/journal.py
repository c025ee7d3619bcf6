"""The journal: what a transaction is about to do, durable before the first file of the wiki moves.

``.wikic/journal/<id>/`` holds the new contents (``000000``, ``000001`` …) and ``plan.json``. The plan's
rename into place is the commit point: with it the transaction happens, now or at the next writer's
start; without it the transaction never was. ``begun`` marks that files of the wiki may have moved, and
``<id>.done`` is a journal with nothing left to do. The format is documented in docs/disk-format.md.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from wikic import layout
from wikic.errors import FormatError
from wikic.wiki.disk import barrier, sync_one

Faults = Callable[[str], None]

_PLAN: Final = "plan.json"
_BEGUN: Final = "begun"
_DONE: Final = ".done"


def no_fault(step: str) -> None:
    """The hook that tests replace to fail, or to die, before a step that the disk can see."""


@dataclass(frozen=True, slots=True)
class Step:
    """One file operation of a plan.

    op: ``write`` puts a staged content at ``path``, ``delete`` takes the file there away.
    path: file path relative to ``wiki/``.
    expects: hash of the content it replaces or deletes, or ``ABSENT``.
    change: number of the change it belongs to; a move is a write and a delete of one number.
    hash: hash of the staged content; "" for a delete.
    staged: name in the journal: of the staged content, or for what a delete took away.
    source: for the write of a move, the path the file has now, else "".
    target: for the delete of a move, the path the file gets, else "".
    """

    op: Literal["write", "delete"]
    path: str
    expects: str
    change: int
    hash: str = ""
    staged: str = ""
    source: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A transaction's steps in the order they are carried out.

    reason: of the change set, for notices.
    steps: in order.
    inside: the directory of the knowledge base that paths are relative to; "" for itself.
    """

    reason: str
    steps: tuple[Step, ...]
    inside: str = layout.WIKI_DIR


class Journal:
    """One transaction's directory under ``.wikic/journal/``."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    @classmethod
    def create(cls, root: Path) -> Journal:
        """A new, empty journal in the knowledge base at ``root``."""
        home = root / layout.BUILD_DIR / layout.JOURNAL_DIR
        home.mkdir(parents=True, exist_ok=True)
        return cls(Path(tempfile.mkdtemp(prefix="t-", dir=home)))

    @classmethod
    def left(cls, root: Path) -> tuple[Journal, ...]:
        """The journals that stand in the knowledge base at ``root``."""
        home = root / layout.BUILD_DIR / layout.JOURNAL_DIR
        try:
            return tuple(cls(home / name) for name in sorted(os.listdir(home)))
        except FileNotFoundError:
            return ()

    def stage(self, name: str, content: bytes, mode: int | None = None) -> None:
        """Write ``content`` under ``name``; it is durable only after ``commit``."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        handle = os.open(self.directory / name, flags, 0o666)
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(handle, rest) :]
        finally:
            os.close(handle)
        if mode is not None:
            os.chmod(self.directory / name, mode)

    def commit(self, plan: Plan, faults: Faults = no_fault) -> None:
        """Make the staged contents durable, then the plan: from here on the transaction happens."""
        faults("write plan")
        fresh = self.directory / f"{_PLAN}.new"
        fresh.write_bytes(_encode(plan))
        faults("barrier before commit")
        staged = [self.directory / step.staged for step in plan.steps if step.op == "write"]
        homes = [self.directory, self.directory.parent, self.directory.parent.parent]
        barrier(self.directory, [*staged, fresh, *homes])
        faults("commit")
        os.rename(fresh, self.directory / _PLAN)
        sync_one(self.directory)

    def begin(self) -> None:
        """Note that files of the wiki are about to move."""
        (self.directory / _BEGUN).touch()

    @property
    def committed(self) -> bool:
        """Whether the commit point was reached."""
        return (self.directory / _PLAN).exists()

    @property
    def begun(self) -> bool:
        """Whether files of the wiki may have moved."""
        return (self.directory / _BEGUN).exists()

    @property
    def done(self) -> bool:
        """Whether nothing is left to do but to remove the directory."""
        return self.directory.name.endswith(_DONE)

    def load(self) -> Plan:
        """The committed plan. Raises FormatError when it is damaged or of another format version."""
        where = self.directory / _PLAN
        try:
            head, _, body = where.read_bytes().partition(b"\n")
            record = json.loads(body)
            if head.decode("ascii", "replace") != layout.content_hash(body):
                raise FormatError(f"{where}: is damaged")
            if record["format"] != layout.FORMAT_VERSION:
                raise FormatError(f"{where}: was written by another version of wikic")
            steps = tuple(Step(**step) for step in record["steps"])
            return Plan(record["reason"], steps, record.get("inside", layout.WIKI_DIR))
        except (ValueError, KeyError, TypeError) as error:
            raise FormatError(f"{where}: is damaged") from error

    def close(self, faults: Faults = no_fault) -> None:
        """Everything is in place: forget the transaction."""
        faults("close journal")
        done = self.directory.with_name(self.directory.name + _DONE)
        os.rename(self.directory, done)
        self.directory = done
        faults("remove journal")
        self.discard()

    def discard(self) -> None:
        """Remove the directory and everything in it."""
        shutil.rmtree(self.directory, ignore_errors=True)


def _encode(plan: Plan) -> bytes:
    record = {
        "format": layout.FORMAT_VERSION,
        "reason": plan.reason,
        **({} if plan.inside == layout.WIKI_DIR else {"inside": plan.inside}),
        "steps": [
            {name: value for name in Step.__slots__ if (value := getattr(step, name)) != ""}
            for step in plan.steps
        ],
    }
    body = json.dumps(record).encode("ascii")
    return layout.content_hash(body).encode("ascii") + b"\n" + body
