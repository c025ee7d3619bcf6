"""Opens a directory for the linter: a wiki of wikic's, or a vault."""

from __future__ import annotations

from pathlib import Path

from wikic import layout
from wikic.config import LintConfig
from wikic.errors import NotAWikiError
from wikic.lint.vault.tree import VaultTree
from wikic.lint.view.wiki_view import Reader
from wikic.wiki.tree import Tree


def reader(root: Path, settings: LintConfig) -> Reader:
    """What reads the files of the directory, by the profile that is configured.

    Raises NotAWikiError where there is none.
    """
    if settings.profile == "vault":
        if not root.is_dir():
            raise NotAWikiError(f"{root} is no directory", hint="name another directory with -C")
        return VaultTree(root)
    wiki = root / layout.WIKI_DIR
    if wiki.exists() and not wiki.is_dir():
        raise NotAWikiError(f"{wiki} is no directory", hint="name another directory with -C")
    if not wiki.is_dir():
        hint = (
            f"`wikic init DOCUMENTS` makes one; `wikic adopt {root}` takes a directory of Markdown as it is"
        )
        raise NotAWikiError(f"no wiki in {root}", hint=hint)
    return Tree(root)
