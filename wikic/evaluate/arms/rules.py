"""Arms without a model: ``ask``, with parts of it left out too, and ``nav:TIME``, the budgeted query (WikiKV,
section V) with so much time for a question.
"""

from __future__ import annotations

from typing import Final

from wikic.evaluate.arms.passages import of_pages
from wikic.evaluate.run_file import Reply
from wikic.llm.tokens import text_tokens
from wikic.model.answer import Answer
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.budgeted_query import Detail, navigate
from wikic.navigate.ask.heuristic.options import Budget, Options
from wikic.navigate.library import Library

EVIDENCE: Final = 20  # facts, enough to cite ten documents
# What is left out, by the end of the arm's name.
WITHOUT: Final = {
    "links": Options(links=False),
    "relations": Options(relations=False),
    "mentions": Options(mentions=False),
    "pagerank": Options(pagerank=False),
    "sources": Options(sources=False),
}


class RulesArm:
    """`wikic ask` without a model as an arm."""

    def __init__(self, library: Library, without: str = "") -> None:
        """without: a key of ``WITHOUT``, or "" for the whole."""
        self.name = f"ask-without-{without}" if without else "ask"
        self._asker = Asker(library, WITHOUT[without] if without else None)

    def ask(self, question: str) -> Reply:
        """The facts with their documents, and the short answer where they allow one."""
        return reply_of(self._asker.ask(question, evidence=EVIDENCE).answer)


def reply_of(answer: Answer) -> Reply:
    """An answer as a reply: what `ask` shows is the text, and its sources are the documents."""
    facts = [each.text for each in answer.evidence]
    short = answer.short.text if answer.short is not None else ""
    rests = answer.short.evidence if answer.short is not None else range(len(answer.evidence))
    return Reply(
        documents=tuple(each.key for each in answer.sources if each.key),
        answered=answer.answered,
        text="\n".join(filter(None, (short, answer.explanation, *facts))),
        short=short,
        cited=tuple(dict.fromkeys(answer.evidence[at].quote for at in rests if answer.evidence[at].quote)),
        tokens=text_tokens("\n".join(facts)),
    )


class NavArm:
    """The budgeted query as an arm."""

    def __init__(self, library: Library, seconds: float) -> None:
        """seconds: for each question."""
        self.name = f"nav:{round(1000 * seconds)}ms"
        self._library = library
        self._seconds = seconds

    def ask(self, question: str) -> Reply:
        """The records that came in time; documents of those that are pages or articles."""
        records = list(navigate(self._library, question, Budget(self._seconds)))
        near = [each for each in records if each.detail >= Detail.PAGE]
        text = "\n".join(each.text for each in near)
        # An article names its document exactly, a page all that it rests on: articles count first.
        ordered = sorted(near, key=lambda each: -each.detail)
        return Reply(
            documents=of_pages(self._library, (each.path for each in ordered)),
            answered=bool(near),
            text=text,
            tokens=text_tokens("\n".join(each.text for each in records)),
        )
