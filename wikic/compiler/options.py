"""How to compile or forget: what a command was asked for, as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wikic.compiler.article_digest import Failed
from wikic.time_limit import SECONDS

# Sources. An extraction sees the wiki as the batch before left it: with small batches names are reused.
MODEL_BATCH: Final = 16
MODEL_JOBS: Final = 8  # replies waited for at once; providers' limits for small accounts allow about as many
OFFLINE_BATCH: Final = 4_096  # sources; memory grows with it: 6,119 peak at 295 MB


@dataclass(frozen=True, slots=True)
class Options:
    """How to compile.

    today: ``YYYY-MM-DD``, noted as the day new sources were taken in.
    title: heading of the root index.
    jobs: processes for extraction, or threads where it waits for a model.
    waits: whether the curator waits for a model; its extractions are then shown names and pages of the wiki.
    batch: sources per transaction.
    collection: first part of every key, None for the folder's or file's name.
    stale: extract sources again that another curator or version compiled.
    prune: forget sources whose documents are gone.
    dry_run: change nothing, report what would change.
    lessons: whether a model is shown what the Error Book has learnt (LLM-Wiki, section 4.3: without it).
    given_up: documents that failed before, and are not tried again while ``text`` is what they say.
    review: put what is extracted aside for a person, and leave ``wiki/`` as it is.
    seconds: of processor time that a document may take, as ``[compile] seconds``.
    names_files: whether the report names the files that were written: of a large compile they are a million.
    spent: says in a few words what the run has cost so far, None for nothing to say.
    """

    today: str
    title: str
    jobs: int = 1
    waits: bool = False
    batch: int = OFFLINE_BATCH
    collection: str | None = None
    stale: bool = False
    prune: bool = False
    dry_run: bool = False
    given_up: tuple[Failed, ...] = ()
    spent: Callable[[], str] | None = None
    lessons: bool = True
    review: bool = False
    seconds: float = SECONDS
    names_files: bool = True
