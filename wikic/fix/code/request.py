"""What ``wikic fix`` was asked for, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wikic.config import LintConfig
from wikic.errors import UsageError
from wikic.wiki.transaction_refusals import VAULT, WIKI, Place


@dataclass(frozen=True, slots=True)
class FixRequest:
    """What to fix and how.

    root: the knowledge base, or the vault.
    settings: ``[lint]``.
    title: of the wiki.
    today: ``YYYY-MM-DD``.
    select, ignore: rules, as ``engine.lint`` takes them.
    paths: file paths, and directories with all they hold; None for the whole wiki.
    unsafe: whether edits that are only likely are made too.
    dry_run: change nothing.
    """

    root: Path
    settings: LintConfig
    title: str
    today: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    paths: tuple[str, ...] | None = None
    unsafe: bool = False
    dry_run: bool = False

    @property
    def inside(self) -> str:
        """The directory below ``root`` that file paths are relative to, "" for ``root`` itself."""
        return self.place.inside

    @property
    def place(self) -> Place:
        """Where the fixes land."""
        return VAULT if self.settings.profile == "vault" else WIKI

    def means(self, file: str) -> bool:
        """Whether a file path is to be fixed."""
        return self.paths is None or any(
            not each or file == each or file.startswith(f"{each}/") for each in self.paths
        )


def paths_in(home: Path, given: Sequence[Path]) -> tuple[str, ...] | None:
    """Paths as people give them, relative to the directory they stand in, as file paths below ``home``.

    None for none. Raises UsageError for what is not there or lies elsewhere.
    """
    found: list[str] = []
    for each in given:
        if not each.exists():
            raise UsageError(f"{each} is not there")
        try:
            inside = each.resolve().relative_to(home.resolve()).as_posix()
        except ValueError as error:
            raise UsageError(f"{each} does not lie in {home}") from error
        found.append("" if inside == "." else inside)
    return tuple(found) or None
