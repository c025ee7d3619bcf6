"""Asks a model for lessons on threads while the next batch is extracted; no batch waits for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Final

from wikic.compiler.daemon_threads import DaemonThreads
from wikic.curator.protocol import Curator, Lesson
from wikic.errors import ModelUnavailableError, ReplyError
from wikic.model.extraction import Slip
from wikic.waiting import result_of

THREADS: Final = 2  # beside those that extract; a batch brings at most 8 lessons
_Case = tuple[str, tuple[Slip, ...]]
_Round = list[tuple[str, Future[Lesson | None]]]


class LessonRounds:
    """The lessons that are being worded, one round for each batch."""

    def __init__(self, curator: Curator) -> None:
        self._curator = curator
        self._rounds: deque[_Round] = deque()

    def begin(self, causes: Mapping[str, tuple[Slip, ...]]) -> None:
        """Ask for the lessons of one batch, without those that an earlier round asks for.

        causes: by entry id, the cases to draw a lesson from.
        """
        asked = {name for each in self._rounds for name, _ in each}
        jobs = [(name, slips) for name, slips in causes.items() if name not in asked]
        results = DaemonThreads[_Case, Lesson | None](self._lesson, THREADS).begin(jobs)
        self._rounds.append([(name, result) for (name, _), result in zip(jobs, results, strict=True)])

    def arrived(self, under_way: int = 0) -> dict[str, Lesson]:
        """The lessons of all rounds but the last ``under_way``, by entry id, waited for.

        How many rounds are left to run is counted, not timed: what a batch is told does not depend on how
        fast a server answers. Raises QuotaError, CredentialsError and BudgetError as ``attribute`` does.
        """
        found: dict[str, Lesson] = {}
        while len(self._rounds) > under_way:
            for name, result in self._rounds.popleft():
                lesson = result_of(result)
                if lesson is not None:
                    found[name] = lesson
        return found

    def _lesson(self, case: _Case) -> Lesson | None:
        """The lesson of one cause; None without a usable reply: it is asked when the error comes again."""
        try:
            return self._curator.attribute(case[1])
        except (ReplyError, ModelUnavailableError):
            return None
