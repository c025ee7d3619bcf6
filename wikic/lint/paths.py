"""Paths that people name for ``lint`` and ``fix``, as file paths of the wiki."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wikic.errors import UsageError


@dataclass(frozen=True, slots=True)
class Paths:
    """Files, and directories with all they hold.

    paths: file paths and directories, relative to where file paths begin; "" is all of it.
    """

    paths: tuple[str, ...]

    def hold(self, file: str) -> bool:
        """Whether a file path is among them."""
        return any(not each or file == each or file.startswith(f"{each}/") for each in self.paths)


def paths_in(root: Path, inside: str, given: Sequence[Path]) -> Paths:
    """Paths as people give them: from the knowledge base, from its pages, or from where they stand.

    root: the knowledge base. inside: the directory in it that file paths are relative to, "" for itself.

    Raises UsageError for what is not there or lies elsewhere.
    """
    home = root / inside
    return Paths(tuple(_below(home, _found(root, home, each)) for each in given))


def _found(root: Path, home: Path, given: Path) -> Path:
    for place in (root / given, home / given, given):
        if place.exists():
            return place
    raise UsageError(f"{given} is not there", hint=f"name it from {root}")


def _below(home: Path, place: Path) -> str:
    try:
        inside = place.resolve().relative_to(home.resolve()).as_posix()
    except ValueError as error:
        raise UsageError(f"{place} does not lie in {home}") from error
    return "" if inside == "." else inside
