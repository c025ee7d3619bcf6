"""Extraction from one document in Latin script: blocks in, entities and statements out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.offline import aliases, definitions, dimensions, mentions, principal, relations, subjects, voice
from wikic.curator.offline.keep import kept
from wikic.curator.offline.mentions import Mention
from wikic.curator.offline.principal import Principal
from wikic.curator.offline.roster import Roster, Thing
from wikic.curator.offline.tidy import tidy
from wikic.curator.offline.vocabulary.given import EITHER, FEMALE, MALE
from wikic.curator.offline.vocabulary.nouns import Sort
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity, Relation
from wikic.text.relations import MENTIONS

Named = list[tuple[Mention, Thing | None]]
Typed = list[tuple[str, Thing]]

# What a relation says about the kind of its other end, where the name itself does not.
_IMPLIES: Final[tuple[tuple[Sort, tuple[str, ...]], ...]] = (
    ("person", ("directed by", "written by", "composed by", "edited by", "translated by", "starring", "student of", *sorted(relations.KIN_LABELS))),
    ("place", ("born in", "died in", "buried in", "located in", "capital of", "capital", "tributary of", "headquartered in", "borders", "ruler of", "lived in")),
    ("organization", ("educated at", "played for", "published by", "distributed by", "worked for")),
    ("work", ("starred in", "director of", "author of", "composer of")),
)  # fmt: skip
_IMPLIED: Final = {label: sort for sort, labels in _IMPLIES for label in labels}


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of one article; every kept block bears out at least one statement."""
    quotes = [block for block in kept(blocks) if tidy(block.text)]
    lines = [tidy(block.text) for block in quotes]
    found = [mentions.find(line) for line in lines]
    about = principal.decide(article, lines, found)
    roster = Roster(about)
    named = _recognise(lines, found, roster)
    statements = _statements(article, quotes, lines, named, about, roster)
    return _assembled(about, roster, statements, lines, schema)


def _recognise(lines: list[str], found: list[list[Mention]], roster: Roster) -> list[Named]:
    """Every mention with the thing it means; full names first, so that short forms find them."""
    result: list[Named] = [[(mention, None) for mention in each] for each in found]
    for single in (False, True):
        for at, named in enumerate(result):
            for slot, (mention, _) in enumerate(named):
                if (" " not in mention.name and not mention.quoted) != single:
                    continue
                thing = roster.resolve(mention)
                if thing is None and not (single and roster.ambiguous(mention)) and not mention.weak:
                    sort, sure = dimensions.sort_of(mention, lines[at][: mention.start])
                    thing = roster.add(mention, sort, sure)
                named[slot] = (mention, thing)
    return [[pair for pair in named if pair[1] is not None or pair[0].weak] for named in result]


def _statements(
    article: Article, quotes: list[Block], lines: list[str], named: list[Named], about: Principal, roster: Roster
) -> list[tuple[Thing, ProposedStatement, Typed]]:
    reading = subjects.Reading()
    result: list[tuple[Thing, ProposedStatement, Typed]] = []
    seen: set[tuple[str, str]] = set()
    for at, (block, line) in enumerate(zip(quotes, lines, strict=True)):
        subject = subjects.find(line, named[at], about, roster.principal, reading)
        if at == 0 and not about.itself:
            # The first sentence of a description is about what it describes, whatever name it opens with.
            subject = subjects.Subject(roster.principal, line, True) if about.definition is not None else subject
            reading.about = "principal" if subject.thing is roster.principal and subject.certain else reading.about
        typed, asides = _relations(line, named[at], subject, opening=at == 0)
        kind, holder = voice.of(line, about, article.author)
        text = subject.text
        if (kind, text) not in seen:
            seen.add((kind, text))
            result.append((subject.thing, ProposedStatement("", kind, text, (block.number,), holder), typed))
        for thing, aside, relation in asides:
            if ("fact", aside) not in seen:
                seen.add(("fact", aside))
                result.append((thing, ProposedStatement("", "fact", aside, (block.number,)), relation))
    return result


def _relations(
    line: str, named: Named, subject: subjects.Subject, *, opening: bool
) -> tuple[Typed, list[tuple[Thing, str, Typed]]]:
    """Relations from the subject to every other thing of the sentence, and asides about those things."""
    typed: Typed = []
    asides: list[tuple[Thing, str, Typed]] = []
    bracket = _life_bracket(line) if opening and subject.thing.sort == "person" else None
    end, last, holder = 0, (), None  # type: int, tuple[str, ...], Thing | None
    before: Thing | None = None
    for mention, thing in named:
        gap = line[end : mention.start]
        end = mention.end
        if thing is None or thing is subject.thing:
            last, holder, before = (), None, thing
            continue
        found: tuple[str, ...] = ()
        if bracket is not None and bracket[0] < mention.start < bracket[2]:
            found = _in_bracket(line, mention, thing, bracket)
        elif subject.certain:
            found, holder = _labels(gap, mention, thing, subject.thing, before, last, holder)
        if holder is not None and found and holder is not thing and holder is not subject.thing:
            aside = _aside(holder, thing, found[0])
            if aside is not None:
                asides.append((holder, aside, [(found[0], thing)]))
            last, before = found, thing
            typed.append((MENTIONS, thing))
            continue
        found = _gendered(found, mention, thing)
        for label in found:
            typed.append((label, thing))
            implied = _IMPLIED.get(label)
            if implied is not None and not thing.sure and not thing.principal:
                thing.sort, thing.sure = implied, True
        if not found:
            typed.append((MENTIONS, thing))
        last, before = found, thing
    return _unique(typed), asides


def _labels(
    gap: str, mention: Mention, thing: Thing, subject: Thing, before: Thing | None, last: tuple[str, ...], holder: Thing | None
) -> tuple[tuple[str, ...], Thing | None]:
    """Labels for one name, and the thing they are read from if it is not the subject."""
    spouse = _THEIR_SPOUSE.search(gap)
    if spouse is not None and last and last[0] in ("parent", "father", "mother") and before is not None:
        return (("mother",) if spouse.group(1) in ("wife", "mistress", "consort") else ("father",)), None
    if before is not None and before is not subject and before.sort == "person" and _ASIDE.match(gap):
        if last and last[0] in relations.KIN_LABELS:
            found = relations.labels(gap, thing.sort, before.sort, office=mention.office, quoted=mention.quoted)
            if found and found[0] in relations.KIN_LABELS:
                return found, before
    if last and relations.coordinates(gap):
        if _fits(last, thing):
            return last, holder
        return (), None
    return relations.labels(gap, thing.sort, subject.sort, office=mention.office, quoted=mention.quoted), None


_THEIR_SPOUSE = re.compile(r"(?:^|,| and| by| with)\s(?:and |by |with )?(?:his|her) (?:[\w-]+ ){0,3}?(wife|husband|mistress|consort)\b,?[^.;:]{0,30}$")
_ASIDE = re.compile(r"^(?:, [^,]{1,60})?, (?:the |who was the |a |an |and )?(?:[\w-]+ ){0,4}?(?:daughter|son|sister|brother|widow|widower|niece|nephew|granddaughter|grandson|cousin|wife|mother|father) (?:of|to)\b")


def _fits(last: tuple[str, ...], thing: Thing) -> bool:
    """Whether a coordinated name can bear the label of the one before it."""
    wanted = _IMPLIED.get(last[0])
    if wanted is None or thing.sort == wanted or not thing.sure:
        return True
    return last[0] in ("born in", "died in", "educated at", "played for", "worked for", "published by", "written by") and thing.sort in ("place", "organization")


def _gendered(found: tuple[str, ...], mention: Mention, thing: Thing) -> tuple[str, ...]:
    """"parent" as father or mother, where the name leaves no doubt."""
    if found != ("parent",):
        return found
    words = (mention.alias or thing.name).split()
    for word in words[:2]:
        if word in ("King", "Duke", "Prince", "Count", "Emperor", "Sir", "Lord", "Baron", "Earl", "Sultan", "Tsar", "Archduke", "Landgrave", "Margrave"):
            return ("father",)
        if word in ("Queen", "Duchess", "Princess", "Countess", "Empress", "Lady", "Dame", "Baroness", "Archduchess"):
            return ("mother",)
        if word in EITHER:
            return found
        if word in MALE:
            return ("father",)
        if word in FEMALE:
            return ("mother",)
    if re.search(r", (?:\d+\w\w )?(?:\w+ )?(?:King|Duke|Prince|Count|Emperor|Lord|Baron|Earl|Elector|Landgrave|Margrave|Viscount|Marquess)\b", thing.name):
        return ("father",)
    return found


_YEAR = re.compile(r"\b\d{3,4}\b")
_DIED = re.compile(r"\s[–—-]\s?|[–—]|\bdied\b|\bd\.|†")


def _life_bracket(line: str) -> tuple[int, int, int] | None:
    """Start, the dash or "died", and end of the bracket that tells when and where somebody lived."""
    start = line.find("(")
    end = line.find(")", start)
    if start < 0 or end < 0 or start > 160 or not _YEAR.search(line, start, end):
        return None
    dash = _DIED.search(line, start, end)
    return start, dash.start() if dash else end, end


def _in_bracket(line: str, mention: Mention, thing: Thing, bracket: tuple[int, int, int]) -> tuple[str, ...]:
    start, middle, end = bracket
    piece = line[start:end]
    around = line[max(start, mention.start - 14) : mention.start]
    if thing.sort == "person" and thing.sure or thing.sort == "work" or re.search(r"(?:born|née|né|as|:|title|name) $", around) and "in " not in around[-4:]:
        return ()
    if line[mention.end : mention.end + 1] == ":" or (";" in piece and mention.start < start + piece.rindex(";")):
        return ()
    side = line[start : mention.start] if mention.start < middle else line[middle : mention.start]
    dated = _YEAR.search(line, start if mention.start < middle else middle, middle if mention.start < middle else end)
    if dated is None and "born" not in side:
        return ()
    return ("born in",) if mention.start < middle else ("died in",)


_ASIDE_NOUN: Final = {"father": "a child", "mother": "a child", "parent": "a child", "sibling": "a sibling", "child": "a parent", "spouse": "the spouse",
                      "grandparent": "a grandchild"}  # fmt: skip


def _aside(holder: Thing, thing: Thing, label: str) -> str | None:
    noun = _ASIDE_NOUN.get(label)
    return f"{holder.name} was {noun} of {thing.name}." if noun else None


def _unique(typed: Typed) -> Typed:
    """Each pair once; no bare mention beside a typed relation to the same thing."""
    known = {id(thing) for label, thing in typed if label != MENTIONS}
    result: Typed = []
    seen: set[tuple[str, int]] = set()
    for label, thing in typed:
        key = (label, id(thing))
        if key in seen or (label == MENTIONS and id(thing) in known):
            continue
        seen.add(key)
        result.append((label, thing))
    return result


def _assembled(
    about: Principal, roster: Roster, statements: list[tuple[Thing, ProposedStatement, Typed]], lines: list[str], schema: Schema
) -> Extraction:
    ids = {id(thing): f"e{number}" for number, thing in enumerate(roster.things, 1)}
    names = [thing.name for thing in roster.things[1:]]
    entities = tuple(_entity(thing, ids[id(thing)], about, names, lines, schema) for thing in roster.things)
    proposed = tuple(
        ProposedStatement(
            ids[id(thing)], each.kind, each.text, each.blocks, each.holder,
            tuple(Relation(label, ids[id(other)]) for label, other in typed if other is not thing),
        )
        for thing, each, typed in statements
    )  # fmt: skip
    summary = entities[0].summary or (definitions.summary(lines[0]) if lines else "")
    return Extraction(summary or about.title, entities, proposed)


def _entity(thing: Thing, number: str, about: Principal, others: list[str], lines: list[str], schema: Schema) -> Entity:
    dimension = dimensions.home(thing.sort, schema)
    if not thing.principal:
        found = aliases.vetted(thing.aliases, thing.name, person=thing.sort == "person")
        return Entity(number, thing.name, dimension, None, found, (), thing.summary)
    person = about.sort == "person"
    own = [about.base] if about.disambiguator and not about.itself else []
    given = aliases.vetted([*own, *about.candidates], about.title, person=person, others=others)
    definition = about.definition
    summary = definition.summary if definition is not None else ""
    if not summary and about.itself and lines:
        summary = definitions.summary(lines[0])
    return Entity(
        number, about.title, dimension, about.disambiguator, given, definition.tags if definition is not None else (),
        summary, principal=True, self_=about.itself,
    )  # fmt: skip
