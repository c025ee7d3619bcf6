"""What a model names in a document of a library, beside what the document says itself.

The document stands as rules read it: its page is its own Markdown, with a model and without. A model adds
things, where they are spoken of, and how they relate; the words on their pages are the document's, put there
by code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.model.document_evidence import names_any
from wikic.curator.model.document_sections import join_sections
from wikic.curator.model.reply_checks import slip
from wikic.curator.model.reply_shapes import ExtractReply, NamesReply, StatementReply
from wikic.model.extraction import Extraction, ProposedStatement, Slip
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity, Relation
from wikic.text.relation_labels import MENTIONS

ITSELF: Final = "document"  # what a reply calls the document
_NUMBER: Final = re.compile(r"(?<!\d)\d{1,6}(?!\d)")
_EVIDENCE: Final = 6  # sentences of one section on one thing
_SHORT: Final = 2  # blocks of a passage that stands whole where one of them is meant
_ABOVE: Final = 2  # sentences above in which what a pronoun means may be named


def of_names(schema: Schema) -> Schema:
    """The schema without the directories of documents: where things live that documents name."""
    homes = {each.directory for each in schema.topics}
    left = tuple(each for each in schema.dimensions if each.name not in homes)
    if not left:
        return schema
    known = [each.name for each in left]
    fallback = next((each for each in (schema.fallback, "terms") if each in known), known[-1])
    return replace(schema, dimensions=left, fallback=fallback)


def as_statements(reply: ExtractReply | NamesReply, shown: Mapping[int, Block]) -> ExtractReply:
    """The reply with a statement for each sentence that it names, in the sentence's own words.

    shown: the sentences by the numbers that the model saw.
    """
    if isinstance(reply, ExtractReply):
        return reply
    related: dict[tuple[str, int], list[list[str]]] = {}
    first = {each.id: each.blocks[:1] for each in reply.entities}
    for start, label, end, *number in (each for each in reply.relations if len(each) > 2):
        told = [int(found) for each in number for found in _NUMBER.findall(each)] or first.get(start, [])
        related.setdefault((start, told[0] if told else 0), []).append([label, end])
    places = dict.fromkeys(
        [*((each.id, number) for each in reply.entities for number in each.blocks[:_EVIDENCE]), *related]
    )
    statements = [
        StatementReply(
            of=id,
            text=shown[number].text if number in shown else f"[{number}]",
            blocks=[number],
            relations=related.get((id, number), []),
        )
        for id, number in places
    ]
    entities = [each.model_dump(exclude={"blocks"}) for each in reply.entities]
    return ExtractReply.model_validate({"entities": entities, "statements": statements})


def naming(
    statements: Sequence[ProposedStatement],
    entities: Mapping[str, Entity],
    blocks: Mapping[int, Block],
    slips: list[Slip],
) -> Iterator[ProposedStatement]:
    """The statements whose thing is named in the sentence, its heading, or just above; the rest are slips."""
    for each in statements:
        entity, number = entities[each.of], each.blocks[0]
        near = [blocks[at].text for at in range(number - _ABOVE, number + 1) if at in blocks]
        if entity.self_ or names_any((entity.title, *entity.aliases), (*near, blocks[number].section)):
            yield each
        else:
            slips.append(slip("unnamed-thing", f"{entity.title}: {each.text}"))


def with_names(
    document: Extraction,
    named: Sequence[ProposedStatement],
    entities: Sequence[Entity],
    every: Mapping[int, Block],
) -> Extraction:
    """The document as rules read it, each of its statements leading to the things named in it, and theirs.

    named: what the model found, of entities of which the first is the document.
    """
    own = document.entities[0]
    holding: dict[int, int] = {}
    for at, statement in enumerate(document.statements):
        for number in statement.blocks:
            holding.setdefault(number, at)
    leading: dict[int, list[Relation]] = {}
    theirs: list[ProposedStatement] = []
    for each in named:
        place = holding.get(each.blocks[0])
        relations = each.relations if each.of == own.id else (Relation(MENTIONS, each.of),)
        if place is not None:
            leading.setdefault(place, []).extend(relations)
        if each.of != own.id:
            passage = None if place is None else document.statements[place]
            whole = passage is not None and len(passage.blocks) <= _SHORT
            theirs.append(_of_thing(each, passage if whole else None, every[each.blocks[0]]))
    told = [
        replace(each, relations=tuple(dict.fromkeys((*each.relations, *leading.get(at, ())))))
        for at, each in enumerate(document.statements)
    ]
    said = (*told, *theirs)
    found = replace(document, entities=(own, *entities[1:]), statements=said, derived=not named)
    return join_sections(found, own.id, itself=True)


def _of_thing(found: ProposedStatement, passage: ProposedStatement | None, block: Block) -> ProposedStatement:
    """A statement in the document's words: a short passage of it, else the sentence."""
    if passage is None:
        return replace(found, text=block.text)
    return replace(passage, of=found.of, relations=found.relations, place=None)
