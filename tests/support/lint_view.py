"""A directory as rules see it, for tests that run rules without a cache."""

from __future__ import annotations

from pathlib import Path

from wikic.config import LintConfig
from wikic.lint.open_directory import reader
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import WikiView


def opened(root: Path, settings: LintConfig) -> WikiView:
    """The wiki or vault in ``root`` under ``settings``. Raises NotAWikiError where there is none."""
    return WikiView.over(reader(root, settings), profile=Profile.of(settings))
