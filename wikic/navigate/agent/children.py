"""``sub_query`` and ``summarize``: the model itself over passages that it names (RLM-on-KG, section 3.1).

The child has no tools, so it has no children. Its words are held against what it was given as every answer
is, and what it rests on is shown beside them: the parent cites these facts, never the child.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from wikic.llm.protocol import ToolSpec, Usage
from wikic.navigate.agent.fact_handles import Handles
from wikic.navigate.agent.named_passages import NamedPassages, Passages
from wikic.navigate.agent.run_record import Turn
from wikic.navigate.agent.task import CHILD, Ended, Task, Told
from wikic.navigate.arguments import check
from wikic.navigate.library import Library
from wikic.navigate.read_so_far import Reading
from wikic.navigate.result import Problem, Result

_PASSAGES: Final = 4_000  # tokens that a child is given: four parts of documents
_EVERYTHING: Final = "everything they say"
_HANDLE: Final = re.compile(r"\[(F\d+)\]")
_IDS: Final = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Facts `F7`, pages `people/Some-Name`, documents `2` or parts of them `2/3`.",
}


def _schema(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name, rule in properties.items() if "default" not in rule],
        "additionalProperties": False,
    }


SUB_QUERY: Final = ToolSpec(
    "sub_query",
    "Ask a question of passages alone: another reader answers from them and nothing else, and you are shown "
    "the facts it used. Use it to verify one step, or to read much at once. It costs a call, two if it errs.",
    _schema(
        question={"type": "string", "description": "One question, whole: the reader knows nothing else."},
        ids=_IDS,
    ),
)
SUMMARIZE: Final = ToolSpec(
    "summarize",
    "Sum up passages under one aspect, in a few sentences that cite them. Use it when they are long.",
    _schema(
        ids=_IDS,
        focus={"type": "string", "description": "What the summary is to be about.", "default": ""},
    ),
)
SPECS: Final = (SUB_QUERY, SUMMARIZE)


@dataclass(frozen=True, slots=True)
class ChildSaid:
    """What a child said, as its parent reads it.

    said: with the parent's handles. rests: what it rests on, a line each. left: passages that did not fit.
    unknown: names that mean nothing.
    """

    said: str
    rests: tuple[str, ...]
    left: int
    unknown: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the passages say it."""
        return bool(self.rests)

    def text(self) -> str:
        """What it said, what that rests on, what it was not given."""
        lines = [self.said]
        if self.rests:
            lines += ["It rests on:", *self.rests]
        if self.left:
            lines.append(f"({self.left:,} more passages did not fit: name fewer)")
        if self.unknown:
            lines.append(f"(not known: {', '.join(self.unknown)})")
        return "\n".join(lines)


class Children:
    """The children of one run.

    usage: what all of them took. cited: handles of the parent that they cited, in order.
    """

    def __init__(
        self, library: Library, handles: Handles, reading: Reading, ask: Callable[[Task], Ended]
    ) -> None:
        """ask: runs one. handles, reading: of the parent."""
        self.usage = Usage()
        self.cited: dict[str, None] = {}
        self._named = NamedPassages(library, handles, reading)
        self._handles = handles
        self._reading = reading
        self._ask = ask
        self._turns: tuple[Turn, ...] = ()

    def turns(self) -> tuple[Turn, ...]:
        """Those of the child that ran since this was asked last."""
        turns, self._turns = self._turns, ()
        return turns

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Run ``sub_query`` or ``summarize``; what goes wrong, in a child too, is a ``Problem``."""
        spec = SUB_QUERY if name == SUB_QUERY.name else SUMMARIZE
        taken = check(spec.parameters, arguments)
        if isinstance(taken, Problem):
            return taken
        passages = self._named.find(taken["ids"], _PASSAGES)
        if not passages.evidence:
            return Problem(
                f"None of these was shown, and none is a page: {', '.join(passages.unknown)}.",
                next="Name facts as F7, pages by their paths, documents as 2, parts of them as 2/3.",
            )
        if name == SUMMARIZE.name:
            return self._run(taken["focus"].strip() or _EVERYTHING, "summary", passages)
        question = taken["question"].strip()
        if not question:
            return Problem("The question is empty.", next="Ask one thing of these passages.")
        return self._run(question, "given", passages)

    def _run(self, question: str, told: Told, passages: Passages) -> Result:
        ended = self._ask(Task(question, "answer", passages.evidence, told=told, purpose=CHILD))
        run = ended.run
        self._turns = run.turns
        self.usage += run.usage
        draft = run.draft
        if draft is None:
            why = run.error or "; ".join(run.notes).partition(";")[0]
            return Problem(f"The reader gave no answer: {why}.", next="Read the passages yourself.")
        said = f"{draft.shown}\n{draft.explanation}".strip()
        renamed: dict[str, str] = {}
        for handle in draft.cited if draft.says else ():
            shown = ended.handles[handle]
            renamed[handle] = self._handles.adopt(shown)
            self._reading.blocks.update(shown.citations)
            if shown.fact:
                self._reading.facts[shown.fact] = shown.page
        self.cited.update(dict.fromkeys(renamed.values()))
        said = _HANDLE.sub(lambda match: f"[{renamed[match[1]]}]" if match[1] in renamed else "", said)
        if not draft.says:
            said = f"These passages do not say it. {said}".strip()
        rests = (f"- [{each}] {self._handles[each].text}" for each in renamed.values())
        return ChildSaid(said, tuple(rests), passages.left, passages.unknown)
