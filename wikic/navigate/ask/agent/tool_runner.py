"""Runs the tools an agent calls, within its budget; keeps what it has seen, and collected by citing it on the
way (RLM-on-KG, 3.2 and 3.3).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

from wikic.layout import stem
from wikic.llm.prompt_files import Language, language_of
from wikic.llm.protocol import ToolCall
from wikic.navigate.ask.agent import children
from wikic.navigate.ask.agent.children import Children
from wikic.navigate.ask.agent.fact_handles import CITED, Handles, citation_names, cited_handles
from wikic.navigate.ask.agent.prompts import read_word, tool_specs
from wikic.navigate.ask.agent.run_record import Called, Ended, Limits, Outcome, Task, result_hash
from wikic.navigate.library import Library
from wikic.navigate.tools import rerank, source_read, source_search, toolbox, wiki_links, wiki_search
from wikic.navigate.tools.result import Problem, Reading, Result, count_tokens, cut_to_tokens

_EXPAND: Final = 4  # the turn with which each phase begins; the first begins with 1
_VERIFY: Final = 8
_SHOWN: Final = 30  # handles named in a line of state
_RANKED: Final = 50  # that rerank is told of: as many as a list of arguments holds


class Collected:
    """The facts a model cited before its answer: in the words before a call, or through a child."""

    def __init__(self, handles: Handles) -> None:
        self._all = handles
        self._handles: dict[str, None] = {}
        self._turn = 0
        self._grown = 0

    def hear(self, text: str) -> None:
        """Collect what ``text`` cites, of what was shown."""
        names = (name for match in CITED.finditer(text) for name in citation_names(match))
        self.add(
            handle for name in names if not name.isdecimal() for handle in cited_handles(name, self._all)
        )

    def add(self, handles: Iterable[str]) -> None:
        """Collect facts by handle."""
        self._handles.update(dict.fromkeys(handles))

    def grew(self) -> bool:
        """A turn is over: whether it collected anything, or showed anything for the first time."""
        before, self._grown = self._grown, len(self._handles) + len(self._all)
        self._turn += 1
        return self._grown > before

    def ids(self, named: Iterable[str] = ()) -> list[str]:
        """What ``rerank`` is told: of the facts collected and those named, ids as pages write them."""
        wanted = [each.strip("[] ").upper() for each in named]
        found: dict[str, None] = {}
        for handle in (*wanted, *self._handles):
            if handle in self._all:
                shown = self._all[handle]
                found[shown.fact or (shown.citations[0].block if shown.citations else handle)] = None
            else:
                found[handle.lower()] = None
        return list(found)[:_RANKED]

    def line(self, language: Language) -> str:
        """The facts collected, for the line of state."""
        if not self._handles:
            return read_word("state-uncollected", language)
        shown = [each for each in self._handles if each in self._all][-_SHOWN:]
        return read_word("state-collected", language, handles="".join(f"[{each}]" for each in shown))

    def phase(self, language: Language) -> str:
        """What the next turn is for."""
        turn = self._turn + 1
        name = "discover" if turn < _EXPAND else "expand" if turn < _VERIFY else "verify"
        return read_word(f"phase-{name}", language, turn=turn)


_CHILDREN: Final = tuple(each.name for each in children.SPECS)
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

    def __init__(
        self, library: Library, limits: Limits, task: Task, ask_child: Callable[[Task], Ended]
    ) -> None:
        """task: whose tools these are. ask_child: runs the model over passages, with no tools."""
        self.reading = Reading(answering=True)
        self.handles = Handles(self.reading)
        self.children = Children(library, self.handles, self.reading, ask_child)
        self.collected = Collected(self.handles)
        self.used = 0
        self.empty = 0
        self.full = False
        self._library = library
        self._limits = limits
        self._question = task.question
        self._language = language_of(task.question)
        self._tools = task.manner == "explore"
        self._phases = limits.loop == "rlm"
        self._given: dict[tuple[str, str], str] = {}
        self._new = self._barren = False  # what the calls of this turn brought
        self._fell_back = False
        self._ran = False  # whether a call of this turn was run
        self._told = 0  # of the pages found, those that stood before the last line of state

    @property
    def closed(self) -> bool:
        """Whether no further call is run: the calls are used up, or too many in a row brought nothing."""
        return not self._tools or self.full or self.used >= self._limits.calls or self._stalled

    @property
    def _stalled(self) -> bool:
        return self.empty >= self._limits.patience and self.used >= self._limits.least

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
        turns = self.children.turns()
        self.used += max(0, len(turns) - 1)  # the first is the call itself
        return text, Called(
            call.name, call.arguments, outcome, result_hash(text), count_tokens(text), text, turns
        )

    def state(self) -> str:
        """A turn's calls are over: what is left, what was read, what might be read next, for the model."""
        if self._phases:
            self.empty = 0 if self.collected.grew() else self.empty + 1
        else:
            self.empty = 0 if self._new else self.empty + self._barren
        self._new = self._barren = self._ran = False
        left = max(0, self._limits.calls - self.used)
        read = self._listed("state-read", tuple(self.reading.pages)) or self._say("state-none")
        if self._limits.loop == "arag":
            read = self._say("state-parts", count=len(self.reading.lines))
        unread = self._listed("state-unread", self._unread())
        line = self._say("state", left=left, calls=self._limits.calls, read=read, unread=unread)
        if self._phases:
            phase = self.collected.phase(self._language)
            line = f"{line}\n{self.collected.line(self._language)}\n{phase}"
        if self._stalled:
            return f"{line}\n{self._say('state-patience', patience=self._limits.patience)}"
        if not left:
            return f"{line}\n{self._say('state-over')}"
        return f"{line}\n{self._say('state-warn', left=left)}" if left <= self._limits.warn else line

    def _run(self, call: ToolCall) -> tuple[str, Outcome]:
        arguments = _parse_arguments(call.arguments)
        if arguments is None:
            return self._or_found(self._say("bad-json", tool=call.name[:60])), "problem"
        key = (call.name, json.dumps(arguments, sort_keys=True))
        if call.name in _CHILDREN and key in self._given:
            self._barren = True
            return self._say("again"), "again"  # what costs money is not asked twice
        result = self._result(call.name, arguments)
        before = len(self.handles)
        text = self.handles.text(result)
        short = cut_to_tokens(text, self._limits.result)
        if short != text:
            self.handles.hide(before, short)
            text = f"{short}\n{self._say('cut')}"
        repeated = self._given.get(key) == result_hash(text)
        if call.name not in _CHILDREN or not isinstance(result, Problem):  # one that failed may be asked anew
            self._given[key] = result_hash(text)
        self._count(call.name, result, repeated=repeated)
        if repeated:
            return self._say("again"), "again"
        return (self._or_found(text), "problem") if isinstance(result, Problem) else (text, "ran")

    def _result(self, name: str, arguments: dict[str, Any]) -> Result:
        """What a tool gives: one of the toolbox, or a child of this run where it may have some."""
        loop = self._limits.loop
        offered = [each.name for each in tool_specs(meaning=self._library.meaning is not None, loop=loop)]
        if loop != "wiki" and name not in offered:
            return Problem(f"There is no tool {name[:60]!r}.", tuple(offered), "Call one of these.")
        if name in _CHILDREN and self._phases:
            result = self.children.call(name, arguments)
            self.collected.add(self.children.cited)
            return result
        if name == rerank.NAME:
            named = arguments.get("collected")
            ids = self.collected.ids(named if isinstance(named, list) else ())
            arguments = arguments | ({"collected": ids} if ids else {})
        return toolbox.call(
            self._library, name, self._bounded(name, self._addressed(name, arguments)), self.reading
        )

    def _or_found(self, problem: str) -> str:
        """A call that cannot be run is a search for the question (RLM-on-KG, algorithm 1): once a run."""
        if not self._phases or self._fell_back:
            return problem
        self._fell_back = True
        found = self._result(
            source_search.SEMANTIC_NAME if self._library.meaning is not None else wiki_search.NAME,
            {"query": self._question},
        )
        return f"{problem}\n\n{self._say('fallback')}\n{self.handles.text(found)}"

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
        return read_word(name, self._language, **values)


def sound_arguments(arguments: str) -> str:
    """``arguments`` if they are a JSON object, else an empty one."""
    return arguments if arguments.strip() and _parse_arguments(arguments) is not None else "{}"


def _parse_arguments(text: str) -> dict[str, Any] | None:
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
