"""Why a fact is on its page: the commits that touched its line, on the page and in its digests."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import ConfigError
from wikic.lint.gate import git

_MOST: Final = 20  # commits
_SECONDS: Final = 5.0  # git may look so long; a page with ten thousand commits takes longer
_FORM: Final = "--format=%h%x00%ad%x00%an%x00%s"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that touched a fact. date: ``YYYY-MM-DD``."""

    hash: str
    date: str
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class History:
    """What git knows of a fact.

    commits: latest first. kept: whether the knowledge base is in git at all. late: whether git took too long.
    """

    commits: tuple[Commit, ...] = ()
    kept: bool = True
    late: bool = False


def history(root: Path, id: str, paths: Iterable[str]) -> History:
    """The commits that changed a line with the statement's id on one of these pages, by page path."""
    if not any((above / ".git").exists() for above in (root.resolve(), *root.resolve().parents)):
        return History(kept=False)
    files = [f"{layout.WIKI_DIR}/{layout.page_file(each)}" for each in dict.fromkeys(paths)]
    look = ("log", f"-G{id}", f"-n{_MOST}", _FORM, "--date=short", "--no-ext-diff", "--no-textconv")
    plain = ("-c", "log.showSignature=false", *look, "--no-color")
    try:
        done = git.run(
            root, *plain, "--", *files, environment={"GIT_LITERAL_PATHSPECS": "1"}, seconds=_SECONDS
        )
    except (ConfigError, TimeoutError) as error:
        return History(late=isinstance(error, TimeoutError))
    if done.code:
        return History()
    rows = (line.split("\0") for line in os.fsdecode(done.out).splitlines())
    return History(tuple(Commit(*row) for row in rows if len(row) == 4))
