"""A directory of Markdown that wikic did not make, as the linter reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic.errors import DiskError
from wikic.plain_file import WIKI_FILE, read_below
from wikic.wiki.tree import FileStat, walk_files

# Directories of packages and environments: tens of thousands of files, and none of them a note.
_NEVER: Final = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})


@dataclass(frozen=True, slots=True)
class VaultTree:
    """Listing and reading of one directory; never writes.

    root: the directory.
    """

    root: Path

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None when there is no such file.

        Raises DiskError when it is there and cannot be read, NotPlainError when it is no plain file, leads
        out of the directory or is too large.
        """
        try:
            return read_below(str(self.root), file, WIKI_FILE)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise DiskError(f"cannot read {self.root / file}: {error.strerror}") from error

    def walk(self, *, lenient: bool = False) -> Iterator[tuple[str, FileStat]]:
        """Every regular file with its stat; hidden names, symlinks and installed packages are left out.

        lenient: whether what cannot be read is left out, too, instead of raising DiskError.
        """
        return walk_files(self.root, is_left_out, lenient=lenient)


def is_left_out(name: str) -> bool:
    """Whether no file or directory of this name is listed."""
    # A file called just ".md" is a page that lost its name, no hidden file.
    return name in _NEVER or (name.startswith(".") and name != ".md")
