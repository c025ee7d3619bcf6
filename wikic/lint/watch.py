"""Lint again whenever something changes, through the cache: only what changed is looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from wikic import layout
from wikic.wiki.watching import EVERYTHING, USUAL, Pace, Watcher

Run = TypeVar("Run")

# Files beside the wiki that findings depend on.
_BESIDE: Final = frozenset({layout.CONFIG_FILE, "pyproject.toml"})


def watch(
    root: Path,
    check: Callable[[], Run],
    on_findings: Callable[[Run, frozenset[str]], None],
    *,
    inside: str = layout.WIKI_DIR,
    pace: Pace = USUAL,
    polling: bool = False,
    on_polling: Callable[[str], None] | None = None,
    started: Callable[[Watcher], None] | None = None,
) -> None:
    """Check, and check again after every change, until the watcher is stopped or interrupted.

    root: the knowledge base.
    check: one run (``cache_run.lint_tree`` with a cache); the configuration is read inside it.
    on_findings: is given what ``check`` returned and the paths that changed, none the first time.
    inside: directory of ``root`` that holds the pages, "" for ``root`` itself.
    on_polling: is told why the directory is polled, where the system's limits do not let it be watched.
    started: is given the watcher, whose ``stop`` ends this.
    """
    with Watcher(root, pace=pace, polling=polling) as watcher:
        if watcher.polling and on_polling is not None:
            on_polling(watcher.reason)
        if started is not None:
            started(watcher)
        on_findings(check(), frozenset())
        for batch in watcher.batches():
            mine = frozenset(path for path in batch if _matters(path, inside))
            if mine:
                on_findings(check(), mine)


def _matters(path: str, inside: str) -> bool:
    return not inside or path in (EVERYTHING, inside) or path in _BESIDE or path.startswith(f"{inside}/")
