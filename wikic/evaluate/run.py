"""Ask every arm every question; what a run must reach, and what it has not."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Protocol

import msgspec

from wikic.errors import FormatError, ModelError, UsageError
from wikic.evaluate.arms.arm import ENDING, Arm
from wikic.evaluate.metrics import METRICS, Judged
from wikic.evaluate.question import Gold, Question
from wikic.evaluate.run_file import (
    FORMAT,
    Head,
    Judgement,
    Reply,
    Row,
    RunWriter,
    StoredRun,
    load_run,
    questions_hash,
)
from wikic.evaluate.summary import Line
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent


@dataclass(frozen=True, slots=True)
class Run:
    """What the arms replied.

    judged: by arm, in order of the questions.
    missing: gold that the wiki does not have, by name.
    resumed: replies that a file already had.
    unjudged: why the judge has not judged a reply, each once.
    """

    judged: dict[str, tuple[Judged, ...]]
    missing: tuple[str, ...]
    resumed: int = 0
    unjudged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a run is kept, and what its file says of it.

    today: ``YYYY-MM-DD``.
    file: None to keep nothing.
    model, embedding: that the arms ask, "" for none.
    """

    today: str
    file: Path | None = None
    model: str = ""
    embedding: str = ""


class Scorer(Protocol):
    """Who judges replies; ``evaluate.judge.Judge`` asks a model."""

    @property
    def name(self) -> str:
        """The model's."""
        ...

    def judge(self, question: Question, reply: Reply) -> Judgement | None:
        """What it says of a reply; None where there is nothing to judge by. Raises ModelError."""
        ...


def run_arms(
    questions: Sequence[Question],
    arms: Sequence[Arm],
    library: Library,
    keeping: Keeping,
    *,
    judge: Scorer | None = None,
    progress: Progress | None = None,
) -> Run:
    """Ask and keep the replies; with a file each is on disk at once, and what it holds is not asked again,
    but for replies that are errors.

    judge: judges the replies that it has not judged before.

    Raises UsageError when the file holds something else than a run of these questions on this wiki with these
    models (a run on a wiki that has changed since is not mixed with today's), InputError when the wiki has
    none of the gold, DiskError when the file cannot be written, and what an arm and the judge raise that is
    no fault of one call.
    """
    gold = Gold(library)
    missing = gold.missing(questions)
    head = Head(
        FORMAT, questions_hash(questions), wiki_hash(library), keeping.today, keeping.model, keeping.embedding
    )
    file = keeping.file
    names = {arm.name for arm in arms}
    head, stored = _load_stored(file, head)
    kept = {(row.arm, row.id): row for row in stored if not (row.arm in names and row.reply.error)}
    resumed = sum(row.arm in names for row in kept.values())
    shown = progress or Silent()
    rows: dict[str, list[Judged]] = {arm.name: [] for arm in arms}
    with nullcontext() if file is None else RunWriter(file, head, tuple(kept.values())) as writer:
        judging = _Judging(judge, writer)
        for arm in arms:
            shown.phase(f"Asking {arm.name}", len(questions))
            for question in questions:
                row = kept.get((arm.name, question.id))
                if row is None:
                    row = Row(arm.name, question.id, _ask_timed(arm, question))
                    if writer is not None:
                        writer.add(row)
                row = judging.judged(question, row)
                rows[arm.name].append(Judged(question, gold.groups(question), row.reply, row.judgement))
                shown.advance()
    return Run({name: tuple(each) for name, each in rows.items()}, missing, resumed, tuple(judging.faults))


class _Judging:
    """Has rows judged, and their judgements written.

    faults: why rows were not judged, each once, in order.
    """

    def __init__(self, judge: Scorer | None, writer: RunWriter | None) -> None:
        self._judge = judge
        self._writer = writer
        self.faults: dict[str, None] = {}

    def judged(self, question: Question, row: Row) -> Row:
        judge = self._judge
        if judge is None or (row.judgement is not None and row.judgement.judge == judge.name):
            return row
        try:
            row = msgspec.structs.replace(row, judgement=judge.judge(question, row.reply))
        except ENDING:
            raise
        except ModelError as error:
            self.faults[str(error)] = None
            return msgspec.structs.replace(row, judgement=None)
        if self._writer is not None and row.judgement is not None:
            self._writer.judge(row)
        return row


def judge_stored(stored: StoredRun, questions: Sequence[Question], library: Library) -> Run:
    """A stored run held against the gold of ``questions``; questions it has no reply to are left out."""
    gold = Gold(library)
    judged = {}
    for arm in stored.arms:
        rows = {row.id: row for row in stored.rows if row.arm == arm}
        judged[arm] = tuple(
            Judged(question, gold.groups(question), row.reply, row.judgement)
            for question in questions
            if (row := rows.get(question.id)) is not None
        )
    return Run(judged, gold.missing(questions), len(stored.rows))


def wiki_hash(library: Library) -> str:
    """A hash over the wiki's pages: equal for the same pages, whatever else changed."""
    digest = hashlib.sha256()
    for path, entry in sorted(library.catalogue.pages.items()):
        digest.update(f"{path} {entry.sha256}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:16]


def _ask_timed(arm: Arm, question: Question) -> Reply:
    start = time.perf_counter()
    reply = arm.ask(question.text)
    return msgspec.structs.replace(reply, seconds=time.perf_counter() - start)


def _load_stored(file: Path | None, head: Head) -> tuple[Head, tuple[Row, ...]]:
    """The head to write, and the replies that a file has of the same questions on the same wiki."""
    if file is None or not file.exists():
        return head, ()
    hint = "name another file, or remove this one"
    try:
        stored = load_run(file)
    except FormatError as error:
        raise UsageError(str(error), hint=hint) from error
    if stored.head.questions != head.questions:
        raise UsageError(f"{file}: is a run of other questions", hint=hint)
    if stored.head.wiki != head.wiki:
        raise UsageError(f"{file}: is a run on this wiki before it changed", hint=hint)
    names = {}
    for role in ("model", "embedding"):
        now, then = getattr(head, role), getattr(stored.head, role)
        if now and then not in ("", now):
            raise UsageError(f"{file}: is a run with the {role} {then}", hint=hint)
        names[role] = now or then
    return msgspec.structs.replace(head, **names), stored.rows


@dataclass(frozen=True, slots=True)
class Limit:
    """The least that an arm must reach; the most, for a metric of which less is better."""

    arm: str
    metric: str
    value: float


def parse_limit(text: str) -> Limit:
    """``ask.recall@5=0.9``. Raises UsageError for another form, an unknown metric, or what is no number."""
    name, equals, value = text.partition("=")
    arm, dot, metric = name.strip().rpartition(".")
    if not (equals and dot and arm):
        raise UsageError(f"{text!r} is no limit", hint="write ARM.METRIC=VALUE: ask.recall@5=0.9")
    if metric not in METRICS:
        raise UsageError(f"there is no metric {metric!r}", hint=f"metrics: {', '.join(METRICS)}")
    try:
        number = float(value)
    except ValueError as error:
        raise UsageError(f"{value.strip()!r} is no number", hint="shares are between 0 and 1") from error
    if not isfinite(number):
        raise UsageError(f"{value.strip()!r} is no number that can be reached")
    if METRICS[metric].unit == "share" and not 0 <= number <= 1:
        raise UsageError(f"{metric} is a share, between 0 and 1: {number:g} is none")
    return Limit(arm, metric, number)


def unmet_limits(lines: Sequence[Line], limits: Sequence[Limit]) -> Iterator[str]:
    """What was not reached, a line each; a metric that nothing can be scored by is not reached."""
    whole = {line.arm: line for line in lines if not line.group}
    for limit in limits:
        score = whole[limit.arm].scores.get(limit.metric) if limit.arm in whole else None
        higher = METRICS[limit.metric].higher_is_better
        name = f"{limit.arm}.{limit.metric}"
        if score is None:
            yield f"{name}: nothing can be scored by it"
        elif score.mean < limit.value if higher else score.mean > limit.value:
            bound = "at least" if higher else "at most"
            yield f"{name} is {score.mean:.4g}, and {bound} {limit.value:g} is asked for"


def not_compared(before: Mapping[str, Sequence[Judged]]) -> Iterator[str]:
    """Arms of the run compared with that have no question of today's, a line each; that there are no arms."""
    if not before:
        yield "the run to compare with holds no reply"
    for arm, judged in before.items():
        if not judged:
            yield f"{arm}: the run to compare with holds none of these questions"


def worse_than(lines: Sequence[Line]) -> Iterator[str]:
    """Scores that are worse than those of the run compared with by more than chance, a line each.

    Only shares count: times and tokens of two machines do not compare.
    """
    for line in lines:
        for name, found in line.gains.items():
            metric, gain = METRICS[name], found.gain
            worse = gain.high < 0 if metric.higher_is_better else gain.low > 0
            if metric.unit == "share" and worse:
                yield (
                    f"{line.arm}.{name} changed by {gain.mean:+.4f} ({gain.low:+.4f} to {gain.high:+.4f}), "
                    f"p = {found.p:.3f}: {found.won} won, {found.lost} lost"
                )
