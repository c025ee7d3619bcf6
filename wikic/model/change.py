"""The one currency in which anything proposes to change the wiki."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

ABSENT: Final = "absent"  # a Change that expects no file to be there


@dataclass(frozen=True, slots=True)
class Write:
    """Write a file.

    path: file path relative to ``wiki/``, with its extension.
    content: the whole new content.
    expects: hash (``layout.content_hash``) of the content it replaces, or ``ABSENT``.
    """

    path: str
    content: bytes
    expects: str = ABSENT


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete a file.

    path: file path relative to ``wiki/``.
    expects: hash of the content that goes.
    after: file paths of writes that take over what stands on it, or of deletes it goes with; where one is
        refused, the file stays.
    """

    path: str
    expects: str
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Move a file, its bytes unchanged.

    path: file path it has now.
    target: file path it gets; nothing may be there.
    expects: hash of its content.
    """

    path: str
    target: str
    expects: str


Change = Write | Delete | Move


def files_of(changes: Iterable[Change]) -> set[str]:
    """The files that changes touch."""
    return {
        file
        for each in changes
        for file in ((each.path, each.target) if isinstance(each, Move) else (each.path,))
    }


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Changes that belong together and land in one transaction.

    reason: what proposes them and why, for the journal and ``--dry-run``.
    changes: at most one per path; order carries no meaning, the transaction orders them.
    """

    reason: str
    changes: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.changes)
