"""What the process that holds the mirror tells the others, in ``.wikic/mirror.json``."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.store.lock import Owner, read_holder

_ONE_READ: Final = "opening the mirror would cost more than it saves a command that ends at once"


@dataclass(frozen=True, slots=True)
class Note:
    """The state of the mirror when it was brought in step last.

    files: how many it holds.
    generation: of its last batch.
    synced: when, UTC, ISO 8601.
    watching: whether that process follows the wiki.
    """

    files: int
    generation: int
    synced: str
    watching: bool = False


@dataclass(frozen=True, slots=True)
class MirrorState:
    """What any process can say about the mirror without opening it.

    there: whether there is one.
    holder: who holds it now, or "".
    note: what was told last, or None.
    """

    there: bool
    holder: str
    note: Note | None

    def __str__(self) -> str:
        if not self.there:
            return "no mirror yet: `wikic mirror` makes one"
        parts = ["the mirror"]
        if self.note is not None:
            parts = [f"mirror: {self.note.files:,} files, in step at {self.note.synced}"]
        if self.holder:
            parts.append(f"held by {self.holder}")
        return "; ".join(parts)

    @property
    def reads_from(self) -> str:
        """What a command of its own process reads, and why, for ``--verbose``."""
        if not self.there:
            return "reads the files of wiki/: there is no mirror yet"
        if self.holder:
            return f"reads the files of wiki/: the mirror is held by {self.holder}"
        return f"reads the files of wiki/: {_ONE_READ}"


def mirror_state(root: Path) -> MirrorState:
    """The mirror of the knowledge base at ``root``; reads two small files."""
    build = build_dir.at(root)
    return MirrorState(
        (build / layout.MIRROR_DIR).is_dir(), str(_lock_holder(build) or ""), _load_note(build)
    )


def save_note(build: Path, note: Note) -> None:
    """Write the note; a disk that refuses it is no error."""
    with suppress(OSError):
        build_dir.replace(build / layout.MIRROR_NOTE, msgspec.json.encode(note) + b"\n")


def _lock_holder(build: Path) -> Owner | None:
    return read_holder(build / f"{layout.MIRROR_DIR}.lock")


def _load_note(build: Path) -> Note | None:
    return build_dir.kept(build / layout.MIRROR_NOTE, _DECODER.decode, limit=build_dir.SMALL)


_DECODER: Final = msgspec.json.Decoder(Note)
