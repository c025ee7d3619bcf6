"""What ``wikic fix`` was asked for, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wikic.config import LintConfig
from wikic.lint.open_directory import Paths
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
        return self.paths is None or Paths(self.paths).hold(file)
