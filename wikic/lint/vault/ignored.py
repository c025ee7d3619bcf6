"""Which pages of a directory git leaves out: they are the machine's, or the build's, and nobody's notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.errors import NotPlainError
from wikic.plain_file import SETTINGS, read_plain

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILE: Final = ".gitignore"


def ignored_paths(root: Path, top: Path, pages: Iterable[str]) -> tuple[str, ...]:
    """The pages that ignore files of the repository at ``top`` name; a directory for all that it holds."""
    here = root.absolute().relative_to(top.absolute()).as_posix().removeprefix(".")
    pages = tuple(pages)
    within = {"", *(each for page in pages for each in _above(page))}
    specs = dict(_specs(root, top, here, within))
    if not specs:
        return ()
    left = frozenset(page for page in pages if _is_ignored(layout.join(here, page) or page, specs))
    held = Counter(each for page in pages for each in _above(page))
    gone = Counter(each for page in left for each in _above(page))
    whole = {each for each, count in gone.items() if count == held[each]}
    found = {next((each for each in reversed(_above(page)) if each in whole), page) for page in left}
    return tuple(sorted(found))


def _above(path: str) -> list[str]:
    """The directories that hold a path, the innermost first."""
    steps = path.split("/")[:-1]
    return ["/".join(steps[:depth]) for depth in range(len(steps), 0, -1)]


def _specs(root: Path, top: Path, here: str, within: Iterable[str]) -> Iterator[tuple[str, GitIgnoreSpec]]:
    """The rules of every ignore file that there is, by its directory's path from the repository."""
    inside = {layout.join(here, each) or "" for each in within}
    for directory in sorted({"", *_above(f"{here}/"), *inside}):
        try:
            text = read_plain(top / directory / IGNORE_FILE, SETTINGS, inside=top).decode("utf-8", "replace")
        except (OSError, NotPlainError):
            continue
        from pathspec import GitIgnoreSpec

        yield directory, GitIgnoreSpec.from_lines(text.splitlines())


def _is_ignored(path: str, specs: dict[str, GitIgnoreSpec]) -> bool:
    """Whether the innermost rules that say something of a path leave it out."""
    for directory in (*_above(path), ""):
        if directory in specs:
            said = specs[directory].check_file(path[len(directory) :].lstrip("/")).include
            if said is not None:
                return said
    return False
