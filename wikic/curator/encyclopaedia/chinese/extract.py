"""Extraction of one Chinese document: layout, definitions, names, then statements with relations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.curator.encyclopaedia.chinese import definitions, layout, names_in_text, statements
from wikic.curator.encyclopaedia.chinese.definitions import Definition
from wikic.curator.encyclopaedia.chinese.entity_register import Registry, Thing, entity
from wikic.curator.encyclopaedia.chinese.layout import Layout, Line, Note
from wikic.curator.encyclopaedia.chinese.relations import relations
from wikic.curator.encyclopaedia.chinese.statements import Said
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Schema
from wikic.model.statement import Block, Relation
from wikic.text import cjk, quotations
from wikic.text.names import base, disambiguator
from wikic.text.relation_labels import MENTIONS

_SUMMARY_LENGTH: Final = 120
_ENTRY: Final = PACK.pattern("entry_opens")
_SURELY: Final = PACK.pattern("entry_sure")
_COPULA: Final = PACK.pattern("entry_copula")
_FOREIGN_NAME: Final = PACK.pattern("foreign_name")
_INSIDE: Final = PACK.pattern("defined_inside")
_EDITORIAL: Final = PACK.pattern("editorial")
_WORKS_HEADING: Final = PACK.pattern("works_heading")
_OF_THE_DOCUMENT: Final = PACK.pattern("of_the_document")
_PLACE_ENDS: Final = PACK.words("place_ends")


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of a Chinese ``article`` over its ``blocks``; the same input, the same result.

    An essay, story or letter is its own principal (``self_``); an entry about a person, place or other
    thing has that as principal. Notes (``〔3〕…``) are facts of what they define.
    """
    page = layout.read(article, blocks)
    registry = Registry()
    about = registry.own(_principal(article, page))
    heads = _define_notes(page, registry)
    text = "\n".join(line.text for line in page.lines)
    for name, latin in names_in_text.glossed(text):
        registry.call(registry.add(name, "person"), latin)
    for name, kind in names_in_text.find(text).items():
        registry.add(name, kind)
    said = [each for each in _statements(page, about, heads, registry) if each is not None]
    return _assemble(page, about, said, schema)


def _principal(article: Article, page: Layout) -> Thing:
    title = cjk.tidy(article.title) or article.key
    entry = _entry(title, page)
    if entry is not None:
        thing = Thing(entry.title, entry.kind, list(entry.aliases), entry.summary, principal=True)
        thing.disambiguator = disambiguator(title)
        foreign = next((found for line in page.lines[:8] if (found := _FOREIGN_NAME.search(line.text))), None)
        if foreign is not None and thing.kind in ("person", "organisation"):
            thing.aliases.append(foreign.group(1).strip())
        if thing.kind == "place" and len(thing.title) > 2 and thing.title.endswith(_PLACE_ENDS):
            thing.aliases.append(thing.title[:-1])
        return thing
    return Thing(title, "work", self_=True, principal=True, disambiguator=article.collection_title)


def _entry(title: str, page: Layout) -> Definition | None:
    """The definition that opens an encyclopaedic entry, or None where the document is a work of its own."""
    name = base(title)
    first = next((line.text for line in page.lines if line.role == "body" and layout.is_prose(line)), "")
    for label in (name, f"《{name}》", f"“{name}”"):
        rest = first[len(label) :]
        if not first.startswith(label) or not _ENTRY.match(rest):
            continue
        definition = definitions.define(label, _COPULA.sub("", rest))
        if definition is not None and (definition.sure or _SURELY.match(rest)):
            return definition
    return None


def _define_notes(page: Layout, registry: Registry) -> dict[int, Thing | None]:
    """What each note (by the id of its value) defines."""
    heads: dict[int, Thing | None] = {}
    for line in page.lines:
        note = line.note
        if note is None or id(note) in heads:
            continue
        definition = _definition(note, line)
        heads[id(note)] = registry.define(definition) if definition is not None else None
    for line in page.lines:
        if line.note is not None:
            _define_inside(line, registry)
    return heads


def _definition(note: Note, line: Line) -> Definition | None:
    if not note.label or not line.text.startswith(note.label):
        return None
    rest = line.text[len(note.label) :].lstrip("：: ，")
    definition = definitions.define(note.label, rest)
    if definition is None or (definition.kind == "concept" and not note.explicit and len(note.label) < 3):
        return None
    return definition


def _define_inside(line: Line, registry: Registry) -> None:
    """A definition that opens a later sentence of a note: ``叶灵凤（1904—1975），江苏南京人，作家``."""
    found = _INSIDE.match(line.text)
    if found is None:
        return
    label = found.group(1) or found.group(2)
    definition = definitions.define(label, line.text[found.end() :].lstrip("，"))
    if definition is not None and definition.sure and definition.kind in ("person", "work"):
        registry.define(definition)


def _statements(
    page: Layout, about: Thing, heads: dict[int, Thing | None], registry: Registry
) -> list[Said | None]:
    """Statements in article order, None for sentences that say nothing to cite."""
    said: list[Said | None] = []
    topics = dict(heads)
    opening: dict[int, int] = {}
    front = _front_matter(page)
    spoken = quotations.going_on(
        [line.text for line in page.lines], [line.opens for line in page.lines], straight=False
    )
    for line, quoted in zip(page.lines, spoken, strict=True):
        if line.role not in ("body", "note") or not layout.is_prose(line):
            continue
        if line.note is None:
            argues = page.argues and line.block.number > front and not _EDITORIAL.match(line.text)
            said.append(
                statements.of_body(line, quoted, about, page.author if argues else None, argues, registry)
            )
            continue
        first = id(line.note) not in opening
        number = opening.setdefault(id(line.note), line.block.number)
        if quoted:  # what goes on inside a passage that the note quotes says nothing alone
            continue
        each = statements.of_note(line, first, topics[id(line.note)], number, about, registry)
        said.append(each)
        if each is None:
            continue
        head = topics[id(line.note)]
        if head is not None and each.of is about and not first and statements.opens_another(each.text, head):
            topics[id(line.note)] = None  # somebody without a name here: the headword's part is over
        if each.of is not about and each.of is not topics[id(line.note)]:
            # A note on several persons: what follows is about the one introduced last.
            topics[id(line.note)] = each.of
            opening[id(line.note)] = line.block.number
    return said


def _front_matter(page: Layout) -> int:
    """Number of the last title line near the beginning: what stands above it is the publisher's."""
    titles = [line.block.number for line in page.lines[:12] if line.role == "title"]
    return titles[-1] if titles else 0


def _assemble(page: Layout, about: Thing, said: Sequence[Said], schema: Schema) -> Extraction:
    sections = {line.block.number: line.block.section for line in page.lines}
    related = [
        [
            (_under_heading(label, each.of, other, sections[each.blocks[0]]), other)
            for label, other in relations(each.of, each.text, each.mentions)
        ]
        for each in said
    ]
    used = [about, *(each.of for each in said), *(thing for pairs in related for _, thing in pairs)]
    registry_order = list({id(thing): thing for thing in used}.values())
    for number, thing in enumerate(registry_order, 1):
        thing.id = f"e{number}"
    proposed = tuple(
        ProposedStatement(
            of=each.of.id,
            kind=each.kind,
            text=each.text,
            blocks=each.blocks,
            holder=each.holder,
            relations=tuple(Relation(label, other.id) for label, other in pairs),
        )
        for each, pairs in zip(said, related, strict=True)
    )
    about.summary = about.summary or _summary(page, about)
    return Extraction(about.summary, tuple(entity(thing, schema) for thing in registry_order), proposed)


def _under_heading(label: str, subject: Thing, other: Thing, section: str) -> str:
    """A work listed under 著作 on a person's page is that person's."""
    if (
        label == MENTIONS
        and (subject.kind, other.kind) == ("person", "work")
        and _WORKS_HEADING.match(section)
    ):
        return "author of"
    return label


def _summary(page: Layout, about: Thing) -> str:
    """One line on the document: what a note says of it, else its first real sentence."""
    for line in page.lines:
        if line.note is not None and _OF_THE_DOCUMENT.match(line.text):
            return _short(line.text)
    first = next((line.text for line in page.lines if line.role == "body" and layout.is_prose(line)), "")
    return _short(first) or about.title


def _short(text: str) -> str:
    return text if len(text) <= _SUMMARY_LENGTH else text[: _SUMMARY_LENGTH - 1] + "…"
