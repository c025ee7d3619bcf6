"""Runs the tools an agent calls, within its budget, and keeps what it has seen."""

from __future__ import annotations

import json
from typing import Any, Final

from wikic.layout import stem
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import ToolCall
from wikic.navigate import toolbox
from wikic.navigate.agent.fact_handles import Handles
from wikic.navigate.agent.limits import Limits
from wikic.navigate.agent.prompts import specs, word
from wikic.navigate.agent.run_record import Called, Outcome, digest
from wikic.navigate.library import Library
from wikic.navigate.read_so_far import Reading
from wikic.navigate.result import Problem, Result
from wikic.navigate.token_estimate import cut, tokens
from wikic.navigate.tools import source_read, wiki_links, wiki_search

_BRACKETS: Final = 200
_NAMED: Final = 8  # pages named in a line of state, of each kind
# Pages that a call may list, of about 40 tokens each.
_PAGES: Final = ((wiki_search.NAME, 20), (wiki_links.NAME, 60))


class ToolRunner:
    """Runs the tools of one run of the agent, within its limits, and keeps what it has read.

    reading: what was read. handles: of the facts shown.
    used: calls that were run. empty: turns in a row that brought nothing new.
    full: whether what was read fills the window of the model; no further call is run then.
    """

    def __init__(self, library: Library, limits: Limits, language: Language, *, tools: bool = True) -> None:
        self.reading = Reading(answering=True)
        self.handles = Handles(self.reading)
        self.used = 0
        self.empty = 0
        self.full = False
        self._library = library
        self._limits = limits
        self._language = language
        self._tools = tools
        self._given: dict[tuple[str, str], str] = {}
        self._new = self._barren = False  # what the calls of this turn brought
        self._ran = False  # whether a call of this turn was run
        self._told = 0  # of the pages found, those that stood before the last line of state

    @property
    def closed(self) -> bool:
        """Whether no further call is run: the calls are used up, or too many in a row brought nothing."""
        spent = self.full or self.used >= self._limits.calls or self.empty >= self._limits.patience
        return not self._tools or spent

    @property
    def has_read(self) -> bool:
        """Whether anything was read that an answer may cite."""
        return bool(self.reading.pages or self.reading.blocks)

    @property
    def in_vain(self) -> bool:
        """Whether searches were made, and none found anything."""
        searches = self.reading.searches
        return bool(searches) and not any(found for _, found in searches)

    def run(self, call: ToolCall) -> tuple[str, Called]:
        """The text that answers a call, and what became of it."""
        outcome: Outcome
        if self.closed:
            text, outcome = self._say("not-run", why=self._why()), "not run"
        elif self._ran and self._limits.loop == "arag":
            text, outcome = self._say("not-run", why=self._say("why-one")), "not run"
        else:
            self._ran = True
            self.used += 1
            text, outcome = self._run(call)
        return text, Called(call.name, call.arguments, outcome, digest(text), tokens(text), text)

    def state(self) -> str:
        """A turn's calls are over: what is left, what was read, what might be read next, for the model."""
        self.empty = 0 if self._new else self.empty + self._barren
        self._new = self._barren = self._ran = False
        left = max(0, self._limits.calls - self.used)
        read = self._listed("state-read", tuple(self.reading.pages)) or self._say("state-none")
        if self._limits.loop == "arag":
            read = self._say("state-parts", count=len(self.reading.lines))
        unread = self._listed("state-unread", self._unread())
        line = self._say("state", left=left, calls=self._limits.calls, read=read, unread=unread)
        if self.empty >= self._limits.patience:
            return f"{line}\n{self._say('state-patience', patience=self._limits.patience)}"
        if not left:
            return f"{line}\n{self._say('state-over')}"
        return f"{line}\n{self._say('state-warn', left=left)}" if left <= self._limits.warn else line

    def _run(self, call: ToolCall) -> tuple[str, Outcome]:
        arguments = _arguments(call.arguments)
        if arguments is None:
            return self._say("bad-json", tool=call.name[:60]), "problem"
        offered = [each.name for each in specs(meaning=self._library.meaning is not None, loop="arag")]
        if self._limits.loop == "arag" and call.name not in offered:
            problem = Problem(f"There is no tool {call.name[:60]!r}.", tuple(offered), "Call one of these.")
            return problem.text(), "problem"
        result = toolbox.call(
            self._library,
            call.name,
            self._bounded(call.name, self._addressed(call.name, arguments)),
            self.reading,
        )
        before = len(self.handles)
        text = self.handles.text(result)
        short = cut(text, self._limits.result)
        if short != text:
            self.handles.hide(before, short)
            text = f"{short}\n{self._say('cut')}"
        key = (call.name, json.dumps(arguments, sort_keys=True))
        repeated = self._given.get(key) == digest(text)
        self._given[key] = digest(text)
        self._count(call.name, result, repeated=repeated)
        if repeated:
            return self._say("again"), "again"
        return text, "problem" if isinstance(result, Problem) else "ran"

    def _count(self, name: str, result: Result, *, repeated: bool) -> None:
        if isinstance(result, Problem):
            return  # a slip of form says nothing of whether there is more to find
        if repeated or (name == wiki_search.NAME and not result.ok):
            self._barren = True
        elif result.ok:
            self._new = True

    def _bounded(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Limits brought down to what one result may cost; what is no number is the tool's to refuse."""
        room = self._limits.result * 5 // 6  # handles come on top
        for key, most in (("limit", dict(_PAGES).get(name)), ("max_tokens", room)):
            limit = arguments.get(key)
            if most is not None and isinstance(limit, int | float) and limit > most:
                arguments = arguments | {key: most}
        return arguments

    def _addressed(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """``source_read`` by the handle of a fact: the document and the block that it cites."""
        block = arguments.get("block")
        handle = block.strip("[] ").upper() if name == source_read.NAME and isinstance(block, str) else ""
        citations = self.handles[handle].citations if handle in self.handles else ()
        if not citations:
            return arguments
        return arguments | {"source": citations[0].digest, "block": citations[0].block}

    def _unread(self) -> tuple[str, ...]:
        """Pages to go on with, those that this turn brought first."""
        fresh = set(list(self.reading.found)[self._told :])
        self._told = len(self.reading.found)
        return tuple(sorted(self.reading.unread(), key=lambda path: path not in fresh))

    def _why(self) -> str:
        if not self._tools:
            return self._say("why-tools")
        if self.full:
            return self._say("why-full")
        if self.used >= self._limits.calls:
            return self._say("why-budget", calls=self._limits.calls)
        return self._say("why-patience")

    def _listed(self, name: str, paths: tuple[str, ...]) -> str:
        if not paths:
            return ""
        pages = ", ".join(f"[[{stem(path)}]]" for path in paths[:_NAMED])
        if len(paths) > _NAMED:
            pages = self._say("state-more", pages=pages, more=len(paths) - _NAMED)
        return self._say(name, pages=pages)

    def _say(self, name: str, **values: object) -> str:
        return word(name, self._language, **values)


def sound(arguments: str) -> str:
    """``arguments`` if they are a JSON object, else an empty one."""
    return arguments if arguments.strip() and _arguments(arguments) is not None else "{}"


def _arguments(text: str) -> dict[str, Any] | None:
    """The object that ``text`` holds; nothing at all is an empty one."""
    if not text.strip():
        return {}
    # Tools take flat values; what is nested deeper than Python's stack would fall over when it is printed.
    if text.count("[") + text.count("{") > _BRACKETS:
        return None
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
