"""What a client is told, within bounds, and what it was told before, so that nothing is sent twice."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

from wikic.navigate.tools.result import Reading, Result, count_tokens, cut_to_tokens

# Clients cut or refuse longer results; Claude Code does at 25,000 tokens of its own counting.
MAX_TOKENS: Final = 20_000
MARGIN: Final = 500  # of them for what stands around a result
_CUT: Final = "\n… (cut: ask for less at once, with a smaller `limit` or fewer paths)"


@dataclass(frozen=True, slots=True)
class ToolReply:
    """A result on its way to a client.

    text: the reading form.
    failed: whether it is a problem; the text says what to do next.
    value: the same as plain values, or None.
    """

    text: str
    failed: bool = False
    value: dict[str, Any] | None = None


def bound_text(text: str) -> str:
    """``text`` in at most ``MAX_TOKENS`` tokens."""
    if count_tokens(text) <= MAX_TOKENS:
        return text
    return cut_to_tokens(text, MAX_TOKENS - count_tokens(_CUT)) + _CUT


def value_of(result: Result) -> dict[str, Any] | None:
    """Its fields as plain values, None where they are too many."""
    import msgspec

    value = msgspec.to_builtins(result)
    whole = isinstance(value, dict) and count_tokens(msgspec.json.encode(value).decode()) <= 2 * MAX_TOKENS
    return value if whole else None


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
