"""Ask every arm every question."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import msgspec

from wikic.errors import FormatError, UsageError
from wikic.evaluate.arms.arm import Arm
from wikic.evaluate.gold import Gold
from wikic.evaluate.metrics.registry import Judged
from wikic.evaluate.question import Question
from wikic.evaluate.reply import Reply
from wikic.evaluate.run_file import FORMAT, Head, Row, RunWriter, StoredRun, load_run, questions_hash
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent


@dataclass(frozen=True, slots=True)
class Run:
    """What the arms replied.

    judged: by arm, in order of the questions.
    missing: gold that the wiki does not have, by name.
    resumed: replies that a file already had.
    """

    judged: dict[str, tuple[Judged, ...]]
    missing: tuple[str, ...]
    resumed: int = 0


def run(
    questions: Sequence[Question],
    arms: Sequence[Arm],
    library: Library,
    *,
    file: Path | None = None,
    today: str,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Run:
    """Ask and keep the replies; with ``file`` each is on disk at once, and what it holds is not asked again.

    Raises UsageError when ``file`` holds something else than a run of these questions on this wiki (a run on
    a wiki that has changed since is not mixed with today's), InputError when the wiki has none of the gold,
    DiskError when the file cannot be written, and what an arm raises.
    """
    gold = Gold(library)
    missing = gold.missing(questions)
    head = Head(FORMAT, questions_hash(questions), wiki_hash(library), today)
    kept = {(row.arm, row.id): row for row in _stored(file, head)}
    names = {arm.name for arm in arms}
    held = [row for row in kept.values() if row.arm in names]
    resumed = len(held)
    shown = progress or Silent()
    rows: dict[str, list[Judged]] = {arm.name: [] for arm in arms}
    with nullcontext() if file is None else RunWriter(file, head, tuple(kept.values())) as writer:
        for arm in arms:
            shown.phase(f"Asking {arm.name}", len(questions))
            for question in questions:
                row = kept.get((arm.name, question.id))
                if row is None:
                    row = Row(arm.name, question.id, _timed(arm, question, clock))
                    if writer is not None:
                        writer.add(row)
                rows[arm.name].append(Judged(question, gold.groups(question), row.reply))
                shown.advance()
    return Run({name: tuple(each) for name, each in rows.items()}, missing, resumed)


def judge_stored(stored: StoredRun, questions: Sequence[Question], library: Library) -> Run:
    """A stored run held against the gold of ``questions``; questions it has no reply to are left out."""
    gold = Gold(library)
    judged = {}
    for arm in stored.arms:
        replies = stored.replies(arm)
        judged[arm] = tuple(
            Judged(question, gold.groups(question), replies[question.id])
            for question in questions
            if question.id in replies
        )
    return Run(judged, gold.missing(questions), len(stored.rows))


def wiki_hash(library: Library) -> str:
    """A hash over the wiki's pages: equal for the same pages, whatever else changed."""
    digest = hashlib.sha256()
    for path, entry in sorted(library.catalogue.pages.items()):
        digest.update(f"{path} {entry.sha256}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:16]


def _timed(arm: Arm, question: Question, clock: Callable[[], float]) -> Reply:
    start = clock()
    reply = arm.ask(question.text)
    return msgspec.structs.replace(reply, seconds=clock() - start)


def _stored(file: Path | None, head: Head) -> tuple[Row, ...]:
    """The replies that a file has of the same questions on the same wiki."""
    if file is None or not file.exists():
        return ()
    hint = "name another file, or remove this one"
    try:
        stored = load_run(file)
    except FormatError as error:
        raise UsageError(str(error), hint=hint) from error
    if stored.head.questions != head.questions:
        raise UsageError(f"{file}: is a run of other questions", hint=hint)
    if stored.head.wiki != head.wiki:
        raise UsageError(f"{file}: is a run on this wiki before it changed", hint=hint)
    return stored.rows
