"""``/-/ask``: one question, one answer with what it rests on; by rules where no model is asked."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import BoundedSemaphore, Lock
from typing import Final

from wikic.llm.protocol import Usage
from wikic.navigate.ask.agent.run_record import OnCall, OnText
from wikic.navigate.ask.asker import Asked, Asker
from wikic.navigate.ask.retrieval import note_asked
from wikic.site.wording import Wording
from wikic.store.access_log import AccessLog

LONGEST: Final = 2_000  # characters of a question
A_MINUTE: Final = 30  # questions of one client
_CLIENTS: Final = 1_024  # remembered


class Turns:
    """Lets in one question of each client at a time, and so many a minute. Any threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._busy: set[str] = set()
        self._asked: OrderedDict[str, list[float]] = OrderedDict()

    def begin(self, client: str) -> str:
        """Why a client has to wait, as a key of ``Wording``; "" lets it in, until ``end``."""
        now = time.monotonic()
        with self._lock:
            if client in self._busy:
                return "still_answering"
            times = [each for each in self._asked.pop(client, []) if each > now - 60]
            self._asked[client] = times
            while len(self._asked) > _CLIENTS:
                self._asked.popitem(last=False)
            if len(times) >= A_MINUTE:
                return "too_many"
            times.append(now)
            self._busy.add(client)
            return ""

    def end(self, client: str) -> None:
        """The client has its answer."""
        with self._lock:
            self._busy.discard(client)


class Questions(Turns):
    """Answers, one question at a time by each asker and for each client. Any threads.

    make: makes another who answers. most: how many there may be. log: is told which pages answers cite.
    """

    def __init__(self, make: Callable[[], Asker], most: int, log: AccessLog) -> None:
        super().__init__()
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
        """The answer. Raises as ``make``, ``on_call`` and ``on_turn`` do, and FormatError.

        on_turn: is called when those before have been answered.
        """
        with self._room:
            on_turn()
            asker = self._free.pop() if self._free else self._make()
            try:
                asked = asker.ask(question, evidence=evidence, on_text=on_text, on_call=on_call)
            finally:
                self._free.append(asker)
        note_asked(self._log, asked)  # `wikic evolve` goes by what is read together
        return asked

    def close(self) -> None:
        """Write what is left of the log."""
        self._log.close()


def cost_of(asked: Asked, say: Wording) -> str:
    """What an answer took of a model, in words; "" where none was asked."""
    if not asked.runs:
        return ""
    total = sum((run.usage for run in asked.runs), Usage())
    tokens = say("tokens", model=asked.runs[-1].model, count=total.prompt + total.completion)
    return f"{tokens} · {say('no_price') if total.cost is None else f'${total.cost:.4f}'}"
