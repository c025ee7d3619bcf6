"""A drafted question, and what the digests of a wiki state to draft it from; drafts in the words a person
would use: a model proposes them, code refuses what asks something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from wikic import layout
from wikic.errors import ModelError
from wikic.evaluate.arms.arm import ENDING
from wikic.evaluate.asking import RewordReply, Task, ask_model
from wikic.evaluate.wording import contains_answer
from wikic.language import pack_files
from wikic.llm.protocol import Model
from wikic.model.statement import Entity, Statement
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent
from wikic.text import language
from wikic.text.compare import unsupported
from wikic.text.normalise import normalise

GAP: Final = "____"
_LONGEST: Final = 400  # characters of a question; drafts quote sentences of at most 300


@dataclass(frozen=True, slots=True)
class Reworded:
    """The drafts after a model was asked for other words.

    drafts: in order, each in new words or as it was. changed: how many are in new words.
    refused: questions that stayed as they were, with why.
    """

    drafts: tuple[Draft, ...]
    changed: int
    refused: tuple[tuple[str, str], ...]


def reword_drafts(
    drafts: Sequence[Draft], model: Model, names: Iterable[str], progress: Progress | None = None
) -> Reworded:
    """Put each draft in other words.

    names: of the wiki's pages; one that a question holds must stay in it, letter by letter.

    Raises BudgetError, CredentialsError and QuotaError; another call that fails leaves its draft as it was.
    """
    known = sorted({name for name in names if len(name) > 1})
    shown = progress or Silent()
    shown.phase("Rewording", len(drafts))
    found: list[Draft] = []
    refused: list[tuple[str, str]] = []
    for draft in drafts:
        try:
            said, fault = _reword_draft(draft, model, known)
        except ENDING:
            raise
        except ModelError as error:
            said, fault = "", str(error)
        if fault:
            refused.append((draft.question, fault))
        found.append(draft if fault else replace(draft, question=said, drafted=draft.question))
        shown.advance()
    return Reworded(tuple(found), len(found) - len(refused), tuple(refused))


def _reword_draft(draft: Draft, model: Model, known: Sequence[str]) -> tuple[str, str]:
    """The question in new words, and why it cannot be taken, or ""."""
    shown = {"question": draft.question, "sentence": draft.why, "right-answer": "\n".join(draft.answers)}
    reply = ask_model(model, Task("ask", "reword", draft.question), shown, RewordReply)
    said = normalise(reply.question)
    return said, find_fault(draft, said, reply.answer, [name for name in known if name in draft.question])


def find_fault(draft: Draft, said: str, answer: str, names: Sequence[str]) -> str:
    """Why ``said`` cannot stand for the question of ``draft``, or "".

    answer: the model's own, to its question. names: that must stay.
    """
    if not said or len(said) > _LONGEST or GAP in said:
        return "is no question"
    if said == normalise(draft.question):
        return "is the same"
    gone = [name for name in names if name not in said] or unsupported(
        _as_inside_sentence(draft.question), [said]
    )
    if gone:
        return f"lacks {gone[0]!r}"
    if new := unsupported(_as_inside_sentence(said), [draft.question, draft.why]):
        return f"brings {new[0]!r}"
    told = [
        each
        for each in draft.answers
        if contains_answer(said, (each,)) and not contains_answer(draft.question, (each,))
    ]
    if told:
        return f"tells the answer {told[0]!r}"
    if draft.answers and not contains_answer(answer, draft.answers):
        return f"has another answer: {answer[:60]!r}"
    return ""


def _as_inside_sentence(question: str) -> str:
    """``question`` as inside a sentence: its first word is no name for its capital ("Did Anna …?")."""
    return question[:1].lower() + question[1:]


_TABLE: Final = "questions_to_make"


@dataclass(frozen=True, slots=True)
class Draft:
    """A question that the wiki's own statements answer.

    type: what it was made of, a column of the table.
    question: in words.
    answers: any one is right; () where there is none in a few words.
    gold: keys of sources in groups; one source of each group is wanted; () where the wiki does not say.
    why: the sentence it was made of, for whoever edits it.
    hops: how many steps lead to the answer; 0 where there is none.
    drafted: the question as rules drafted it, where a model reworded it, else "".
    """

    type: str
    question: str
    answers: tuple[str, ...]
    gold: tuple[tuple[str, ...], ...]
    why: str
    hops: int = 1
    drafted: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """A row of the table: how a language asks for something.

    question: with ``{name}`` and the like. described: "the father of {name}", or "".
    about, answer: the kinds of thing asked about and answered with, or "".
    """

    question: str
    described: str
    about: str
    answer: str

    def leads_to(self, other: Wording) -> bool:
        """Whether what answers this can be asked about by ``other``."""
        return bool(self.described) and bool(self.answer) and self.answer == other.about


def find_wording(code: str, kind: str) -> Wording | None:
    """How a language asks for a kind; None where it does not."""
    return next((Wording(*row[1:]) for row in pack_files.rows(code, _TABLE) if row[0] == kind), None)


def word_question(code: str, kind: str, **parts: str) -> str:
    """The question of a kind in a language; "" where the language has none."""
    found = find_wording(code, kind)
    return found.question.format(**parts) if found is not None else ""


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement that stands on a page, with whom it is about.

    key: of its source. title: of the document. language: of its words.
    name: of the entity as its page has it. page: that page's path.
    quote: the first block it rests on.
    """

    key: str
    title: str
    language: str
    name: str
    page: str
    statement: Statement
    quote: str


@dataclass(frozen=True, slots=True)
class Related:
    """A typed relation between two things that have pages, or at least the first has one.

    name, page: of the thing. label: read from it to ``other``. other: a name. other_page: or "".
    stated: the statement that says so.
    """

    name: str
    page: str
    label: str
    other: str
    other_page: str
    stated: Stated


def list_statements(library: Library) -> Iterator[Stated]:
    """Every statement in force, by source and in its order."""
    owned = {entry.article: path for path, entry in library.catalogue.pages.items() if entry.article}
    resolve = _page_resolver(library)
    for source in library.sources():
        digest = library.whole_digest(source.digest)
        if digest is None:
            continue
        quotes = {block.id: block.text for block in digest.blocks}
        spoken = language.guess(" ".join(each.text for each in digest.statements[:5]))
        own = owned.get(source.article, "")
        pages = {each.id: own if each.self_ else resolve(each.title) for each in digest.entities}
        names = {entity.id: entity for entity in digest.entities}
        for each in digest.statements:
            page = pages.get(each.of, "")
            if page and not (each.retired or each.superseded or each.shown_as):
                entity = names[each.of]
                name = entity.title if entity.self_ else library.title(page)
                quote = quotes.get(each.blocks[0], "")
                yield Stated(digest.key, digest.title, spoken, name, page, each, quote)


def list_relations(library: Library) -> Iterator[Related]:
    """Every typed relation of a statement in force, from the side it is told on."""
    digests: dict[str, dict[str, Entity]] = {}
    resolve = _page_resolver(library)
    for stated in list_statements(library):
        if not stated.statement.relations:
            continue
        if stated.key not in digests:
            source = library.source(stated.key)
            digest = library.whole_digest(source.digest) if source is not None else None
            digests = {stated.key: {each.id: each for each in digest.entities} if digest else {}}
        for each in stated.statement.relations:
            other = digests[stated.key].get(each.entity)
            if other is not None:
                page = resolve(other.title)
                name = library.title(page) if page else other.title
                yield Related(stated.name, stated.page, each.label, name, page, stated)


def _page_resolver(library: Library) -> Callable[[str], str]:
    """Page path of a name that means one page alone, else ""."""

    @cache
    def resolve(name: str) -> str:
        found = library.resolve(name).paths
        return found[0] if len(found) == 1 and layout.is_knowledge_page(found[0]) else ""

    return resolve
