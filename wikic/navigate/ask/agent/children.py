"""``sub_query`` and ``summarize``: the model itself over passages that it names (RLM-on-KG, section 3.1):
facts by handle, pages, documents or parts of them, as it was shown them.

The child has no tools, so it has no children. Its words are held against what it was given as every answer
is, and what it rests on is shown beside them: the parent cites these facts, never the child.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from wikic import layout
from wikic.llm.protocol import ToolSpec, Usage
from wikic.model.answer import Evidence
from wikic.model.page import Citation
from wikic.navigate.ask.agent.fact_handles import Handles
from wikic.navigate.ask.agent.run_record import CHILD, Ended, Task, Told, Turn
from wikic.navigate.ask.answer.evidence import evidence_of
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import check_arguments
from wikic.navigate.tools.result import Problem, Reading, Result, count_tokens
from wikic.navigate.tools.source_parts import parts_of

# A document by its number and, behind a stroke, one of its parts: 2, 2/3.
_PART: Final = re.compile(r"(\d{1,6})(?:\s*[/.:]\s*(\d{1,6}))?")


@dataclass(frozen=True, slots=True)
class Passages:
    """What a list of names means.

    evidence: in order, each once, as much as fits. left: how many more there were.
    unknown: names that mean nothing that was shown, and no page.
    """

    evidence: tuple[Evidence, ...]
    left: int
    unknown: tuple[str, ...]


class NamedPassages:
    """Looks up what a model names, in one wiki and by the numbers of one run."""

    def __init__(self, library: Library, handles: Handles, reading: Reading) -> None:
        self._library = library
        self._handles = handles
        self._reading = reading

    def find(self, names: Sequence[str], limit: int) -> Passages:
        """limit: tokens of all of them; the first is there, however long it is."""
        found: dict[tuple[str, str], Evidence] = {}
        unknown: dict[str, None] = {}
        for name in names:
            held = list(self._of(name.strip().strip("[]^ ")))
            if not held:
                unknown[name[:60]] = None
            for each in held:
                found.setdefault((each.page, each.fact or each.text), each)
        kept: list[Evidence] = []
        for each in found.values():
            limit -= count_tokens(each.text)
            if limit < 0 and kept:
                break
            kept.append(each)
        return Passages(tuple(kept), len(found) - len(kept), tuple(unknown))

    def _of(self, name: str) -> Iterator[Evidence]:
        handle = name.upper()
        part = _PART.fullmatch(name)
        if not name:
            return
        if handle in self._handles:
            yield self._fact(handle)
        elif part is not None:
            yield from self._part(self._reading.digest(int(part[1])), int(part[2] or 0))
        else:
            path = self._library.resolve(name).path
            if path is not None and path.startswith(f"{layout.DIGESTS_DIR}/"):
                yield from self._part(path, 0)
            elif path is not None:
                yield from self._page(path)

    def _fact(self, handle: str) -> Evidence:
        shown = self._handles[handle]
        title, _, rest = shown.about.partition("\n")
        return Evidence(
            shown.page,
            title,
            shown.fact,
            shown.text,
            shown.citations,
            rest,
            "",
            0.0,
            kind=shown.kind,
            holder=shown.holder,
        )

    def _page(self, path: str) -> Iterator[Evidence]:
        view = self._library.view(path)
        for fact in view.facts if view is not None else ():
            if view is not None:
                yield evidence_of(view, fact, self._library)

    def _part(self, digest: str | None, number: int) -> Iterator[Evidence]:
        """The sentences of a document, or of the one part that is wanted; 0 for all."""
        source = self._library.source(digest) if digest is not None else None
        article = self._library.article(source.article) if source is not None else None
        if source is None or article is None:
            return
        for place, blocks in enumerate(parts_of(article), start=1):
            for block in blocks if number in (0, place) else ():
                if block.kind != "heading":
                    about = "\n".join((article.date or "", block.section))
                    cites = (Citation(source.digest, block.id),)
                    yield Evidence(source.digest, article.title, "", block.text, cites, about, "", 0.0)


_PASSAGES: Final = 4_000  # tokens that a child is given: four parts of documents
_EVERYTHING: Final = "everything they say"
_HANDLE: Final = re.compile(r"\[(F\d+)\]")
_IDS: Final = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Facts `F7`, pages `people/Some-Name`, documents `2` or parts of them `2/3`.",
}


def _tool_schema(**properties: Any) -> dict[str, Any]:
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
    _tool_schema(
        question={"type": "string", "description": "One question, whole: the reader knows nothing else."},
        ids=_IDS,
    ),
)
SUMMARIZE: Final = ToolSpec(
    "summarize",
    "Sum up passages under one aspect, in a few sentences that cite them. Use it when they are long.",
    _tool_schema(
        ids=_IDS, focus={"type": "string", "description": "What the summary is to be about.", "default": ""}
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
        taken = check_arguments(spec.parameters, arguments)
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
