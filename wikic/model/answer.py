"""What `ask` answers with: evidence, a short answer where the facts allow one, and how it was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wikic.model.page import Citation
from wikic.model.statement import StatementKind


@dataclass(frozen=True, slots=True)
class Evidence:
    """A fact that helps to answer a question.

    page: page path of the page that holds it.
    title: of the page.
    fact: id of the fact; "" for words that people wrote without a source, and for a sentence of the
        document that its page does not show.
    text: what it says.
    citations: the blocks it rests on; empty for words that people wrote.
    source: title of the first document cited, or "".
    quote: text of the cited block that says most about the question, or "".
    score: comparable within one answer.
    about: the names and words of the question it was found by.
    via: page path of the page that led to it, or "".
    how: label of the link that led to it, or "".
    kind, holder: of the statement.
    heading: above it on a page that wikic did not write, "" where there is none; None on a compiled page.
    """

    page: str
    title: str
    fact: str
    text: str
    citations: tuple[Citation, ...]
    source: str
    quote: str
    score: float
    about: tuple[str, ...] = ()
    via: str = ""
    how: str = ""
    kind: StatementKind = "fact"
    holder: str | None = None
    heading: str | None = None

    @property
    def address(self) -> str:
        """Where it stands: the page's path, ``[[page#heading]]`` for one that wikic did not write."""
        if self.heading is None:
            return self.page
        return f"[[{self.page}#{self.heading}]]" if self.heading else f"[[{self.page}]]"


@dataclass(frozen=True, slots=True)
class Group:
    """Evidence that answers one part of a question.

    about: the name or the words of the question it belongs to.
    evidence: places in ``Answer.evidence``, from 0, in order.
    """

    about: str
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Short:
    """An answer in a few words, drawn from facts.

    text: a date, a place, a name, ``yes`` or ``no``.
    evidence: places in ``Answer.evidence`` of the facts it was drawn from, in the order of the argument.
    implied: whether it only follows from them, in a model's view; the text says so.
    """

    text: str
    evidence: tuple[int, ...]
    implied: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A source that evidence cites.

    digest: page path of its digest.
    key: its identity, ``<collection>/<record id or relative path>``, or "" when it is gone.
    title: of the document, or "".
    """

    digest: str
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Near:
    """A page near a question that the wiki does not answer.

    path: page path.
    title: of the page.
    summary: its line, or "".
    fact: what it says that is nearest to the question, or "".
    """

    path: str
    title: str
    summary: str = ""
    fact: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    question: as asked.
    answered: whether the wiki says something about what is asked.
    short: in a few words, or None.
    evidence: facts, best first.
    groups: the evidence by what it answers.
    sources: the documents that the facts rest on, in order, each once: the ranked documents.
    nearest: pages near the question, where it is not answered.
    complete: whether the search ended by itself and not by its budget.
    explanation: how the facts lead to the short answer, in a model's words, "" without one; ``[1]`` is the
        first of ``sources``.
    by: who answered: ``heuristic`` drew it from facts by rules, ``model`` wrote it from facts it was given,
        ``agent`` looked for them itself.
    sure: how likely the evidence, or what is nearest, is about the question, from 0 to 1; what a rule drew
        from facts is.
    notes: what was left out or did not go as it should, a line each.
    """

    question: str
    answered: bool
    short: Short | None
    evidence: tuple[Evidence, ...]
    groups: tuple[Group, ...] = ()
    sources: tuple[Document, ...] = ()
    nearest: tuple[Near, ...] = ()
    complete: bool = True
    explanation: str = ""
    by: Literal["heuristic", "model", "agent"] = "heuristic"
    notes: tuple[str, ...] = ()
    sure: float = 1.0
