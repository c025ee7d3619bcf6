"""A directory of Markdown that wikic did not make, as the linter reads it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic.errors import DiskError
from wikic.plain_file import WIKI_FILE, may_read, read_below
from wikic.wiki.tree import FileStat

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

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Every regular file with its stat; hidden names, symlinks and installed packages are left out."""
        stack = [""]
        while stack:
            inside = stack.pop()
            try:
                entries = os.scandir(self.root / inside)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise DiskError(f"cannot list {self.root / inside}: {error.strerror}") from error
            with entries:
                for entry in entries:
                    # A file called just ".md" is a page that lost its name, no hidden file.
                    if entry.name in _NEVER or (entry.name.startswith(".") and entry.name != ".md"):
                        continue
                    path = f"{inside}/{entry.name}" if inside else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        stack.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        status = entry.stat(follow_symlinks=False)
                        # Said here: what is remembered of a file would else stand for it.
                        if path.endswith((".md", ".yaml")) and not may_read(entry.path, status.st_mode):
                            raise DiskError(f"cannot read {entry.path}: Permission denied")
                        yield path, FileStat(status.st_mtime_ns, status.st_size)
