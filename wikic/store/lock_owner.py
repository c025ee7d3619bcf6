"""Who holds a lock: a note beside it, for the message of the one who does not get it.

The lock decides; the note only explains. A process that dies loses the lock with its last file handle, so a
note it left behind blocks nobody.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a lock.

    pid: process id on ``host``.
    host: name of the machine; a knowledge base may lie on a shared disk.
    command: the command line, shortened.
    started: when the lock was taken, UTC, ISO 8601.
    """

    pid: int
    host: str
    command: str
    started: str

    def __str__(self) -> str:
        return f"{self.command} (process {self.pid} on {self.host}, since {self.started})"

    @property
    def gone(self) -> bool:
        """Whether it certainly runs no more; of another machine nobody here can tell."""
        if self.host != socket.gethostname() or sys.platform == "win32":
            return False
        try:
            os.kill(self.pid, 0)
        except (ProcessLookupError, OverflowError):
            return True
        except OSError:
            return False  # it runs as somebody else
        return False


def me() -> Owner:
    """This process as the owner of a lock that it takes now."""
    command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]]) if sys.argv else "python"
    return Owner(
        os.getpid(), socket.gethostname(), command[:200], datetime.now(UTC).isoformat(timespec="seconds")
    )


def leave(note: Path, owner: Owner) -> None:
    """Write the note whole: the loser of a race reads it at once. Raises ``OSError``."""
    build_dir.replace(note, (json.dumps(asdict(owner), ensure_ascii=True) + "\n").encode("ascii"))


def read(note: Path) -> Owner | None:
    """The note, or None when there is none that can be read. It may be stale."""
    return build_dir.kept(note, _DECODER.decode, limit=build_dir.SMALL)


_DECODER: Final = msgspec.json.Decoder(Owner)
