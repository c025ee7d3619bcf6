"""``wiki_ask``: one question, one answer with its sources; by rules where no model is configured."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wikic.model.answer import Answer, Document
from wikic.navigate.ask.budgeted_query import Detail, Record, navigate
from wikic.navigate.ask.heuristic.options import Budget
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Problem, Reading, Result
from wikic.serving.askers import Askers
from wikic.text.compare import same_fact

NAME: Final = "wiki_ask"
DESCRIPTION: Final = (
    "Ask the wiki a question and get the facts that bear on it, best first, each with its page and the "
    "number of its source, and a short answer where the facts allow one. Use it first for a question about "
    "facts; when it does not answer, or to check it, go on with wiki_search and wiki_read."
)
PARAMETERS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "question": {"type": "string", "description": "One question, in words, with the names it is about."},
        "evidence": {
            "type": "integer",
            "description": "How many facts.",
            "minimum": 1,
            "maximum": 50,
            "default": 8,
        },
        "milliseconds": {
            "type": "integer",
            "description": "Answer step by step until this time is over, by rules; 0 for a whole answer.",
            "minimum": 0,
            "maximum": 60_000,
            "default": 0,
        },
    },
    "required": ["question"],
    "additionalProperties": False,
}
# A quote stands there to be checked, not to be read instead of its document.
_QUOTE: Final = 400
_CITED: Final = re.compile(r"\[(\d{1,4})\]")


@dataclass(frozen=True, slots=True)
class Said:
    """An answer as a client reads it.

    answer: the answer.
    numbers: digest to what the text cites it by: its number, of many wikis behind the wiki's name.
    """

    answer: Answer
    numbers: Mapping[str, int | str]

    @property
    def ok(self) -> bool:
        """Whether the wiki says something."""
        return self.answer.answered

    def text(self) -> str:
        """The short answer, facts by what they answer, the sources with a quote; or the nearest pages."""
        if not self.answer.answered:
            return self._unanswered()
        lines = [f"Short answer: {self.answer.short.text}", ""] if self.answer.short is not None else []
        lines += [self._explained(), ""] if self.answer.explanation else []
        for group in self.answer.groups:
            lines += [f"## {group.about}"] if group.about else []
            lines += [self._fact(at) for at in group.evidence]
        notes = [f"note: {note}" for note in self.answer.notes]
        return "\n".join([*lines, "", *map(self._source, self.answer.sources), *notes])

    def _explained(self) -> str:
        """A model's words; its ``[1]`` count the sources of this answer, ours go through the conversation."""
        sources = self.answer.sources

        def renumbered(found: re.Match[str]) -> str:
            at = int(found[1]) - 1
            return f"[{self.numbers[sources[at].digest]}]" if 0 <= at < len(sources) else found[0]

        return _CITED.sub(renumbered, self.answer.explanation)

    def _fact(self, at: int) -> str:
        each = self.answer.evidence[at]
        cited = dict.fromkeys(self.numbers[cite.digest] for cite in each.citations)
        held = f"{each.holder}: " if each.holder else ""
        marks = "".join(f"[{number}]" for number in cited)
        return f"- {held}{each.text} {marks} (in {each.address})".replace("  ", " ")

    def _source(self, document: Document) -> str:
        line = f"[{self.numbers[document.digest]}] {document.title or document.digest}"
        line += f" ({document.key})" if document.key else ""
        # A quote is worth reading where the fact does not repeat it.
        quote = next(
            (
                each.quote
                for each in self.answer.evidence
                if each.citations
                and each.citations[0].digest == document.digest
                and not same_fact(each.text, each.quote)
            ),
            "",
        )
        return f'{line}: "{quote[:_QUOTE]}"' if quote else line

    def _unanswered(self) -> str:
        lines = ["The wiki does not say.", *([self._explained()] if self.answer.explanation else [])]
        if self.answer.nearest:
            lines.append("Nearest pages:")
            for near in self.answer.nearest:
                lines.append(f"- {near.path}: {near.title}" + (f" -- {near.summary}" if near.summary else ""))
        lines += [f"note: {note}" for note in self.answer.notes]
        return "\n".join([*lines, "Try wiki_search with a name of the question, or wiki_list to browse."])


@dataclass(frozen=True, slots=True)
class Navigated:
    """What was found until the time was over, from coarse to fine.

    question: as asked.
    records: at least the index.
    """

    question: str
    records: tuple[Record, ...]

    @property
    def ok(self) -> bool:
        """Whether it got as far as a page."""
        return bool(self.pages)

    @property
    def pages(self) -> tuple[str, ...]:
        """Pages that were shown."""
        return tuple(each.path for each in self.records if each.detail is Detail.PAGE)

    def text(self) -> str:
        """A heading with its path for each record."""
        return "\n\n".join(
            f"## {each.title} ({each.detail.name.lower()}, {each.path})\n{each.text}" for each in self.records
        )


def ask_within(library: Library, question: str, milliseconds: int, evidence: int) -> Navigated:
    """Records until so many milliseconds are over."""
    budget = Budget(milliseconds / 1000)
    return Navigated(question, tuple(navigate(library, question, budget, evidence=evidence)))


def run_ask(askers: Askers, arguments: Mapping[str, Any], reading: Reading) -> Result:
    """The tool; arguments are checked."""
    question: str = arguments["question"]
    if not question.strip():
        return Problem("The question is empty.", next="Ask one question, with the names it is about.")
    asked = askers.ask(question, arguments["evidence"])
    answer = asked.answer
    cited = [cite for each in answer.evidence for cite in each.citations]
    digests = dict.fromkeys((*(each.digest for each in answer.sources), *(cite.digest for cite in cited)))
    reading.blocks.update(cited)
    return Said(answer, {digest: reading.number(digest) for digest in digests})
