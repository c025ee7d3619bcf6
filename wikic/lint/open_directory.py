"""Opens a directory for the linter, a wiki or a vault; the paths people name in it; watching it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from wikic import layout
from wikic.config import LintConfig
from wikic.errors import NotAWikiError, UsageError
from wikic.lint.vault.tree import VaultTree
from wikic.lint.view.wiki_view import Reader
from wikic.wiki.tree import Tree
from wikic.wiki.watching import EVERYTHING, Watcher


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


@dataclass(frozen=True, slots=True)
class Paths:
    """Files, and directories with all they hold.

    paths: file paths and directories, relative to where file paths begin; "" is all of it.
    """

    paths: tuple[str, ...]

    def hold(self, file: str) -> bool:
        """Whether a file path is among them."""
        return any(not each or file == each or file.startswith(f"{each}/") for each in self.paths)


def paths_in(root: Path, inside: str, given: Sequence[Path]) -> Paths:
    """Paths as people give them: from the knowledge base, from its pages, or from where they stand.

    root: the knowledge base. inside: the directory in it that file paths are relative to, "" for itself.

    Raises UsageError for what is not there or lies elsewhere.
    """
    home = root / inside
    return Paths(tuple(_path_below(home, _find_path(root, home, each)) for each in given))


def _find_path(root: Path, home: Path, given: Path) -> Path:
    for place in (root / given, home / given, given):
        if place.exists():
            return place
    raise UsageError(f"{given} is not there", hint=f"name it from {root}")


def _path_below(home: Path, place: Path) -> str:
    try:
        inside = place.resolve().relative_to(home.resolve()).as_posix()
    except ValueError as error:
        raise UsageError(f"{place} does not lie in {home}") from error
    return "" if inside == "." else inside


Run = TypeVar("Run")

# Files beside the wiki that findings depend on.
_BESIDE: Final = frozenset({layout.CONFIG_FILE, "pyproject.toml"})


def watch(
    watcher: Watcher,
    check: Callable[[], Run],
    on_findings: Callable[[Run, frozenset[str]], None],
    *,
    inside: str = layout.WIKI_DIR,
) -> None:
    """Check, and check again after every change, until the watcher is stopped or interrupted.

    watcher: an open one, of the knowledge base.
    check: one run (``lint_tree`` with a cache); the configuration is read inside it.
    on_findings: is given what ``check`` returned and the paths that changed, none the first time.
    inside: directory of the knowledge base that holds the pages, "" for the knowledge base itself.
    """
    on_findings(check(), frozenset())
    for batch in watcher.batches():
        mine = frozenset(path for path in batch if _is_watched(path, inside))
        if mine:
            on_findings(check(), mine)


def _is_watched(path: str, inside: str) -> bool:
    return not inside or path in (EVERYTHING, inside) or path in _BESIDE or path.startswith(f"{inside}/")
