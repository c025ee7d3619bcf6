"""Which knowledge base a document belongs to: compiled, adopted, a plain folder, itself; its address."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from wikic import config, layout
from wikic.config import Config, LintConfig
from wikic.errors import WikicError
from wikic.lint.vault.tree import is_left_out


@dataclass(frozen=True, slots=True)
class Place:
    """A tree of pages.

    root: the knowledge base, the vault or the folder.
    inside: directory below it that the pages lie in, "" for itself.
    judged: whether `wikic lint` reports on it: it was compiled or adopted.
    only: the one file that counts, where no folder was opened; None for all of them.
    """

    root: Path
    inside: str = ""
    judged: bool = False
    only: str | None = None

    @property
    def home(self) -> Path:
        """The directory that file paths are relative to."""
        return self.root / self.inside

    def file(self, path: Path) -> str | None:
        """The file path of a document, None for one that is none of the tree's."""
        if not path.is_relative_to(self.home):
            return None
        steps = path.relative_to(self.home).parts
        hidden = any(map(is_left_out, steps)) if not self.inside else any(each[0] == "." for each in steps)
        file = "/".join(steps)
        return None if hidden or not steps or self.only not in (None, file) else file

    def path(self, file: str) -> Path:
        """Where a file lies."""
        return self.home / file

    def settings(self) -> Config:
        """What it is read by. Raises ConfigError and NotPlainError for one that cannot be used."""
        if self.judged:
            return config.load(self.root)
        return Config(lint=LintConfig(profile="vault"))


def place_of(path: Path, folders: Iterable[Path]) -> Place:
    """The innermost knowledge base around a document, else the folder opened in the editor, else itself.

    Only what holds the document counts: a wiki beside it says nothing about it. A configuration that
    cannot be used is one all the same; who opens it is told.
    """
    for root in path.parents:
        own = (root / layout.CONFIG_FILE).is_file()
        try:
            settings = config.load(root) if own or (root / config.PYPROJECT).is_file() else None
        except WikicError:
            if not own:
                continue
            return Place(root, judged=True)
        if settings is not None and settings.lint.profile == "vault":
            return Place(root, judged=True)
        wiki = root / layout.WIKI_DIR
        if path.is_relative_to(wiki) and (own or (wiki / layout.SCHEMA_FILE).is_file()):
            return Place(root, layout.WIKI_DIR, judged=True)
    around = [folder for folder in folders if path.is_relative_to(folder)]
    if around:
        return Place(max(around, key=lambda folder: len(folder.parts)))
    return Place(path.parent, only=path.name)


def place_in(folder: Path) -> Place | None:
    """The knowledge base that a folder opened in the editor is, None where documents have to tell."""
    there = place_of(folder / "_", ())
    if there.judged:
        return there
    if (folder / layout.WIKI_DIR / layout.SCHEMA_FILE).is_file():
        return Place(folder, layout.WIKI_DIR, judged=True)
    return None


def path_of(uri: str) -> Path | None:
    """The file a ``file:`` address means; None for others (``untitled:``, a file in a commit)."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    # urlsplit takes what follows ? and # off; a client escapes both in names.
    path = os.fsdecode(unquote_to_bytes(parts.path))
    return Path(os.path.normpath(path)) if path.startswith("/") and "\0" not in path else None


def uri_of(path: Path) -> str:
    """The address of a file."""
    return path.as_uri()
