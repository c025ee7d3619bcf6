"""Opens one knowledge base: its configuration, its curator, today's date. The faces start here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from wikic import config
from wikic.config import Config
from wikic.curator.protocol import Curator
from wikic.errors import ConfigError, UsageError
from wikic.progress import Progress

if TYPE_CHECKING:
    from wikic.navigate.indexing import Refreshed
    from wikic.navigate.library import Library


@dataclass(frozen=True, slots=True)
class Session:
    """One run of wikic on one knowledge base.

    root: the directory that holds ``wiki/``.
    config: from ``wikic.toml``.
    today: ``YYYY-MM-DD``; passed in so that a run can be repeated.
    """

    root: Path
    config: Config
    today: str

    @classmethod
    def open(cls, root: Path, today: str | None = None) -> Session:
        """The knowledge base at ``root``; it need not hold a wiki yet.

        Raises UsageError when ``root`` is a file, ConfigError when ``wikic.toml`` cannot be used.
        """
        if root.exists() and not root.is_dir():
            raise UsageError(f"{root} is a file; -C takes the directory that holds wiki/")
        return cls(root, config.load(root), today or date.today().isoformat())

    def refresh(self, progress: Progress | None = None) -> Refreshed:
        """Bring the indexes in ``.wikic/`` in step after something was written. Raises NotAWikiError."""
        from wikic.navigate.indexing import refresh

        return refresh(self.root, progress=progress)

    def library(self, progress: Progress | None = None) -> Library:
        """The wiki opened for reading, its indexes in step where they can be. Raises NotAWikiError."""
        from wikic.navigate.library import Library

        return Library.current(self.root, progress=progress)

    def curator(self, model: str | None = None) -> Curator:
        """The curator for ``model``, or for the configured one.

        Raises ConfigError for a model this wikic does not know.
        """
        name = model or self.config.compile.model
        if name == config.OFFLINE:
            from wikic.curator.offline.curator import OfflineCurator

            return OfflineCurator()
        raise ConfigError(
            f"no curator for model {name!r}", hint="this version extracts with --model offline only"
        )
