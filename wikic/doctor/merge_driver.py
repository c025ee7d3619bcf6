"""Git's merge driver for wikis: whether a clone has it, and giving it one."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from wikic.errors import ConfigError
from wikic.lint.gate import git

# What git runs for each file that two branches changed.
COMMAND: Final = "wikic merge-driver %O %A %B %P %L"
_KEY: Final = "merge.wikic.driver"
_NAME: Final = "merge.wikic.name"

Registration = Literal["registered", "missing", "no repository", "no git"]


def registration(root: Path) -> Registration:
    """Whether git merges the files of the knowledge base at ``root`` by unit, in this clone."""
    try:
        if git.run(root, "rev-parse", "--is-inside-work-tree").code:
            return "no repository"
        return "missing" if git.run(root, "config", "--get", _KEY).code else "registered"
    except ConfigError:
        return "no git"


def register(root: Path) -> None:
    """Tell the repository around ``root``, and no other, of the driver.

    Raises ConfigError where there is no git or no repository, or git refuses.
    """
    if git.run(root, "rev-parse", "--is-inside-work-tree").code:
        raise ConfigError(f"{root} is in no git repository", hint="git init, then once more")
    for key, value in ((_NAME, "wiki pages by unit"), (_KEY, COMMAND)):
        done = git.run(root, "config", "--local", key, value)
        if done.code:
            raise ConfigError(f"git config refuses: {done.error or f'exit code {done.code}'}")
