"""Opens a directory for the linter: a wiki of wikic's, or a vault."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from wikic import layout
from wikic.config import LintConfig
from wikic.errors import NotAWikiError
from wikic.lint.profile import Profile
from wikic.lint.vault.tree import VaultTree
from wikic.lint.view.wiki_view import Expect, Reader, WikiView
from wikic.model.change import Change
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


def open_for_lint(
    root: Path,
    settings: LintConfig,
    *,
    expected_index: Expect | None = None,
    expected_page: Expect | None = None,
    changes: Iterable[Change] = (),
) -> WikiView:
    """The directory as rules see it, once the changes have landed.

    expected_index, expected_page: the fold's opinion (``compiler.expect``), for a wiki of wikic's.

    Raises NotAWikiError where there is no wiki.
    """
    return WikiView.over(
        reader(root, settings),
        changes,
        expected_index=expected_index,
        expected_page=expected_page,
        profile=Profile.of(settings),
    )
