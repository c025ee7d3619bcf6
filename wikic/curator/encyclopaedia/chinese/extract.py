"""Extraction of one Chinese document: layout, definitions, names, then statements with relations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.chinese import definitions, layout, names_in_text
from wikic.curator.encyclopaedia.chinese.definitions import Definition
from wikic.curator.encyclopaedia.chinese.entity_register import (
    Mention,
    Registry,
    read_relations,
    write_entity,
)
from wikic.curator.encyclopaedia.chinese.layout import Layout, Line, Note
from wikic.curator.encyclopaedia.chinese.name_shapes import PACK
from wikic.curator.encyclopaedia.things import Thing, build_extraction
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Schema
from wikic.model.statement import Block, StatementKind
from wikic.text import cjk, sentences
from wikic.text.names import base, disambiguator
from wikic.text.relation_labels import MENTIONS

MAX_LENGTH: Final = 400  # characters of a statement; longer quotes are verse or unpunctuated text

_FOLLOWS: Final = PACK.pattern("goes_on_about")
_PRONOUN: Final = PACK.pattern("pronoun")
_PRONOUNS: Final = {kind: forms.split() for kind, forms in PACK.rows("pronouns")}
_THIRD_PERSONS: Final = PACK.words("third_persons")
_USELESS: Final = PACK.pattern("useless")
_NO_MARK_NEEDED: Final = PACK.pattern("no_mark_needed")
_ASIDE: Final = PACK.pattern("aside")
_SAID: Final = PACK.pattern("said")
_SAID_AFTER: Final = PACK.pattern("said_after")
_TOLD: Final = PACK.pattern("told")
# What an "I" holds.
_HOLDS: Final = PACK.pattern("holds")
_QUOTED: Final = re.compile(r"[“「][^”」]*[”」]?")
_WHOLE_QUOTE: Final = re.compile(r"[“「][^“”「」]*[”」]")
_LEAD_IN: Final = 16  # characters: "他这样说：" says nothing without what follows


@dataclass(frozen=True, slots=True)
class Said:
    """One statement of a document before it has an id.

    of: the thing it is about.
    kind: fact, claim, judgement or quotation.
    text: one line.
    blocks: numbers of its blocks.
    holder: who says or judges it, or None.
    mentions: what its text names.
    """

    of: Thing
    kind: StatementKind
    text: str
    blocks: tuple[int, ...]
    holder: str | None
    mentions: list[Mention]


def of_body(
    line: Line, quoted: bool, about: Thing, author: str | None, argues: bool, registry: Registry
) -> Said | None:
    """A sentence of the document's own text: the author's judgement, a fact of an entry, or speech.

    An essay that does not say whose it is has facts, and claims that nobody is named for.
    ``quoted``: a quotation that opened earlier goes on in it.
    """
    text = _fit_text(line.text)
    if text.endswith("：") and len(text) < _LEAD_IN:
        return None
    mentions = registry.mentions(text)
    holder = _find_speaker(text, mentions)
    if holder is not None or quoted or _WHOLE_QUOTE.fullmatch(text) or _opens_quote(text) or _is_told(text):
        name = holder.name if holder is not None else None
        return Said(about, "quotation", text, (line.block.number,), name, mentions)
    if about.self_ and argues and author is not None:
        return Said(about, "judgement", text, (line.block.number,), author, mentions)
    if about.self_ and _HOLDS.search(_QUOTED.sub("", text)):
        return Said(about, "claim", text, (line.block.number,), None, mentions)
    if not about.self_:
        named = _name_subject(text, about, mentions)
        mentions = registry.mentions(named) if named != text else mentions
        text = named
    return Said(about, "fact", text, (line.block.number,), None, mentions)


def of_note(
    line: Line, first: bool, head: Thing | None, opening: int, about: Thing, registry: Registry
) -> Said | None:
    """A sentence of an editor's note: a fact of what the note defines where it says so, else of the document.

    ``first``: it opens the note; ``opening``: number of the block that does.
    """
    if _USELESS.match(line.text):
        return None
    text, number = _fit_text(line.text), line.block.number
    if first and line.note is not None and line.note.label:
        text = restore_punctuation(text, line.note.label)
    mentions = registry.mentions(text)
    if head is None or first:
        return Said(head or about, "fact", text, (number,), None, mentions)
    if any(each.thing is head for each in mentions[:1]):
        return Said(head, "fact", text, (number,), None, mentions)
    named = _name_subject(text, head, mentions)
    if named == text or named.startswith(f"{_shown_title(head)}："):
        return Said(about, "fact", text, (number,), None, mentions)
    return Said(head, "fact", named, (opening, number), None, registry.mentions(named))


def _is_told(text: str) -> bool:
    """Whether most of a sentence is what somebody says in it, named or not: “……”他断续的说。"""
    quote = _TOLD.match(text)
    return quote is not None and 2 * len(quote["before"] or quote["after"]) > len(text)


def _opens_quote(text: str) -> bool:
    return text[:1] in "“「" and text.count("“") + text.count("「") > text.count("”") + text.count("」")


def restore_punctuation(text: str, label: str) -> str:
    """``text`` with the mark between headword and definition that a space or bold print stood for."""
    if not text.startswith(label):
        return text
    end = len(label)
    mark = "："
    aside = _ASIDE.match(text[end:])
    if aside is not None:
        end += aside.end()
        mark = "，"
    rest = text[end:].lstrip("：: ") if text[end : end + 1] in "：: " else text[end:]
    if not rest or _NO_MARK_NEEDED.match(rest):
        return text
    return f"{text[:end]}{mark}{rest}"


def _name_subject(text: str, head: Thing, mentions: list[Mention]) -> str:
    """A follow-up sentence that says whose it is.

    A pronoun becomes the headword where nothing else fits it, a sentence without a subject gets the
    headword before it; one that names the headword or opens with another name stays as it is.
    """
    title = _shown_title(head)
    pronoun = _PRONOUN.match(text)
    if pronoun is not None and pronoun.group() in _PRONOUNS.get(head.sort, ()):
        return title + text[pronoun.end() :]
    if any(each.thing is head or (each.start == 0 and each.thing.sort != "period") for each in mentions):
        return text
    if head.name in text or any(word in text[:24] for word in _THIRD_PERSONS):
        return text
    if head.sort == "person" and _FOLLOWS.match(text):
        return title + text
    return f"{title}：{text}"


def _shown_title(thing: Thing) -> str:
    return f"《{thing.name}》" if thing.sort == "work" else thing.name


def _find_speaker(text: str, mentions: list[Mention]) -> Thing | None:
    """The person whom the sentence itself names as speaking its quotation."""
    for mention in mentions:
        if mention.thing.sort != "person":
            continue
        if (mention.start == 0 or text[mention.start - 1] in "，。；：（") and _SAID.match(
            text[mention.end :]
        ):
            return mention.thing
        if text[max(0, mention.start - 1) : mention.start] in ("”", "」") and _SAID_AFTER.match(
            text[mention.end :]
        ):
            return mention.thing
    return None


def _fit_text(text: str) -> str:
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"


_SUMMARY_LENGTH: Final = 120  # characters
_SHORTEST_TERM: Final = 3  # characters
_ENTRY: Final = PACK.pattern("entry_opens")
_SURELY: Final = PACK.pattern("entry_sure")
_COPULA: Final = PACK.pattern("entry_copula")
_FOREIGN_NAME: Final = PACK.pattern("foreign_name")
_WORKS_HEADING: Final = PACK.pattern("works_heading")
_OF_THE_DOCUMENT: Final = PACK.pattern("of_the_document")


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of a Chinese ``article`` over its ``blocks``; the same input, the same result.

    An essay, story or letter is its own principal (``self_``); an entry about a person, place or other
    thing has that as principal. Notes (``〔3〕…``) are facts of what they define.
    """
    page = layout.read_layout(article, blocks)
    registry = Registry()
    about = registry.own(_choose_principal(article, page))
    heads = _define_notes(page, registry)
    text = "\n".join(line.text for line in page.lines)
    for name, latin in names_in_text.find_glossed_names(text):
        registry.call(registry.add(name, "person"), latin)
    for name, kind in names_in_text.find_names(text).items():
        registry.add(name, kind)
    said = [each for each in _read_statements(page, about, heads, registry) if each is not None]
    return _assemble_extraction(page, about, said, schema)


def _choose_principal(article: Article, page: Layout) -> Thing:
    title = cjk.tidy(article.title) or article.key
    entry = _entry_definition(title, page)
    if entry is not None:
        thing = Thing(entry.title, entry.kind, True, list(entry.aliases), entry.summary, True)
        thing.disambiguator = disambiguator(title)
        foreign = next((found for line in page.lines[:8] if (found := _FOREIGN_NAME.search(line.text))), None)
        if foreign is not None and thing.sort in ("person", "organization"):
            thing.aliases.append(foreign.group(1).strip())
        return thing
    return Thing(title, "work", self_=True, principal=True, disambiguator=article.collection_title)


def _entry_definition(title: str, page: Layout) -> Definition | None:
    """The definition that opens an encyclopaedic entry, or None where the document is a work of its own."""
    name = base(title)
    first = next((line.text for line in page.lines if line.role == "body" and layout.is_prose(line)), "")
    for label in (name, f"《{name}》", f"“{name}”"):
        rest = first[len(label) :]
        if not first.startswith(label) or not _ENTRY.match(rest):
            continue
        definition = definitions.read_definition(label, _COPULA.sub("", rest))
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
        definition = _note_definition(note, line)
        heads[id(note)] = registry.define(definition) if definition is not None else None
    return heads


def _note_definition(note: Note, line: Line) -> Definition | None:
    """What a note says its headword is; of a word of a character or two it may say anything."""
    if not note.label or not line.text.startswith(note.label):
        return None
    definition = definitions.read_definition(note.label, line.text[len(note.label) :].lstrip("：: ，"))
    term = definition is not None and definition.kind == "concept"
    return None if term and len(note.label) < _SHORTEST_TERM else definition


def _read_statements(
    page: Layout, about: Thing, heads: dict[int, Thing | None], registry: Registry
) -> list[Said | None]:
    """Statements in article order, None for sentences that say nothing to cite."""
    said: list[Said | None] = []
    opening: dict[int, int] = {}
    front = _front_matter(page)
    spoken = sentences.going_on(
        [line.text for line in page.lines], [line.opens for line in page.lines], straight=False
    )
    for line, quoted in zip(page.lines, spoken, strict=True):
        if line.role not in ("body", "note") or not layout.is_prose(line):
            continue
        if line.note is None:
            argues = page.argues and line.block.number > front
            author = page.author if argues else None
            said.append(of_body(line, quoted, about, author, argues, registry))
            continue
        first = id(line.note) not in opening
        number = opening.setdefault(id(line.note), line.block.number)
        if quoted:  # what goes on inside a passage that the note quotes says nothing alone
            continue
        each = of_note(line, first, heads[id(line.note)], number, about, registry)
        said.append(each)
        if each is not None and each.of is about:
            heads[id(line.note)] = None  # it speaks of something else from here on
    return said


def _front_matter(page: Layout) -> int:
    """Number of the last title line near the beginning: what stands above it is the publisher's."""
    titles = [line.block.number for line in page.lines[:12] if line.role == "title"]
    return titles[-1] if titles else 0


def _assemble_extraction(page: Layout, about: Thing, said: Sequence[Said], schema: Schema) -> Extraction:
    sections = {line.block.number: line.block.section for line in page.lines}
    related = [
        [
            (_under_heading(label, each.of, other, sections[each.blocks[0]]), other)
            for label, other in read_relations(each.of, each.text, each.mentions)
        ]
        for each in said
    ]
    used = [about, *(each.of for each in said), *(thing for pairs in related for _, thing in pairs)]
    things = list({id(thing): thing for thing in used}.values())
    about.summary = about.summary or _write_summary(page, about)
    statements = (
        (each.of, ProposedStatement("", each.kind, each.text, each.blocks, each.holder), pairs)
        for each, pairs in zip(said, related, strict=True)
    )
    return build_extraction(
        about.summary, things, statements, lambda thing, number: write_entity(thing, number, schema)
    )


def _under_heading(label: str, subject: Thing, other: Thing, section: str) -> str:
    """A work listed under 著作 on a person's page is that person's."""
    if (
        label == MENTIONS
        and (subject.sort, other.sort) == ("person", "work")
        and _WORKS_HEADING.match(section)
    ):
        return "author of"
    return label


def _write_summary(page: Layout, about: Thing) -> str:
    """One line on the document: what a note says of it, else its first real sentence."""
    for line in page.lines:
        if line.note is not None and _OF_THE_DOCUMENT.match(line.text):
            return _cut_short(line.text)
    first = next((line.text for line in page.lines if line.role == "body" and layout.is_prose(line)), "")
    return _cut_short(first) or about.name


def _cut_short(text: str) -> str:
    return text if len(text) <= _SUMMARY_LENGTH else text[: _SUMMARY_LENGTH - 1] + "…"
