"""From names in sentences to the things they mean, within one document."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english import dimensions, evidence
from wikic.curator.encyclopaedia.english.entity_register import Roster, Thing
from wikic.curator.encyclopaedia.english.mention import Mention
from wikic.curator.encyclopaedia.english.vocabulary import COUNTRIES, KNOWN_PLACES, pattern
from wikic.text import names

Named = list[tuple[Mention, Thing | None]]


_ADJECTIVE: Final = pattern("joined_adjective")
_FULL, _SINGLE, _OPENING = range(3)


def _step(mention: Mention) -> int:
    if " " in mention.name or mention.quoted:
        return _FULL
    return _OPENING if mention.weak else _SINGLE


def recognise(lines: list[str], found: list[list[Mention]], roster: Roster) -> list[Named]:
    """Every mention with the thing it means: full names, then single words, then those that only open
    a sentence.
    """
    result: list[Named] = [[(mention, None) for mention in each] for each in found]
    common = _lower_words(lines) if lines else frozenset()
    for step in (_FULL, _SINGLE, _OPENING):
        single = step != _FULL
        for at, named in enumerate(result):
            for slot, (mention, _) in enumerate(named):
                if _step(mention) != step or _ADJECTIVE.search(mention.name):
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
                    _note(thing, lines[at], mention, named[slot - 1] if slot else None)
                if slot and thing is not None and thing.name in COUNTRIES:
                    _with_country(lines[at], named[slot - 1], mention, thing)
                named[slot] = (mention, thing)
    for thing in roster.things:
        if (
            not thing.sure
            and thing.as_place
            and thing.as_place * (4 if _like_place(thing) else 2) >= thing.seen
        ):
            thing.sort = (
                "place"
                if thing.sort == "concept" or thing.as_place > 1 or thing.name.startswith(("St", "San"))
                else thing.sort
            )
    return [
        [pair for pair in named if pair[1] is not None or pair[0].weak or _bare(pair[0])] for named in result
    ]


def _like_place(thing: Thing) -> bool:
    """Whether few words that speak of a place are enough to make a thing one."""
    return (
        thing.sort == "concept"
        or thing.name.startswith("St")
        or (thing.as_place > 2 and not dimensions.is_given(thing.name.split()[0]))
    )


def _lower_words(lines: list[str]) -> frozenset[str]:
    return frozenset(word for line in lines for word in _LOWER_WORD.findall(line))


_LOWER_WORD = re.compile(r"(?<![\w’'-])[a-zà-ÿ]{3,}(?![\w-])")


def _ordinary(mention: Mention, line: str, common: frozenset[str]) -> bool:
    """Whether a single capitalised word stands in the text as an ordinary word too: "Fate", "Nature"."""
    if mention.quoted or mention.office or mention.name.casefold() not in common:
        return False
    sort, sure = dimensions.sort_of(mention, line[: mention.start])
    return not sure or sort == "concept"


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


def _note(thing: Thing, line: str, mention: Mention, previous: tuple[Mention, Thing | None] | None) -> None:
    """Take down what the words around one mention say of the thing."""
    before, after = line[: mention.start], line[mention.end :]
    thing.seen += 1
    thing.as_place += dimensions.leans_place(before)
    thing.personal = (
        thing.personal
        or evidence.personal(before, after)
        or evidence.around(mention.name, before) == "person"
        or (previous is not None and _among_persons(line, previous, mention))
    )
    said = evidence.role(before, after, thing.sort)
    if said and said not in thing.roles:
        thing.roles.append(said)


def _among_persons(line: str, before: tuple[Mention, Thing | None], mention: Mention) -> bool:
    """ "starring Ann Lee and Tom Moor": what a list joins to a person is one."""
    thing = before[1]
    gap = line[before[0].end : mention.start]
    return (
        gap in (", ", " and ", ", and ", " & ")
        and thing is not None
        and thing.sort == "person"
        and not thing.guessed
    )


_NUMERAL = re.compile(r"^[IVXL]+\.?$")


def _bare(mention: Mention) -> bool:
    """ "Robert", "Henry I": names that many people bear; without a surname or a land they are nobody's
    page.
    """
    words = mention.name.split()
    given = dimensions.is_given(words[0]) and not mention.quoted and words[0] not in KNOWN_PLACES
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
