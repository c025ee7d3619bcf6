"""Where a page's file is edited on the host of its git repository."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final
from urllib.parse import quote

from wikic.errors import ConfigError
from wikic.lint.gate import git

# Names and secrets of who clones stand before the @, and are left there.
_REMOTE: Final = re.compile(
    r"(?:(?:https?|ssh|git)://(?:[^@/\s]*@)?|(?:[^@/\s]+@))(?P<host>[\w.-]+)(?::\d+)?[:/]"
    r"(?P<repository>[\w.-]+(?:/[\w.-]+?)+?)(?:\.git)?/?"
)
_EDITED_AT: Final = {
    "github.com": "https://github.com/{repository}/edit/{branch}/{file}",
    "gitlab.com": "https://gitlab.com/{repository}/-/edit/{branch}/{file}",
    "codeberg.org": "https://codeberg.org/{repository}/_edit/{branch}/{file}",
    "bitbucket.org": "https://bitbucket.org/{repository}/src/{branch}/{file}?mode=edit",
}
PATH: Final = "{path}"


def edited_at(place: Path) -> str:
    """The address at which files of a directory are edited, with ``{path}`` for theirs below it; "" for none.

    It is told from the remote ``origin`` and the branch that is checked out.
    """
    try:
        remote = _line(place, "remote", "get-url", "origin")
        found = _REMOTE.fullmatch(remote)
        pattern = _EDITED_AT.get(found["host"].casefold(), "") if found is not None else ""
        branch = _line(place, "symbolic-ref", "--quiet", "--short", "HEAD") if pattern else ""
        prefix = _line(place, "rev-parse", "--show-prefix") if branch else ""
    except ConfigError:
        return ""
    if found is None or not branch:
        return ""
    return pattern.format(repository=found["repository"], branch=quote(branch), file=f"{quote(prefix)}{PATH}")


def _line(place: Path, *arguments: str) -> str:
    done = git.run(place, *arguments)
    return os.fsdecode(done.out).rstrip("\n") if not done.code else ""
