"""A directory as rules see it, for tests that run rules without a cache."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wikic.config import LintConfig
from wikic.lint.open_directory import reader
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import WikiView
from wikic.wiki.tree import FileStat


@dataclass
class Memory:
    """Files of a wiki, and which of them were read."""

    files: dict[str, bytes]
    reads: list[str] = field(default_factory=list)

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        for name, data in self.files.items():
            yield name, FileStat(0, len(data))

    def read(self, file: str) -> bytes | None:
        self.reads.append(file)
        return self.files.get(file)


def opened(root: Path, settings: LintConfig) -> WikiView:
    """The wiki or vault in ``root`` under ``settings``. Raises NotAWikiError where there is none."""
    return WikiView.over(reader(root, settings), profile=Profile.of(settings))
