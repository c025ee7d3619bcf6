"""The files of a site in a directory: only what changed is written, and nothing that is not ours is touched.

A manifest names our files and what they held. It holds the new names before the first of them is written, so
an export that was killed is gone on from. Each file is replaced in one step. The directory may come from
anybody, with the manifest and symlinks in it: no link is followed, and what goes is what we wrote.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath
from threading import get_ident
from typing import Final

from wikic import layout
from wikic.errors import DiskError, NotPlainError, UsageError
from wikic.plain_file import WIKI_FILE, read_plain, refuse_leaving
from wikic.whole_file import replace_file

MANIFEST: Final = ".wikic-site.json"
# In the head of every page: tells one that was written by an export that was cut off.
GENERATOR: Final = b'<meta name="generator" content="wikic">'
_HEAD: Final = 1_000  # bytes that hold it
_COMING: Final = ".wikic-site.new"
_HINT: Final = "name another directory, or say --force: other things stay, but for files of the same names"
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class SiteFolder:
    """The directory ``out`` while a site is written into it.

    changed, gone: files that were written, and that went.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self._coming = out / _COMING
        self.changed = 0
        self.gone = 0
        self._known: dict[str, str] = {}
        self._held: dict[str, str] = {}
        self._folders: set[Path] = set()  # those that files were written into: they are there, and no links

    def begin(self, files: Iterable[str], *, force: bool) -> None:
        """Say which files the site will have, by path in ``out``.

        force: whether ``out`` may hold other things, and files of these may be written over.

        Raises UsageError where ``out`` cannot be used, DiskError when the disk refuses.
        """
        if self.out.exists() and not self.out.is_dir():
            raise UsageError(f"{self.out} is a file", hint="name a directory for the site")
        self._known = self._manifest()
        self._held = dict.fromkeys(files, "")
        if not (force or os.path.lexists(self.out / MANIFEST)):
            # Of git and the like nothing is mixed with what is written.
            others = (each.name for each in self.out.iterdir()) if self.out.is_dir() else ()
            if other := min((name for name in others if not name.startswith(".")), default=""):
                raise UsageError(f"{self.out} holds other things: {other}", hint=_HINT)
        foreign = [] if force else sorted(self._held.keys() - self._known.keys())
        for path in foreign:
            if os.path.lexists(self.out / path):
                raise UsageError(f"{self.out / path} was not written by wikic export site", hint=_HINT)
        self._clear_coming()
        self._save({**self._held, **self._known})

    def put(self, path: str, data: bytes) -> None:
        """Make the file at ``path`` hold ``data``. Raises DiskError, and NotPlainError for a symlink."""
        self._held[path] = _hash(data)
        self.changed += self._write(path, data)

    def finish(self) -> None:
        """Take away what the site does not have any more. Raises DiskError."""
        for path in sorted(self._known.keys() - self._held.keys(), reverse=True):
            file = self.out / path
            try:
                refuse_leaving(file.parent, self.out, links=False)
                data = read_plain(file, WIKI_FILE, links=False)
                if _hash(data) == self._known[path] or (not self._known[path] and GENERATOR in data[:_HEAD]):
                    os.remove(file)
                    self.gone += 1
            except (FileNotFoundError, NotADirectoryError, NotPlainError):
                continue
            except OSError as error:
                raise DiskError(f"cannot take away {file}: {error.strerror or error}") from error
            for above in list(PurePosixPath(path).parents)[:-1]:
                with suppress(OSError):  # other files are in it
                    os.rmdir(self.out / above)
        self._save(self._held)
        self._clear_coming()

    def _clear_coming(self) -> None:
        """Remove the folder of files that are not whole yet; an export that was killed leaves one."""
        with suppress(OSError):  # what is no folder is not entered either: files cannot be written then
            if self._coming.is_symlink():
                self._coming.unlink()
        shutil.rmtree(self._coming, ignore_errors=True)

    def _manifest(self) -> dict[str, str]:
        """Our files and the hashes of what they held, "" where that is not known."""
        file = self.out / MANIFEST
        try:
            files = json.loads(read_plain(file, WIKI_FILE, links=False))["files"]
            return {path: str(held) for path, held in files.items() if _is_path(path)}
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (
            OSError,
            NotPlainError,
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            RecursionError,
        ) as error:
            raise UsageError(f"{file} was not written by wikic", hint="move it away") from error

    def _save(self, files: dict[str, str]) -> None:
        self._write(
            MANIFEST,
            json.dumps({"files": dict(sorted(files.items()))}, ensure_ascii=False, indent=0).encode(),
        )

    def _write(self, path: str, data: bytes) -> bool:
        """Whether the file did not hold that already."""
        target = self.out / path
        if target.parent not in self._folders:
            refuse_leaving(target.parent, self.out, links=False)
        with suppress(OSError, NotPlainError):
            if read_plain(target, WIKI_FILE, links=False) == data:
                return False
        try:
            if target.parent not in self._folders:
                target.parent.mkdir(parents=True, exist_ok=True)
                self._folders.add(target.parent)
            self._coming.mkdir(exist_ok=True)
            replace_file(target, data, lasting=False, fresh=self._coming / str(get_ident()))
        except OSError as error:
            raise DiskError(f"cannot write {target}: {error.strerror or error}") from error
        return True


def _hash(data: bytes) -> str:
    return layout.content_hash(data)[:16]


def _is_path(path: str) -> bool:
    """Whether a manifest's entry is the plain path of a file in its directory."""
    steps = path.split("/")
    return _CONTROL.search(path) is None and not any(step in ("", ".", "..") for step in steps)
