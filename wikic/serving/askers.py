"""Who answers questions of clients: several, where a model is waited for."""

from __future__ import annotations

from collections.abc import Callable
from threading import BoundedSemaphore

from wikic.navigate.ask.agent.run_record import OnCall, OnText
from wikic.navigate.ask.asker import Asked, Asker
from wikic.navigate.ask.retrieval import note_asked
from wikic.store.access_log import AccessLog


class Askers:
    """Those who answer, one question at a time each. Any threads.

    make: makes another one. most: how many there may be; who comes when all are busy waits. log: is told
    which pages answers cite: `wikic evolve` goes by what is read together.
    """

    def __init__(self, make: Callable[[], Asker], most: int, log: AccessLog) -> None:
        self._make = make
        self._log = log
        self._free: list[Asker] = []
        self._room = BoundedSemaphore(most)

    def ask(
        self,
        question: str,
        evidence: int,
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
        on_turn: Callable[[], None] = lambda: None,
    ) -> Asked:
        """The answer, with so many facts at most. Raises as ``make`` and the others do, and FormatError.

        on_turn: is called when those before have been answered.
        """
        with self._room:
            on_turn()
            asker = self._free.pop() if self._free else self._make()
            try:
                asked = asker.ask(question, evidence=evidence, on_text=on_text, on_call=on_call)
            finally:
                self._free.append(asker)
        note_asked(self._log, asked)
        return asked
