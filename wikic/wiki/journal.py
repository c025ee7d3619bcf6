"""The journal: what a transaction is about to do, durable before the first file of the wiki moves.

``.wikic/journal/<id>/`` holds the new contents (``000000``, ``000001`` …) and ``plan.json``. The plan's
rename into place is the commit point: with it the transaction happens, now or at the next writer's start;
without it the transaction never was. ``begun`` marks that files of the wiki may have moved, ``origin`` that
it was made here (``wikic.build_dir``), and ``<id>.done`` is a journal with nothing left to do. The format is
documented in docs/disk-format.md. A journal may have come with somebody's repository: what is read from one
is checked, and only ``recovery`` decides whether it is carried out.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from wikic import build_dir, layout
from wikic.errors import FormatError, NotPlainError
from wikic.model.change import ABSENT
from wikic.plain_file import read_plain
from wikic.wiki.disk import barrier, sync_one

Faults = Callable[[str], None]

_FORMAT: Final = 1  # of plan.json; the wiki's own version is told in docs/disk-format.md
_PLAN: Final = "plan.json"
_BEGUN: Final = "begun"
_DONE: Final = ".done"
_NAME: Final = re.compile(r"t-[a-z0-9_]{8}(\.done)?")  # as tempfile makes them
_STAGED: Final = re.compile(r"[0-9]{6,9}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


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
    after: for a delete, file paths of the steps without which it is left out.
    """

    op: Literal["write", "delete"]
    path: str
    expects: str
    change: int
    hash: str = ""
    staged: str = ""
    source: str = ""
    target: str = ""
    after: tuple[str, ...] = ()


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


class _Record(msgspec.Struct):
    """The content of ``plan.json`` after its first line."""

    format: int
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
        home = home_of(root)
        build_dir.make(home.parent)
        home.mkdir(exist_ok=True)
        return cls(Path(tempfile.mkdtemp(prefix="t-", dir=home)))

    @classmethod
    def left(cls, root: Path) -> tuple[Journal, ...]:
        """The journals that stand in the knowledge base at ``root``; what is called otherwise is none."""
        home = home_of(root)
        try:
            names = sorted(os.listdir(home))
        except (FileNotFoundError, NotADirectoryError):
            return ()
        return tuple(cls(home / name) for name in names if _NAME.fullmatch(name) and (home / name).is_dir())

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
        made = build_dir.leave_origin(self.directory / layout.ORIGIN_FILE)
        fresh = self.directory / f"{_PLAN}.new"
        fresh.write_bytes(_encode(plan))
        faults("barrier before commit")
        staged = [self.directory / step.staged for step in plan.steps if step.op == "write"]
        homes = [self.directory, self.directory.parent, self.directory.parent.parent]
        barrier(self.directory, [*staged, *made, fresh, *homes])
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

    @property
    def is_here(self) -> bool:
        """Whether it was committed in this directory, and did not come with a clone, a copy or a backup."""
        return build_dir.is_origin_here(self.directory / layout.ORIGIN_FILE)

    def load(self) -> Plan:
        """The committed plan. Raises FormatError when it is damaged or of another format version."""
        where = self.directory / _PLAN
        try:
            head, _, body = read_plain(where, build_dir.LARGE, links=False).partition(b"\n")
            record = msgspec.json.decode(body, type=_Record)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, NotPlainError) as error:
            raise FormatError(f"{where}: is damaged") from error
        if head.decode("ascii", "replace") != layout.content_hash(body):
            raise FormatError(f"{where}: is damaged")
        if record.format != _FORMAT:
            raise FormatError(f"{where}: was written by another version of wikic")
        names = {step.staged for step in record.steps}
        if len(names) < len(record.steps) or not all(map(_is_possible, record.steps)):
            raise FormatError(f"{where}: names files that no journal holds")
        return Plan(record.reason, record.steps, record.inside)

    def staged(self, step: Step) -> bytes | None:
        """The content that a write puts in place, None when it is there already or was never staged."""
        try:
            return read_plain(self.directory / step.staged, build_dir.LARGE, links=False)
        except (OSError, NotPlainError):
            return None

    def close(self, faults: Faults = no_fault) -> None:
        """Everything is in place: forget the transaction."""
        faults("close journal")
        done = self.directory.with_name(self.directory.name + _DONE)
        os.rename(self.directory, done)
        self.directory = done
        faults("remove journal")
        self.discard()

    def discard(self) -> bool:
        """Remove the directory and the files in it; whether it is gone. What else lies in it stays."""
        return build_dir.remove(self.directory)


def home_of(root: Path) -> Path:
    """Where the journals of the knowledge base at ``root`` lie. Raises NotPlainError for a hostile one."""
    return build_dir.at(root) / layout.JOURNAL_DIR


def _is_possible(step: Step) -> bool:
    """Whether a step is of the form that is written: no name leads out of the journal's directory."""
    return (
        _STAGED.fullmatch(step.staged) is not None
        and (step.expects == ABSENT or _HASH.fullmatch(step.expects) is not None)
        and (_HASH.fullmatch(step.hash) is not None if step.op == "write" else not step.hash)
        and not (step.source if step.op == "delete" else step.target)
    )


def _encode(plan: Plan) -> bytes:
    record = {
        "format": _FORMAT,
        "reason": plan.reason,
        **({} if plan.inside == layout.WIKI_DIR else {"inside": plan.inside}),
        "steps": [
            {name: value for name in Step.__slots__ if (value := getattr(step, name)) not in ("", ())}
            for step in plan.steps
        ],
    }
    body = json.dumps(record).encode("ascii")
    return layout.content_hash(body).encode("ascii") + b"\n" + body
