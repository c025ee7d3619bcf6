"""Models that ask for tools and answer as a test tells them, and what they were sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from wikic.llm.protocol import Reply, Request, ToolCall
from wikic.llm.scripted import ScriptedModel

Said = str | Reply | Callable[[Request], "str | Reply"]


def calls(*wanted: tuple[str, Any]) -> Reply:
    """A turn that calls tools: ``(name, arguments)``, arguments as a value or as JSON text."""
    made = (
        ToolCall(f"c{at}", name, given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))
        for at, (name, given) in enumerate(wanted)
    )
    return Reply("", tuple(made), "calls")


def search(*queries: str) -> Reply:
    """A turn that searches."""
    return calls(*(("wiki_search", {"query": each}) for each in queries))


def read(*paths: str) -> Reply:
    """A turn that reads pages at once."""
    return calls(("wiki_read", {"paths": list(paths)}))


def heard(request: Request) -> str:
    """Everything that stands in a request behind the rules."""
    return "\n".join(message.text for message in request.messages[1:])


def handle(request: Request, words: str) -> str:
    """The handle of the fact that holds ``words``, with its brackets."""
    found = re.search(rf"(\[F\d+\])[^\n]*{re.escape(words)}", heard(request))
    assert found is not None, (words, heard(request))
    return found[1]


def saying(text: str) -> Callable[[Request], str]:
    """A turn that answers; ``{words}`` becomes the handle of the fact that holds these words."""

    def say(request: Request) -> str:
        return re.sub(r"\{([^{}]+)\}", lambda hole: handle(request, hole[1]), text)

    return say


def model(turns: Iterable[Said]) -> ScriptedModel:
    """A model that takes these turns, one after the other; the last one over and over."""
    waiting = list(turns)

    def turn(request: Request) -> str | Reply:
        said = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return said(request) if callable(said) else said

    return ScriptedModel(turn)
