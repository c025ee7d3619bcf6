"""The folder that documents are read from, and what they may show of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from wikic import layout
from wikic.model import attachment


@dataclass(slots=True)
class Folder:
    """The folder that documents are read from; everything they may show lies in it.

    root: where it is.
    taken: paths of what documents showed so far.
    """

    root: Path
    taken: set[str] = field(default_factory=set)
    _names: dict[str, list[str]] = field(default_factory=dict)
    _listed: bool = False

    def find(self, target: str, beside: str, *, anywhere: bool) -> str | None:
        """The path of the file that a document means, relative to the folder, or None.

        beside: the document's directory, relative to the folder.
        anywhere: whether a bare name means the file of that name wherever it lies, as in Obsidian.
        """
        path = target.replace("\\", "/")
        for base in ("", beside) if path.startswith("/") else (beside, ""):
            found = layout.join(base, path.lstrip("/"))
            if found and not _is_hidden(found) and _is_file(self.root / found):
                return found
        if not anywhere:
            return None
        self._list()
        wanted = PurePosixPath(path.casefold())
        named = self._names.get(wanted.name, ())
        return next((each for each in named if PurePosixPath(each.casefold()).match(str(wanted))), None)

    def _list(self) -> None:
        """Every attachable file by name, those nearest to the top first."""
        if self._listed:
            return
        self._listed = True
        for at, directories, files in os.walk(self.root):
            directories[:] = [
                each for each in directories if not (_is_hidden(each) or attachment.is_folder(each))
            ]
            inside = Path(at).relative_to(self.root).as_posix()
            for name in files:
                if PurePosixPath(name).suffix.lower() in attachment.KINDS and not name.startswith("."):
                    path = name if inside == "." else f"{inside}/{name}"
                    self._names.setdefault(name.casefold(), []).append(path)
        for paths in self._names.values():
            paths.sort(key=lambda path: (path.count("/"), path))

    def holds(self, file: Path) -> bool:
        """Whether a file is, symlinks resolved, below the folder and in no hidden directory of it."""
        try:
            target = file.resolve(strict=True)
            return not _is_hidden(target.relative_to(self.root.resolve()).as_posix())
        except (OSError, ValueError, RuntimeError):
            return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no disk holds
        return False


def _is_hidden(path: str) -> bool:
    return any(step.startswith(".") for step in path.split("/"))
