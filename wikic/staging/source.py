"""What documents are copied from: a bucket or a site through fsspec, a zip file by the standard library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Remote:
    """One file of a source.

    path: relative to the source, with ``/``. size: bytes, None where nobody says.
    stamp: another one where the file changed; "" where nobody says.
    """

    path: str
    size: int | None
    stamp: str

    @property
    def place(self) -> str:
        """The path without steps that lead nowhere, ``./a//b.md``."""
        return "/".join(step for step in self.path.split("/") if step not in ("", "."))


class Source(Protocol):
    """Files that are elsewhere. Every method raises InputError, which names what cannot be read."""

    def files(self) -> list[Remote]:
        """All of them, in no order."""
        ...

    def copy(self, files: Sequence[tuple[Remote, Path]], copied: Callable[[int], None]) -> None:
        """Copy files to places that are not there yet.

        copied: told of bytes as they come; what it raises ends the copying.
        """
        ...
