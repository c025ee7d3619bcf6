"""Extraction from one document in Latin script: blocks in, entities and statements out, each with kind and
holder.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.curator.encyclopaedia.english import (
    definitions,
    dependent_sentences,
    dimensions,
    entity_register,
    links,
    names_in_sentence,
    principal,
    subjects,
    titles,
)
from wikic.curator.encyclopaedia.english.dependent_sentences import kept_blocks
from wikic.curator.encyclopaedia.english.entity_register import Named, Roster, is_guessed
from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.quote_cleanup import tidy_quote
from wikic.curator.encyclopaedia.english.vocabulary import Mention, load_pattern
from wikic.curator.encyclopaedia.things import Thing, Typed, build_extraction
from wikic.language.pack_files import UPPER
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity, StatementKind
from wikic.text import names, sentences

_ACCORDING: Final = load_pattern("according_to")
_CLAIMS: Final = load_pattern("claims")
_QUOTE = re.compile(r"[\"“](?P<inner>[^\"“”]{2,})[\"”]|^[\"“](?P<open>[^\"“”]{2,})$")
_SAID_BEFORE: Final = load_pattern("said_before")
_SAID_AFTER: Final = load_pattern("said_after")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_HOLDS: Final = load_pattern("holds_opinion")
_JUDGES: Final = load_pattern("judges")
_TURN: Final = re.compile(rf"(?:\[[^\]]*\] ?)?[{UPPER}][\w.’' -]{{0,40}}: ")
_QUOTED: Final = re.compile(r"[\"“][^\"“”]*[\"”]?|[\"”]")
_PREPOSITION: Final = load_pattern("preposition_before")
# Share of lines in quotation marks from which a work tells a story: its "I" is nobody the text names.
STORY: Final = 0.2


@dataclass(frozen=True, slots=True)
class Speech:
    """Who may speak in a document.

    principal: what it is about.
    author: who wrote it, where the document says so and tells no story; else None.
    """

    principal: Principal
    author: str | None

    def of(
        self, text: str, named: Sequence[tuple[Mention, object]], *, spoken: bool = False
    ) -> tuple[StatementKind, str | None]:
        """Kind and holder of a sentence that names ``named``; a fact has no holder, nor has anything whose
        holder no name of the text is.

        spoken: a quotation that opened in an earlier sentence goes on in it.
        """
        starts = [mention.start for mention, _ in named]
        said = _find_said(text, starts)
        if said is not None:
            return said
        work = self.principal.itself
        if work and spoken:
            return "quotation", None
        for quoted in _QUOTE.finditer(text):
            inner = quoted.group("inner") or quoted.group("open")
            if (work and len(inner) * 2 > len(text) and quoted.start() <= 1) or len(inner) + 4 > len(
                text
            ) > 12:
                return "quotation", None
        for said_by in (_ACCORDING, _CLAIMS):
            match = said_by.search(text)
            if match is not None and _names_speaker(text, match.start("holder"), match.end("holder"), starts):
                return "claim", match.group("holder").removeprefix("the ")
        if work and self.principal.sort == "work" and not _TURN.match(text):
            own = _QUOTED.sub(" ", text)
            if self.author is not None and (_HOLDS.search(own) or _JUDGES.search(own)):
                return "judgement", self.author
            if _HOLDS.search(own):
                return "claim", None
        return "fact", None


def _find_said(text: str, starts: Sequence[int]) -> tuple[StatementKind, str | None] | None:
    """A quotation whose speaker a name beside it is."""
    for quoted in _QUOTE.finditer(text):
        inner = quoted.group("inner") or quoted.group("open")
        if len(inner) <= 20 or _a_title(inner):
            continue
        after, before = _SAID_AFTER.match(text[quoted.end() :]), _SAID_BEFORE.search(text[: quoted.start()])
        found = [(after, "after", quoted.end()), (after, "before", quoted.end())] if after is not None else []
        found += [(before, "before", 0)] if before is not None else []
        for match, group, offset in found:
            start, end = match.start(group) + offset, match.end(group) + offset
            if match.group(group) is not None and _names_speaker(text, start, end, starts):
                holder = text[start:end]
                return "quotation", holder if holder.endswith(("Jr.", "Sr.")) else holder.rstrip(".")
    return None


def _names_speaker(text: str, start: int, end: int, starts: Sequence[int]) -> bool:
    """Whether the words from ``start`` are a name that the text gives somebody who speaks: recognised as one,
    no owner of what follows, and not what a preposition hangs on to ("a reporter for the Daily Post said").
    """
    if text[start:end].endswith(("'s", "’s")) or _PREPOSITION.search(text[:start].removesuffix("the ")):
        return bool(re.search(r"\b[Aa]ccording to $", text[:start].removesuffix("the ")))
    return start in starts


def tells_a_story(lines: Sequence[str], spoken: Sequence[bool]) -> bool:
    """Whether so many lines are speech that the text tells rather than argues."""
    told = sum(inside or line[:1] in '"“' for line, inside in zip(lines, spoken, strict=True))
    return told >= STORY * max(1, len(lines))


def _a_title(inner: str) -> bool:
    """Whether quoted words are written like a title ("Confessions of a Hollywood Director")."""
    long = _LONG_WORD.findall(inner)
    return bool(long) and 2 * sum(word[0].isupper() for word in long) > len(long)


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of one article; every kept block bears out at least one statement."""
    read = [(block, tidy_quote(block.text)) for block in kept_blocks(blocks)]
    quotes = [block for block, line in read if line]
    lines = [line for _, line in read if line]
    title = names.base(tidy_quote(article.title))
    found = [names_in_sentence.find_names(line, title) for line in lines]
    about = principal.decide_principal(article, lines, found)
    roster = Roster(about)
    named = entity_register.recognise_entities(lines, found, roster)
    statements = _read_statements(article, _Quotes(quotes, lines, named), about, roster)
    return _assemble_extraction(about, roster, statements, lines, schema)


@dataclass(frozen=True, slots=True)
class _Quotes:
    """The blocks that are quoted, each as a readable line, and the names in it."""

    blocks: list[Block]
    lines: list[str]
    named: list[Named]


def _read_statements(
    article: Article, quotes: _Quotes, about: Principal, roster: Roster
) -> list[tuple[Thing, ProposedStatement, Typed]]:
    lines, named = quotes.lines, quotes.named
    reading = subjects.Reading()
    aspect = dimensions.only_aspect(about.base)
    thread = dependent_sentences.open_thread(article.text)
    begins = [block.text[: dependent_sentences.PARAGRAPH_KEY] in thread.breaks for block in quotes.blocks]
    spoken = sentences.going_on(lines, begins)
    speech = Speech(about, _find_author(article, about, lines, spoken))
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
        typed = links.read_relations(line, named[at], subject, opening=at == 0)
        kind, holder = speech.of(line, named[at], spoken=spoken[at])
        if block.kind == "sentence" and kind == "fact" and not about.itself:
            leaning = _needs_previous(line, subject.text, named[at], lines[at - 1] if at else "")
            # On another page than the document's, "there" is nowhere.
            gone = subject.thing is not roster.principal
            leaning = leaning or (gone and dependent_sentences.speaks_of_elsewhere(line, named[at]))
            text, cited = thread.tell(block, subject.text, leaning=leaning)
        else:
            thread.drop()
            text, cited = lead.told(subject.text, block)
        lead.after(line, text, cited, block)
        if (kind, text) not in seen:
            seen.add((kind, text))
            result.append((subject.thing, ProposedStatement("", kind, text, cited, holder), typed))
    return result


def _find_author(article: Article, about: Principal, lines: list[str], spoken: list[bool]) -> str | None:
    """Whose the opinions of a text are: who its record or a byline names; nobody's where it tells a story."""
    if tells_a_story(lines, spoken):
        return None
    return article.author or (titles.find_byline(article.text) if about.itself else None)


def _needs_previous(line: str, text: str, named: Named, before: str) -> bool:
    """Whether the sentence ``line``, told as ``text``, needs the one before it."""
    shown = named if text is line else None
    return dependent_sentences.leans_on_previous(text, shown, before, dummy=subjects.opens_with_dummy(text))


def _assemble_extraction(
    about: Principal,
    roster: Roster,
    statements: list[tuple[Thing, ProposedStatement, Typed]],
    lines: list[str],
    schema: Schema,
) -> Extraction:
    others = [thing.name for thing in roster.things[1:]]
    summary = (about.definition.summary if about.definition is not None else "") or _opening_line(lines)
    return build_extraction(
        summary or about.title,
        roster.things,
        statements,
        lambda thing, number: _make_entity(thing, number, about, others, lines, schema),
    )


def _opening_line(lines: list[str]) -> str:
    """The first line that reads like a sentence, as a summary."""
    whole = next(
        (line for line in lines if len(line.split()) >= 6 and line[-1:] in ".!?" and not line.isupper()), ""
    )
    return definitions.cut_summary(whole or (lines[0] if lines else ""))


def _make_entity(
    thing: Thing, number: str, about: Principal, others: list[str], lines: list[str], schema: Schema
) -> Entity:
    dimension = dimensions.choose_directory("concept" if is_guessed(thing) else thing.sort, schema)
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
        summary = _opening_line(lines)
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
