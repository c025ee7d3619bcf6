"""What a wiki was asked and did not answer: out of the access log, asked again today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wikic.navigate.ask import Asker
from wikic.store.access_log import Access
from wikic.text.normalise import fold_name


@dataclass(frozen=True, slots=True)
class Gap:
    """A question without an answer.

    question: as it was asked last.
    times: how often nothing was found. last: when last, UTC.
    nearest: page paths near it, as `wikic ask` offers them today.
    """

    question: str
    times: int
    last: str
    nearest: tuple[str, ...]


def gaps(events: Iterable[Access], asker: Asker) -> tuple[Gap, ...]:
    """Questions of the log that were not answered and are not answered today either, the most asked first.

    A question counts once, however it was cased and spaced. Raises FormatError for a damaged index.
    """
    unanswered: dict[str, list[Access]] = {}
    for event in events:
        if event.question.strip() and not event.pages:
            unanswered.setdefault(fold_name(event.question), []).append(event)
    found = []
    for asked in unanswered.values():
        answer = asker.ask(asked[-1].question).answer
        if not answer.answered:
            nearest = tuple(each.path for each in answer.nearest)
            found.append(Gap(asked[-1].question, len(asked), asked[-1].at, nearest))
    return tuple(sorted(found, key=lambda each: (-each.times, each.question)))
