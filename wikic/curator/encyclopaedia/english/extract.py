"""Extraction from one document in Latin script: blocks in, entities and statements out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wikic.curator.encyclopaedia.english import (
    definitions,
    dependent_sentences,
    dimensions,
    entity_register,
    links,
    names_in_sentence,
    principal,
    statement_kind,
    subjects,
    titles,
)
from wikic.curator.encyclopaedia.english.dependent_sentences import kept_blocks
from wikic.curator.encyclopaedia.english.entity_register import Named, Roster, is_guessed
from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.quote_cleanup import tidy
from wikic.curator.encyclopaedia.things import Thing, Typed, extraction
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity
from wikic.text import names, sentences


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of one article; every kept block bears out at least one statement."""
    read = [(block, tidy(block.text)) for block in kept_blocks(blocks)]
    quotes = [block for block, line in read if line]
    lines = [line for _, line in read if line]
    title = names.base(tidy(article.title))
    found = [names_in_sentence.find_names(line, title) for line in lines]
    about = principal.decide(article, lines, found)
    roster = Roster(about)
    named = entity_register.recognise(lines, found, roster)
    statements = _statements(article, _Quotes(quotes, lines, named), about, roster)
    return _assembled(about, roster, statements, lines, schema)


@dataclass(frozen=True, slots=True)
class _Quotes:
    """The blocks that are quoted, each as a readable line, and the names in it."""

    blocks: list[Block]
    lines: list[str]
    named: list[Named]


def _statements(
    article: Article, quotes: _Quotes, about: Principal, roster: Roster
) -> list[tuple[Thing, ProposedStatement, Typed]]:
    lines, named = quotes.lines, quotes.named
    reading = subjects.Reading()
    aspect = dimensions.only_aspect(about.base)
    thread = dependent_sentences.thread(article.text)
    begins = [block.text[: dependent_sentences.PARAGRAPH_KEY] in thread.breaks for block in quotes.blocks]
    spoken = sentences.going_on(lines, begins)
    speech = statement_kind.Speech(about, _author(article, about, lines, spoken))
    result: list[tuple[Thing, ProposedStatement, Typed]] = []
    seen: set[tuple[str, str]] = set()
    names_in = frozenset(word for each in named for mention, _ in each for word in mention.name.split())
    lead = dependent_sentences.Leads("" if about.itself and about.sort == "work" else about.base, names_in)
    for at, (block, line) in enumerate(zip(quotes.blocks, lines, strict=True)):
        if block.kind == "row":
            named[at] = [pair for pair in named[at] if line[pair[0].end : pair[0].end + 1] != ":"]
        subject = subjects.find_subject(line, named[at], about, roster.principal, reading)
        if at == 0 and not about.itself:
            # The first sentence of a description is about what it describes, whatever name it opens with.
            subject = (
                subjects.Subject(roster.principal, line, True) if about.definition is not None else subject
            )
            reading.about = (
                "principal" if subject.thing is roster.principal and subject.certain else reading.about
            )
        if subject.thing is roster.principal and aspect:
            subject = replace(subject, certain=False)
        typed = links.read(line, named[at], subject, opening=at == 0)
        kind, holder = speech.of(line, named[at], spoken=spoken[at])
        if block.kind == "sentence" and kind == "fact" and not about.itself:
            leaning = _leans(line, subject.text, named[at], lines[at - 1] if at else "")
            # On another page than the document's, "there" is nowhere.
            gone = subject.thing is not roster.principal
            leaning = leaning or (gone and dependent_sentences.elsewhere(line, named[at]))
            text, cited = thread.tell(block, subject.text, leaning=leaning)
        else:
            thread.drop()
            text, cited = lead.told(subject.text, block)
        lead.after(line, text, cited, block)
        if (kind, text) not in seen:
            seen.add((kind, text))
            result.append((subject.thing, ProposedStatement("", kind, text, cited, holder), typed))
    return result


def _author(article: Article, about: Principal, lines: list[str], spoken: list[bool]) -> str | None:
    """Whose the opinions of a text are: who its record or a byline names; nobody's where it tells a story."""
    if statement_kind.tells_a_story(lines, spoken):
        return None
    return article.author or (titles.byline(article.text) if about.itself else None)


def _leans(line: str, text: str, named: Named, before: str) -> bool:
    """Whether the sentence ``line``, told as ``text``, needs the one before it."""
    shown = named if text is line else None
    return dependent_sentences.leans(text, shown, before, dummy=subjects.opens_with_dummy(text))


def _assembled(
    about: Principal,
    roster: Roster,
    statements: list[tuple[Thing, ProposedStatement, Typed]],
    lines: list[str],
    schema: Schema,
) -> Extraction:
    others = [thing.name for thing in roster.things[1:]]
    summary = (about.definition.summary if about.definition is not None else "") or _opening(lines)
    return extraction(
        summary or about.title,
        roster.things,
        statements,
        lambda thing, number: _entity(thing, number, about, others, lines, schema),
    )


def _opening(lines: list[str]) -> str:
    """The first line that reads like a sentence, as a summary."""
    whole = next(
        (line for line in lines if len(line.split()) >= 6 and line[-1:] in ".!?" and not line.isupper()), ""
    )
    return definitions.summary(whole or (lines[0] if lines else ""))


def _entity(
    thing: Thing, number: str, about: Principal, others: list[str], lines: list[str], schema: Schema
) -> Entity:
    dimension = dimensions.home("concept" if is_guessed(thing) else thing.sort, schema)
    if not thing.principal:
        found = titles.vetted_aliases(thing.aliases, thing.name, sort=thing.sort)
        return Entity(
            number, thing.name, dimension, thing.disambiguator, found, tuple(thing.roles), thing.summary
        )
    own = [about.base] if about.disambiguator and not about.itself else []
    given = titles.vetted_aliases([*own, *about.candidates], about.title, sort=about.sort, others=others)
    definition = about.definition
    summary = definition.summary if definition is not None else ""
    if not summary and about.itself:
        summary = _opening(lines)
    return Entity(
        number,
        about.title,
        dimension,
        about.disambiguator,
        given,
        definition.tags if definition is not None else (),
        summary,
        principal=True,
        self_=about.itself,
    )
