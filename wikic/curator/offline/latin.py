"""Extraction from one document in Latin script: blocks in, entities and statements out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.offline import (
    aliases,
    definitions,
    dimensions,
    mentions,
    principal,
    relations,
    subjects,
    voice,
)
from wikic.curator.offline.keep import kept
from wikic.curator.offline.mentions import Mention
from wikic.curator.offline.principal import Principal
from wikic.curator.offline.roster import Roster, Thing
from wikic.curator.offline.tidy import tidy
from wikic.curator.offline.vocabulary.given import EITHER, FEMALE, MALE
from wikic.curator.offline.vocabulary.lands import CITIES, COUNTRIES, STATES
from wikic.curator.offline.vocabulary.nouns import Sort
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity, Relation
from wikic.text import names
from wikic.text.relations import MENTIONS

Named = list[tuple[Mention, Thing | None]]
Typed = list[tuple[str, Thing]]

# What a relation says about the kind of its other end, where the name itself does not.
_IMPLIES: Final[tuple[tuple[Sort, tuple[str, ...]], ...]] = (
    (
        "person",
        (
            "directed by",
            "written by",
            "composed by",
            "edited by",
            "translated by",
            "starring",
            "student of",
            *sorted(relations.KIN_LABELS),
        ),
    ),
    (
        "place",
        (
            "born in",
            "died in",
            "buried in",
            "located in",
            "capital of",
            "capital",
            "tributary of",
            "headquartered in",
            "borders",
            "ruler of",
            "lived in",
        ),
    ),
    ("organization", ("educated at", "played for", "published by", "distributed by", "worked for")),
    ("work", ("starred in", "director of", "author of", "composer of")),
)
_IMPLIED: Final = {label: sort for sort, labels in _IMPLIES for label in labels}


def extract(article: Article, blocks: Sequence[Block], schema: Schema) -> Extraction:
    """Entities and statements of one article; every kept block bears out at least one statement."""
    quotes = [block for block in kept(blocks) if tidy(block.text)]
    lines = [tidy(block.text) for block in quotes]
    title = names.base(tidy(article.title))
    voice_is_first = principal.first_person(lines)
    found = [mentions.find(line, title, first_person=voice_is_first) for line in lines]
    about = principal.decide(article, lines, found)
    roster = Roster(about)
    named = _recognise(lines, found, roster)
    statements = _statements(article, quotes, lines, named, about, roster)
    return _assembled(about, roster, statements, lines, schema)


_FULL, _SINGLE, _OPENING = range(3)


def _step(mention: Mention) -> int:
    if " " in mention.name or mention.quoted:
        return _FULL
    return _OPENING if mention.weak else _SINGLE


def _recognise(lines: list[str], found: list[list[Mention]], roster: Roster) -> list[Named]:
    """Every mention with the thing it means: full names, then single words, then those that only open a sentence."""
    found_names = frozenset(mention.name for each in found for mention in each)
    result: list[Named] = [[(mention, None) for mention in _cleaned(each, found_names)] for each in found]
    common = _lower_words(lines) if lines else frozenset()
    itself = roster.principal.self_
    given = _recurring(found) if itself else frozenset()
    for step in (_FULL, _SINGLE, _OPENING):
        single = step != _FULL
        for at, named in enumerate(result):
            for slot, (mention, _) in enumerate(named):
                if _step(mention) != step:
                    continue
                if single and mention.name in given:
                    named[slot] = (mention, roster.character(mention))
                    continue
                thing = roster.resolve(mention)
                if (
                    thing is None
                    and slot
                    and (whole := _acronym(lines[at], named[slot - 1], mention)) is not None
                ):
                    thing = roster.alias(mention.name, whole)
                if (
                    thing is None
                    and not (single and roster.ambiguous(mention))
                    and not mention.weak
                    and not _bare(mention)
                ):
                    if single and _ordinary(mention, lines[at], common):
                        continue
                    sort, sure = dimensions.sort_of(mention, lines[at][: mention.start])
                    if not sure and slot and _after_place(lines[at], named[slot - 1], mention):
                        sort = "place"
                    thing = roster.add(mention, sort, sure)
                if thing is not None:
                    thing.seen += 1
                    thing.as_place += dimensions.leans_place(lines[at][: mention.start])
                if slot and thing is not None and thing.name in COUNTRIES:
                    _with_country(lines[at], named[slot - 1], mention, thing)
                named[slot] = (mention, thing)
    for thing in roster.things:
        if (
            not thing.sure
            and thing.as_place
            and thing.as_place * (4 if thing.sort == "concept" or thing.name.startswith("St") else 2)
            >= thing.seen
        ):
            thing.sort = (
                "place"
                if thing.sort == "concept" or thing.as_place > 1 or thing.name.startswith(("St", "San"))
                else thing.sort
            )
    return [[pair for pair in named if pair[1] is not None or pair[0].weak] for named in result]


def _cleaned(found: list[Mention], known: frozenset[str]) -> list[Mention]:
    """ "Poor Tregeagle" at the start of a sentence is Tregeagle, where the text has that name by itself."""
    result: list[Mention] = []
    for mention in found:
        first, _, rest = mention.name.partition(" ")
        if (
            mention.opens
            and rest in known
            and mention.alias is None
            and not dimensions.is_given(first)
            and not first.endswith(".")
        ):
            mention = replace(mention, name=rest, start=mention.end - len(rest), opens=False)
        result.append(mention)
    return result


def _lower_words(lines: list[str]) -> frozenset[str]:
    return frozenset(word for line in lines for word in _LOWER_WORD.findall(line))


_LOWER_WORD = re.compile(r"(?<![\w’'-])[a-zà-ÿ]{3,}(?![\w-])")


def _ordinary(mention: Mention, line: str, common: frozenset[str]) -> bool:
    """Whether a single capitalised word stands in the text as an ordinary word too: "Fate", "Nature"."""
    if mention.quoted or mention.office or mention.name.casefold() not in common:
        return False
    sort, sure = dimensions.sort_of(mention, line[: mention.start])
    return not sure or sort == "concept"


# A bare given name this often in one work is a character of it; page identity comes from the work's title.
_CHARACTER: Final = 3


def _recurring(found: list[list[Mention]]) -> frozenset[str]:
    counts: dict[str, int] = {}
    for mention in (each for named in found for each in named):
        if " " not in mention.name and not mention.quoted and dimensions.is_given(mention.name):
            counts[mention.name] = counts.get(mention.name, 0) + 1
    return frozenset(
        name
        for name, count in counts.items()
        if count >= _CHARACTER and name not in COUNTRIES | STATES | CITIES
    )


def _acronym(line: str, before: tuple[Mention, Thing | None], mention: Mention) -> Thing | None:
    """The thing that "(WHO)" behind its full name abbreviates."""
    whole, thing = before
    letters = re.sub(r"[^A-Z]", "", mention.name.rstrip("s"))
    if (
        thing is None
        or len(letters) < 2
        or not mention.name.isupper()
        or line[whole.end : mention.start] != " ("
    ):
        return None
    initials = "".join(word[0] for word in re.findall(r"[^\W\d_]+", whole.name) if word[0].isupper())
    if letters != initials and not (letters[0] == initials[:1] and set(letters) <= set(whole.name.upper())):
        return None
    return thing


_NUMERAL = re.compile(r"^[IVXL]+\.?$")


def _bare(mention: Mention) -> bool:
    """ "Robert", "Henry I": names that many people bear; without a surname or a land they are nobody's page."""
    words = mention.name.split()
    given = (
        dimensions.is_given(words[0]) and not mention.quoted and words[0] not in COUNTRIES | STATES | CITIES
    )
    return given and (len(words) == 1 or (len(words) == 2 and _NUMERAL.match(words[1]) is not None))


def _with_country(line: str, before: tuple[Mention, Thing | None], mention: Mention, country: Thing) -> None:
    """ "Florence, Italy" is another name of Florence."""
    thing = before[1]
    if (
        thing is not None
        and thing.sort == "place"
        and not thing.principal
        and line[before[0].end : mention.start] == ", "
    ):
        name = f"{before[0].name}, {country.name}"
        if name not in thing.aliases and not names.conflict(name, thing.name):
            thing.aliases.append(name)


def _after_place(line: str, before: tuple[Mention, Thing | None], mention: Mention) -> bool:
    """ "Rainbow Theatre, London": what follows a place or an institution after a comma is where it is."""
    thing = before[1]
    if (
        thing is None
        or thing.sort not in ("place", "organization")
        or thing.principal
        or line[before[0].end : mention.start] != ", "
    ):
        return False
    return (
        line[mention.end : mention.end + 1] in (",", ".", "", ")", ";", " ")
        and " and " not in line[mention.end : mention.end + 5]
    )


def _statements(
    article: Article,
    quotes: list[Block],
    lines: list[str],
    named: list[Named],
    about: Principal,
    roster: Roster,
) -> list[tuple[Thing, ProposedStatement, Typed]]:
    reading = subjects.Reading()
    result: list[tuple[Thing, ProposedStatement, Typed]] = []
    seen: set[tuple[str, str]] = set()
    lead: tuple[str, int] | None = None
    for at, (block, line) in enumerate(zip(quotes, lines, strict=True)):
        if block.kind == "row":
            named[at] = [pair for pair in named[at] if line[pair[0].end : pair[0].end + 1] != ":"]
        subject = subjects.find(line, named[at], about, roster.principal, reading)
        if at == 0 and not about.itself:
            # The first sentence of a description is about what it describes, whatever name it opens with.
            subject = (
                subjects.Subject(roster.principal, line, True) if about.definition is not None else subject
            )
            reading.about = (
                "principal" if subject.thing is roster.principal and subject.certain else reading.about
            )
        typed, asides = _relations(line, named[at], subject, opening=at == 0)
        kind, holder = voice.of(line, about, article.author)
        text, cited = _with_lead(subject.text, block, lead)
        if block.kind == "sentence":
            lead = (text, block.number) if line.endswith(":") and len(line) <= MAX_LEAD else None
        if (kind, text) not in seen:
            seen.add((kind, text))
            result.append((subject.thing, ProposedStatement("", kind, text, cited, holder), typed))
        for thing, aside, relation in asides:
            if ("fact", aside) not in seen:
                seen.add(("fact", aside))
                result.append((thing, ProposedStatement("", "fact", aside, (block.number,)), relation))
    return result


# Longer introductions would drown the item they introduce.
MAX_LEAD: Final = 160


def _with_lead(text: str, block: Block, lead: tuple[str, int] | None) -> tuple[str, tuple[int, ...]]:
    """A list item after the sentence that introduces it: "They had two children: Otto"."""
    if block.kind != "item" or lead is None:
        return text, (block.number,)
    return f"{lead[0]} {text}", (lead[1], block.number)


def _relations(
    line: str, named: Named, subject: subjects.Subject, *, opening: bool
) -> tuple[Typed, list[tuple[Thing, str, Typed]]]:
    """Relations from the subject to every other thing of the sentence, and asides about those things."""
    typed: Typed = []
    asides: list[tuple[Thing, str, Typed]] = []
    bracket = _life_bracket(line) if opening and subject.thing.sort == "person" else None
    end, last, holder = 0, (), None  # type: int, tuple[str, ...], Thing | None
    before: Thing | None = None
    called = ""  # by what name the sentence calls ``before``
    start = True  # no other name has been passed
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
            if (
                not found
                and gap.strip(' "') == "by"
                and "based on" in line[max(0, mention.start - 80) : mention.start]
            ):
                found = ("based on",)
            if (
                line[mention.end : mention.end + 2] in ("'s", "’s")
                and found
                and found[0] not in ("based on", "part of")
            ):
                found = ()  # "Cheyney's creation" is not Cheyney
            if subject.kin and not (found and found[0] in relations.KIN_LABELS and (last or start)):
                found = ()
            start = False
        if holder is not None and found and holder is not thing and holder is not subject.thing:
            aside = _aside(called, mention.name, found[0]) if holder.sure or " " in called else None
            if aside is not None:
                asides.append((holder, aside, [(found[0], thing)]))
            last, before = found, thing
            typed.append((MENTIONS, thing))
            continue
        for label in _gendered(found, mention, thing):
            typed.append((label, thing))
            implied = _IMPLIED.get(label)
            if implied is not None and not thing.sure and not thing.principal:
                thing.sort, thing.sure = implied, True
        if not found:
            typed.append((MENTIONS, thing))
        last, before = found, thing
        if holder is None:
            called = mention.name
    return _unique(typed), asides


def _labels(
    gap: str,
    mention: Mention,
    thing: Thing,
    subject: Thing,
    before: Thing | None,
    last: tuple[str, ...],
    holder: Thing | None,
) -> tuple[tuple[str, ...], Thing | None]:
    """Labels for one name, and the thing they are read from if it is not the subject."""
    spouse = _THEIR_SPOUSE.search(gap)
    if spouse is not None and last and last[0] == "parent" and before is not None:
        return (("mother",) if spouse.group(1) in ("wife", "mistress", "consort") else ("father",)), None
    if before is not None and before is not subject and before.sort == "person" and _ASIDE.match(gap):
        if last and last[0] in relations.KIN_LABELS:
            found = relations.labels(
                gap, _kind(thing), before.sort, office=mention.office, quoted=mention.quoted
            )
            if found and found[0] in relations.KIN_LABELS:
                return found, before
    if last and thing.sort in ("place", "concept") and relations.within(gap, last[0]):
        return last, holder
    if (
        last
        and relations.coordinates(gap)
        and not (last[0] in relations.KIN_LABELS and re.search(r"\b(?:to|with)\b", gap))
        and not (subject.sort == "person" and relations.kin(gap))
    ):
        if _fits(last, thing):
            return last, holder
        return (), None
    return relations.labels(
        gap, _kind(thing), subject.sort, office=mention.office, quoted=mention.quoted
    ), None


def _kind(thing: Thing) -> Sort:
    """Two capitalised words are a person by default; where that is all there is, the cue decides."""
    return "concept" if thing.sort == "person" and not thing.sure else thing.sort


_THEIR_SPOUSE = re.compile(
    r"(?:^|,| and| by| with| of)\s(?:and |by |with |of )*(?:his|her) (?:[\w-]+ ){0,3}?(wife|husband"
    r"|mistress|consort)\b,?[^.;:]{0,30}$"
)
_ASIDE = re.compile(
    r"^(?:(?:, [^,]{1,60})?,|\s*\([^()]*\),?) (?:the |who was the |a |an |and )?(?:[\w-]+ ){0,4}?"
    r"(?:daughter|son|sister|brother|widow|widower|niece|nephew|granddaughter|grandson|cousin|wife"
    r"|mother|father) (?:of|to)\b"
)


def _fits(last: tuple[str, ...], thing: Thing) -> bool:
    """Whether a coordinated name can bear the label of the one before it."""
    wanted = _IMPLIED.get(last[0])
    if wanted is None or thing.sort == wanted or not thing.sure:
        return True
    return last[0] in (
        "born in",
        "died in",
        "educated at",
        "played for",
        "worked for",
        "published by",
        "written by",
    ) and thing.sort in ("place", "organization")


def _gendered(found: tuple[str, ...], mention: Mention, thing: Thing) -> tuple[str, ...]:
    """ "parent" as father or mother, where the name leaves no doubt."""
    if found != ("parent",):
        return found
    words = (mention.alias or thing.name).split()
    for word in words[:2]:
        if word in (
            "King",
            "Duke",
            "Prince",
            "Count",
            "Emperor",
            "Sir",
            "Lord",
            "Baron",
            "Earl",
            "Sultan",
            "Tsar",
            "Archduke",
            "Landgrave",
            "Margrave",
        ):
            return ("father",)
        if word in (
            "Queen",
            "Duchess",
            "Princess",
            "Countess",
            "Empress",
            "Lady",
            "Dame",
            "Baroness",
            "Archduchess",
        ):
            return ("mother",)
        if word in EITHER:
            return found
        if word in MALE:
            return ("father",)
        if word in FEMALE:
            return ("mother",)
    if re.search(
        (
            r", (?:\d+\w\w )?(?:\w+ )?(?:King|Duke|Prince|Count|Emperor|Lord|Baron|Earl|Elector"
            r"|Landgrave|Margrave|Viscount|Marquess)\b"
        ),
        thing.name,
    ):
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
    if (
        (thing.sort == "person" and thing.sure)
        or thing.sort == "work"
        or (re.search(r"(?:born|née|né|as|:|title|name) $", around) and "in " not in around[-4:])
    ):
        return ()
    if line[mention.end : mention.end + 1] == ":" or (
        ";" in piece and mention.start < start + piece.rindex(";")
    ):
        return ()
    side = line[start : mention.start] if mention.start < middle else line[middle : mention.start]
    dated = _YEAR.search(
        line, start if mention.start < middle else middle, middle if mention.start < middle else end
    )
    if dated is None and "born" not in side:
        return ()
    return ("born in",) if mention.start < middle else ("died in",)


_ASIDE_NOUN: Final = {
    "father": "a child",
    "mother": "a child",
    "parent": "a child",
    "sibling": "a sibling",
    "child": "a parent",
    "spouse": "the spouse",
    "grandparent": "a grandchild",
}


def _aside(holder: str, other: str, label: str) -> str | None:
    """What a sentence says in passing of two others, in the names it gives them; one bare name says too little."""
    noun = _ASIDE_NOUN.get(label)
    return f"{holder} was {noun} of {other}." if noun and " " in holder and " " in other else None


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
    about: Principal,
    roster: Roster,
    statements: list[tuple[Thing, ProposedStatement, Typed]],
    lines: list[str],
    schema: Schema,
) -> Extraction:
    ids = {id(thing): f"e{number}" for number, thing in enumerate(roster.things, 1)}
    others = [thing.name for thing in roster.things[1:]]
    entities = tuple(_entity(thing, ids[id(thing)], about, others, lines, schema) for thing in roster.things)
    proposed = tuple(
        ProposedStatement(
            ids[id(thing)],
            each.kind,
            each.text,
            each.blocks,
            each.holder,
            tuple(Relation(label, ids[id(other)]) for label, other in typed if other is not thing),
        )
        for thing, each, typed in statements
    )
    summary = entities[0].summary or _opening(lines)
    return Extraction(summary or about.title, entities, proposed)


def _opening(lines: list[str]) -> str:
    """The first line that reads like a sentence, as a summary."""
    whole = next(
        (line for line in lines if len(line.split()) >= 6 and line[-1:] in ".!?" and not line.isupper()), ""
    )
    return definitions.summary(whole or (lines[0] if lines else ""))


def _entity(
    thing: Thing, number: str, about: Principal, others: list[str], lines: list[str], schema: Schema
) -> Entity:
    dimension = dimensions.home(thing.sort, schema)
    if not thing.principal:
        found = aliases.vetted(thing.aliases, thing.name, person=thing.sort == "person")
        return Entity(number, thing.name, dimension, thing.disambiguator, found, (), thing.summary)
    person = about.sort == "person"
    own = [about.base] if about.disambiguator and not about.itself else []
    given = aliases.vetted([*own, *about.candidates], about.title, person=person, others=others)
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
