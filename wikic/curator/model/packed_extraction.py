"""Extracts several short documents in one call: each has its own marks and numbers, and is checked alone.

A model's instructions cost ten times what a short article does. What a reply says of one document is held
against the sentences of that document only. What is missing there, or said twice, or too little, is asked
again for that document alone, so that no neighbour decides what becomes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from wikic import layout
from wikic.curator.model import bounds, document_sections, prompt_text, section_extraction
from wikic.curator.model.document_names import as_statements
from wikic.curator.model.extraction_request import Asked, asked_of, extraction_request
from wikic.curator.model.prompts import language_of
from wikic.curator.model.reply_checks import slip
from wikic.curator.model.reply_shapes import PackedNames, PackedReply
from wikic.curator.packs import Paper
from wikic.curator.protocol import Offer
from wikic.errors import ModelError, ModelUnavailableError, ReplyError
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Model, Request
from wikic.llm.structured import parse
from wikic.llm.tokens import text_tokens
from wikic.model.extraction import Extraction, Slip
from wikic.model.page import Page
from wikic.model.schema import Schema
from wikic.model.statement import Block

SHORT: Final = 0.4  # of what a call takes, of a document that may share it; a longer one pays for its own
MOST: Final = 10  # documents in one call
_NAMES_CHARS: Final = 3 * bounds.NAMES_CHARS


class _Loose(BaseModel):
    """The reply with each document unchecked, so that a fault in one does not make the others unusable."""

    documents: list[Any]


def packs(papers: Sequence[Paper], schema: Schema) -> tuple[int, ...]:
    """The sizes of groups of consecutive papers that share a call; order, size and layout alone decide."""
    sizes: list[int] = []
    room = 0.0
    before: tuple[Language, Asked] | None = None  # what all of a group are asked, and in which language
    for paper in papers:
        asked = asked_of(paper.source, schema)
        cost = _size(paper, asked)
        wanted = language_of(paper.source.language, paper.source.text), asked
        if sizes and cost <= min(room, SHORT * asked.shared) and wanted == before and sizes[-1] < MOST:
            sizes[-1] += 1
            room -= cost
        else:
            sizes.append(1)
            room = asked.shared - cost if cost <= SHORT * asked.shared else 0
            before = wanted
    return tuple(sizes)


def _size(paper: Paper, asked: Asked) -> int:
    """Tokens of the paper's sentences; more than a pack holds where it has several sections, or none."""
    parts = document_sections.cut_sections(paper.blocks, asked.section)
    if len(parts) != 1 or len(parts[0]) != len(paper.blocks):
        return asked.shared + 1
    return sum(text_tokens(block.text[: bounds.BLOCK]) + 4 for block in paper.blocks)


def extract_pack(
    model: Model, papers: Sequence[Paper], schema: Schema
) -> tuple[Extraction | ModelError, ...]:
    """What comes of each paper, in order: from one call where that serves, else from calls of its own.

    Raises QuotaError, CredentialsError and BudgetError as ``model.complete`` does.
    """
    found, slips = _together(model, papers, schema) if len(papers) > 1 else ([None] * len(papers), ())
    whole = [
        each if each is not None else _alone(model, paper, schema)
        for paper, each in zip(papers, found, strict=True)
    ]
    # What was wrong with the form of the whole is told once, with the first that came of it.
    for at, each in enumerate(whole):
        if isinstance(each, Extraction):
            whole[at] = replace(each, slips=(*slips, *each.slips))
            break
    return tuple(whole)


def _alone(model: Model, paper: Paper, schema: Schema) -> Extraction | ModelError:
    try:
        return section_extraction.extract(model, paper.source, paper.blocks, schema, paper.offer)
    except (ReplyError, ModelUnavailableError) as error:
        return error


def _together(
    model: Model, papers: Sequence[Paper], schema: Schema
) -> tuple[list[Extraction | ModelError | None], Sequence[Slip]]:
    """What one call gives for each, None where the paper has to be asked for alone; and faults of form."""
    request = pack_request(papers, schema)
    try:
        reply = model.complete(request)
    except ReplyError:
        return [None] * len(papers), ()
    except ModelUnavailableError as error:  # whoever asks again waits as long again
        return [error] * len(papers), ()
    # No repair turn: it would show and write everything again, where one document is to be put right.
    value, problems = parse(reply.text, _Loose)
    if value is None or reply.stop == "length":
        refused = reply.stop == "refusal"
        wrong = problems or ("the reply was cut off at its greatest length",)
        return [None] * len(papers), () if refused else [slip("malformed-reply", wrong[0])]
    said = _by_mark(value.documents, asked_of(papers[0].source, schema).part)
    found: list[Extraction | ModelError | None] = [
        _taken(model, paper, schema, said.get(mark), shift)
        for paper, mark, shift in zip(papers, marks(papers), _shifts(papers), strict=True)
    ]
    if any(each is not None for each in found):
        model.keep(request, reply)
    missing = len(papers) - len(said.keys() & set(marks(papers)))
    lacking = f"{missing} of {len(papers)} documents have no object of their own"
    return found, [slip("malformed-reply", lacking)] if missing else ()


def _by_mark(
    documents: Sequence[Any], shape: type[PackedReply | PackedNames]
) -> dict[str, PackedReply | PackedNames]:
    """The replies that have a mark of their own; of two with one mark neither is to be believed."""
    said: dict[str, PackedReply | PackedNames | None] = {}
    for each in documents:
        try:
            reply = shape.model_validate(each)
        except ValidationError:
            continue
        said[reply.document] = None if reply.document in said else reply
    return {mark: reply for mark, reply in said.items() if reply is not None}


def _taken(
    model: Model, paper: Paper, schema: Schema, reply: PackedReply | PackedNames | None, shift: int
) -> Extraction | None:
    if reply is None:
        return None
    said = as_statements(reply, {block.number + shift: block for block in paper.blocks})
    for statement in said.statements:
        statement.blocks = [number - shift for number in statement.blocks]
    return section_extraction.taken(model, paper.source, paper.blocks, schema, paper.offer, said)


def marks(papers: Sequence[Paper]) -> list[str]:
    """The mark of each document; it rests on all that is shown, so that nothing shown can hold it."""
    language = language_of(papers[0].source.language, papers[0].source.text)
    shown = [_offer(papers, language, bounds.PAGES)]
    for paper in papers:
        shown += [prompt_text.about(paper.source, language), paper.source.text]
    return [layout.short_hash("pack", str(at), *shown)[:8] for at in range(len(papers))]


def _shifts(papers: Sequence[Paper]) -> list[int]:
    """What is added to each document's numbers, so that no number stands for two sentences."""
    shifts = [0]
    for paper in papers:
        shifts.append(shifts[-1] + max(block.number for block in paper.blocks))
    return shifts[:-1]


def pack_request(papers: Sequence[Paper], schema: Schema) -> Request:
    """What is asked for several documents."""
    language = language_of(papers[0].source.language, papers[0].source.text)
    asked = asked_of(papers[0].source, schema)
    shown = [
        _offer(papers, language, 2 * asked.pages),
        f"## {prompt_text.word(language, 'documents')}",
    ]
    for paper, mark, shift in zip(papers, marks(papers), _shifts(papers), strict=True):
        blocks = [Block(each.id, each.text, each.number + shift, each.kind) for each in paper.blocks]
        lines = f"{prompt_text.about(paper.source, language)}\n{prompt_text.numbered(blocks)}"
        shown.append(prompt_text.between(lines, "document", mark))
    shown.append(prompt_text.word(language, "all"))
    every = [block for paper in papers for block in paper.blocks]
    return extraction_request(asked, schema, language, shown, every, several=True)


def _offer(papers: Sequence[Paper], language: Language, pages: int) -> str:
    """The offers of all papers as one: the first page and name of each, then the second; nothing twice."""
    found: dict[str, Page] = {}
    names: dict[str, None] = {}
    for at in range(max(max(len(each.offer.pages), len(each.offer.names)) for each in papers)):
        for paper in papers:
            for page in paper.offer.pages[at : at + 1]:
                found.setdefault(page.path, page)
            names.update(dict.fromkeys(paper.offer.names[at : at + 1]))
    offer = Offer(tuple(found.values()), tuple(names), papers[0].offer.constraints)
    return prompt_text.offer(offer, language, pages=pages, names_chars=_NAMES_CHARS)
