"""Lint again whenever something changes, through the cache: only what changed is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from wikic import layout
from wikic.wiki.watching import EVERYTHING, Watcher

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
        mine = frozenset(path for path in batch if _matters(path, inside))
        if mine:
            on_findings(check(), mine)


def _matters(path: str, inside: str) -> bool:
    return not inside or path in (EVERYTHING, inside) or path in _BESIDE or path.startswith(f"{inside}/")
