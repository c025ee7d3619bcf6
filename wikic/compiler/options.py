"""How to compile or forget: what a command was asked for, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OFFLINE_BATCH: Final = 4_096  # sources; memory grows with it: 6,119 peak at 295 MB


@dataclass(frozen=True, slots=True)
class Options:
    """How to compile.

    today: ``YYYY-MM-DD``, noted as the day new sources were taken in.
    title: heading of the root index.
    jobs: processes for extraction.
    batch: sources per transaction.
    collection: first part of every key, None for the folder's or file's name.
    stale: extract sources again that another curator or version compiled.
    prune: forget sources whose documents are gone.
    dry_run: change nothing, report what would change.
    """

    today: str
    title: str
    jobs: int = 1
    batch: int = OFFLINE_BATCH
    collection: str | None = None
    stale: bool = False
    prune: bool = False
    dry_run: bool = False
