"""What ``wikic init`` does for git: the merge driver is registered, or the command for it is shown."""

from __future__ import annotations

from pathlib import Path


def require_repository(directory: Path) -> None:
    """Find out before anything is written that there is no repository. Raises UsageError."""
    from wikic.doctor.merge_driver import registration
    from wikic.errors import UsageError

    here = next(each for each in (directory, *directory.resolve().parents) if each.is_dir())
    if registration(here) in ("no repository", "no git"):
        raise UsageError(f"--git: {directory} is in no git repository", hint="git init, or leave out --git")


def tell_git(directory: Path, *, register: bool) -> list[str]:
    """What there is to say of merging, after registering the driver where that is wanted.

    Raises ConfigError where git refuses.
    """
    from wikic.doctor import merge_driver

    if register:
        merge_driver.register(directory)
        return ["git merges pages by unit in this clone now"]
    if merge_driver.registration(directory) != "missing":
        return []
    return [
        "So that git merges pages of two branches by unit, once in each clone:",
        f'  git config merge.wikic.driver "{merge_driver.COMMAND}"',
    ]
