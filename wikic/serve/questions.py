"""``/-/ask``: one question, one answer with what it rests on; by rules where no model is asked."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from html import escape
from threading import Lock
from typing import Any, Final

from wikic.llm.protocol import Usage
from wikic.navigate.ask.asker import Asked
from wikic.navigate.tools import source_read, source_search, wiki_links, wiki_list, wiki_read, wiki_search
from wikic.serve.exchange import Write
from wikic.site.wording import Wording

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


def cost_of(asked: Asked, say: Wording) -> str:
    """What an answer took of a model, in words; "" where none was asked."""
    if not asked.runs:
        return ""
    total = sum((run.usage for run in asked.runs), Usage())
    tokens = say("tokens", model=asked.runs[-1].model, count=total.prompt + total.completion)
    return f"{tokens} · {say('no_price') if total.cost is None else f'${total.cost:.4f}'}"


_STEP: Final = 200  # characters of a step
_NAMED: Final = 6  # pages or words of one
# Tool to the phrase for what it does, and the arguments that say to what.
_DOES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    wiki_search.NAME: ("step_search", ("query",)),
    wiki_read.NAME: ("step_read", ("paths",)),
    wiki_list.NAME: ("step_list", ("directory", "tag")),
    wiki_links.NAME: ("step_links", ("page",)),
    source_search.NAME: ("step_search_sources", ("keywords",)),
    source_read.NAME: ("step_source", ("source", "block")),
}


class Unheard(Exception):
    """Whoever asked has left."""


class LiveAnswer:
    """Writes steps and sentences into a page that has begun.

    write: sends what is there so far. say: the words of the interface.
    """

    def __init__(self, write: Write, say: Wording) -> None:
        self._write = write
        self._say = say
        self._parts: list[str] = []
        self._heard = True
        self._open = False

    def add(self, html: str) -> None:
        """A part of the page that need not be seen at once."""
        self._parts.append(html)

    def flush(self) -> None:
        """Send what is there."""
        self._heard = self._write("".join(self._parts)) and self._heard
        self._parts.clear()

    def expected(self) -> None:
        """Send what is there. Raises Unheard where nobody waits for the answer any more."""
        self.flush()
        if not self._heard:
            raise Unheard

    def hear(self, words: str) -> None:
        """The next words of the answer."""
        if not self._open:
            self.add('<p class="draft" dir="auto">')
            self._open = True
        self.add(escape(words))
        self.flush()

    def called(self, tool: str, arguments: str) -> None:
        """The model uses a tool. Raises Unheard where nobody waits for the answer any more."""
        self.end()
        self.add(f'<p class="step" dir="auto">{escape(step(tool, arguments, self._say))}</p>\n')
        self.expected()

    def end(self) -> None:
        """The paragraph that was begun is over."""
        if self._open:
            self.add("</p>\n")
            self._open = False


def step(tool: str, arguments: str, say: Wording) -> str:
    """What a model does with a tool, in words; names and arguments are as it wrote them."""
    does, names = _DOES.get(tool, ("", ()))
    given = _object(arguments)
    told = [word for name in names for word in _words(given.get(name))]
    what = ", ".join(told[:_NAMED]) + (", …" if len(told) > _NAMED else "") if told else "…"
    text = say(does or "step_other", what=what if does else tool)
    return text if len(text) <= _STEP else f"{text[: _STEP - 1]}…"


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text[:10_000], strict=False)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _words(value: Any) -> list[str]:
    """The texts of an argument, of one line each."""
    values = value if isinstance(value, list) else [value]
    return [" ".join(each.split()) for each in values if isinstance(each, str) and each.strip()]
