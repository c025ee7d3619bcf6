"""Who has read what: one ``Reading`` for each client session, so that nothing is sent twice."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from wikic.navigate.tools.read_so_far import Reading

# A forgotten session costs its client a page it knows; a kept one some 100 KB after a long exploration.
MAX_SESSIONS: Final = 256


@dataclass(slots=True)
class Conversation:
    """What one client has read.

    reading: what was sent.
    lock: a reading is for one thread at a time.
    lasting: whether the client will be known again.
    """

    reading: Reading = field(default_factory=Reading)
    lock: Lock = field(default_factory=Lock)
    lasting: bool = True

    def forget(self) -> None:
        """Send everything again; documents keep their numbers."""
        self.reading.pages.clear()
        self.reading.lines.clear()
        self.reading.found.clear()
        self.reading.searches.clear()


class Conversations:
    """The conversations of one server; any number of threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, Conversation] = OrderedDict()
        self._numbers: dict[str, int] = {}

    def of(self, client: str) -> Conversation:
        """The conversation of a session.

        Requests without a session (``""``; the protocol of 2026 over HTTP has none) get one of their own
        each: nothing is held back from them, and they share the numbers of documents, so that ``[3]`` of one
        answer can be asked for in the next.
        """
        if not client:
            return Conversation(Reading(numbers=self._numbers), lasting=False)
        with self._lock:
            found = self._known.pop(client, None) or Conversation()
            self._known[client] = found
            if len(self._known) > MAX_SESSIONS:
                self._known.popitem(last=False)
        return found
