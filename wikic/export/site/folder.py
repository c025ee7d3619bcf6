"""The files of a site in a directory: only what changed is written, and nothing that is not ours is touched.

A manifest names the files that are ours. It holds the new names before the first of them is written, so an
export that was killed is gone on from. Each file is replaced in one step.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from wikic.errors import DiskError, NotPlainError, UsageError
from wikic.plain_file import WIKI_FILE, read_plain, refuse_leaving

MANIFEST: Final = ".wikic-site.json"
_NEW: Final = ".wikic-new"


class SiteFolder:
    """The directory ``out`` while a site is written into it.

    changed, gone: files that were written, and that went.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.changed = 0
        self.gone = 0
        self._ours: set[str] = set()
        self._wanted: set[str] = set()

    def begin(self, files: Iterable[str], *, force: bool) -> None:
        """Say which files the site will have, by path in ``out``.

        force: whether files that are not ours may be written over.

        Raises UsageError where ``out`` cannot be used, DiskError when the disk refuses.
        """
        if self.out.exists() and not self.out.is_dir():
            raise UsageError(f"{self.out} is a file", hint="name a directory for the site")
        self._ours = self._known()
        self._wanted = set(files)
        foreign = [] if force else sorted(self._wanted - self._ours)
        for path in foreign:
            if os.path.lexists(self.out / path):
                raise UsageError(
                    f"{self.out / path} was not written by wikic export site",
                    hint="name another directory, or say --force to write over it",
                )
        self._save(self._ours | self._wanted)

    def put(self, path: str, data: bytes) -> None:
        """Make the file at ``path`` hold ``data``. Raises DiskError."""
        self.changed += self._write(path, data)

    def finish(self) -> None:
        """Take away what the site does not have any more. Raises DiskError."""
        try:
            for path in sorted(self._ours - self._wanted, reverse=True):
                with suppress(FileNotFoundError):
                    os.remove(self.out / path)
                    self.gone += 1
                above = Path(path).parent
                while above != Path():
                    with suppress(OSError):  # other files are in it
                        os.rmdir(self.out / above)
                    above = above.parent
        except OSError as error:
            raise DiskError(f"cannot take away {self.out / path}: {error.strerror or error}") from error
        self._save(self._wanted)

    def _known(self) -> set[str]:
        file = self.out / MANIFEST
        try:
            files = json.loads(read_plain(file, WIKI_FILE, links=False))["files"]
            known = {path for path in files if isinstance(path, str)}
        except (FileNotFoundError, NotADirectoryError):
            return set()
        except (OSError, NotPlainError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{file} was not written by wikic", hint="move it away") from error
        # It may be anybody's file: no step of it leads out.
        return {path for path in known if not path.startswith("/") and ".." not in Path(path).parts}

    def _save(self, files: set[str]) -> None:
        self._write(MANIFEST, json.dumps({"files": sorted(files)}, ensure_ascii=False, indent=0).encode())

    def _write(self, path: str, data: bytes) -> bool:
        """Whether the file did not hold that already."""
        target = self.out / path
        with suppress(OSError, NotPlainError):
            if read_plain(target, WIKI_FILE, links=False) == data:
                return False
        fresh = target.with_name(_NEW)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            refuse_leaving(target.parent, self.out)
            fresh.write_bytes(data)
            os.replace(fresh, target)
        except OSError as error:
            raise DiskError(f"cannot write {target}: {error.strerror or error}") from error
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
        return True
