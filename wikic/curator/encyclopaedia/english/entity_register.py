"""The entities of one document while it is read: from names in sentences to the things they mean.

Who is already known, and which short form means whom.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english import dimensions
from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.vocabulary import (
    COMMON,
    COUNTRIES,
    FEMALE,
    GIVEN,
    KNOWN_PLACES,
    MALE,
    Mention,
    load_pattern,
    load_words,
)
from wikic.curator.encyclopaedia.things import Sort, Thing
from wikic.language import pack
from wikic.text import names
from wikic.text.normalise import fold_name

_FORMS: Final = pack("en").ranks | pack("en").addresses
_OF_WOMEN: Final = load_words("forms_of_women")
_OF_MEN: Final = load_words("forms_of_men")
_NUMERAL = re.compile(r"^[IVXL]+$|^(?:Jr|Sr)\.?$")


def is_guessed(thing: Thing) -> bool:
    """Whether its capitals alone make a person of a thing."""
    first = thing.name.split()[0]
    known = thing.sure or thing.personal or bool(thing.roles) or len(thing.aliases) > 0
    return thing.sort == "person" and not known and first not in GIVEN and first.casefold() not in _FORMS


class Roster:
    """Things by name and by short form."""

    def __init__(self, principal: Principal) -> None:
        self.principal = Thing(principal.title, principal.sort, True, principal=True, self_=principal.itself)
        self.things: list[Thing] = [self.principal]
        self._by_name: dict[str, Thing] = {}
        self._by_word: dict[str, list[Thing]] = {}
        # Descriptions call the person they are about by the bare surname, relatives by their full names.
        words = principal.base.split(",")[0].split()
        plain = principal.sort == "person" and len(words) > 1 and " of " not in principal.base
        self._surname = words[-1] if plain and not principal.itself and not _NUMERAL.match(words[-1]) else ""
        if principal.itself:
            self._by_name[fold_name(principal.title)] = self.principal
            return
        head = principal.base.split(",")[0]
        for name in (principal.title, principal.base, head, *principal.candidates):
            self._by_name.setdefault(fold_name(name), self.principal)
            self._by_name.setdefault(fold_name(name.removeprefix("The ")), self.principal)
        for name in (head, *principal.candidates):
            self._index(name.split(",")[0], self.principal)

    def _index(self, name: str, thing: Thing) -> None:
        if thing.sort not in ("person", "organization", "concept", "place", "work"):
            return
        # "Austria-Este" alone is not the Archduke "of Austria-Este".
        found = [w for w in name.split(" of ")[0].split() if w.casefold() not in COMMON and len(w) > 1]
        for word in dict.fromkeys(found):
            known = self._by_word.setdefault(fold_name(word.strip(".,'’")), [])
            if thing not in known:
                known.append(thing)

    def resolve(self, mention: Mention) -> Thing | None:
        """The thing a name means if it is already known: by its name, or by a short form only one
        thing has.
        """
        thing = self._by_name.get(fold_name(mention.name)) or (
            self._by_name.get(fold_name(mention.alias)) if mention.alias else None
        )
        if thing is not None or mention.quoted:
            return thing
        words = mention.name.split()
        if len(words) == 2 and _NUMERAL.match(words[1]):
            fuller = [
                each
                for each in self.things
                if each.name.startswith((f"{mention.name} of ", f"{mention.name}, "))
            ]
            return fuller[0] if len(fuller) == 1 else None
        if len(words) == 2 and (bearer := self._addressed(*words)) is not None:
            return self.alias(mention.name, bearer)
        if len(words) == 1:
            if words[0] == self._surname:
                return self.principal
            owners = self._by_word.get(fold_name(words[0]), [])
            return (
                owners[0]
                if len(owners) == 1 and owners[0].sort in ("person", "work", "organization")
                else None
            )
        return None

    def _addressed(self, form: str, surname: str) -> Thing | None:
        """The one person of a surname whom a title or form of address before it means: "Captain Aarvik"."""
        if form.casefold() not in _FORMS:
            return None
        owners = [
            each
            for each in self._by_word.get(fold_name(surname), [])
            if each.sort == "person" and each.name.split()[-1] == surname and each.name.split()[0] != form
        ]
        if len(owners) != 1 or owners[0].name == surname:
            return None
        given = owners[0].name.split()[0]
        other = (form in _OF_WOMEN and given in MALE - FEMALE) or (form in _OF_MEN and given in FEMALE - MALE)
        return None if other else owners[0]

    def alias(self, name: str, thing: Thing) -> Thing:
        """``thing``, which ``name`` names too from here on."""
        self._by_name.setdefault(fold_name(name), thing)
        if name not in thing.aliases:
            thing.aliases.append(name)
        return thing

    def ambiguous(self, mention: Mention) -> bool:
        """Whether a single word is part of several known names, or of one that it need not mean."""
        words = mention.name.split()
        return len(words) == 1 and bool(self._by_word.get(fold_name(words[0])))

    def add(self, mention: Mention, sort: Sort, sure: bool) -> Thing:
        """A new thing, under its name and its short forms."""
        thing = Thing(mention.name, sort, sure)
        if mention.alias is not None and not names.conflict(mention.alias, mention.name):
            thing.aliases.append(mention.alias)
        self.things.append(thing)
        self._by_name[fold_name(mention.name)] = thing
        if mention.alias is not None:
            self._by_name.setdefault(fold_name(mention.alias), thing)
        if sort == "person" and not mention.quoted:
            self._index(mention.name.split(",")[0], thing)
        return thing


Named = list[tuple[Mention, Thing | None]]


_ADJECTIVE: Final = load_pattern("joined_adjective")
_FULL, _SINGLE, _OPENING = range(3)


def _naming_step(mention: Mention) -> int:
    if " " in mention.name or mention.quoted:
        return _FULL
    return _OPENING if mention.weak else _SINGLE


def recognise_entities(lines: list[str], found: list[list[Mention]], roster: Roster) -> list[Named]:
    """Every mention with the thing it means: full names, then single words, then those that only open
    a sentence.
    """
    result: list[Named] = [[(mention, None) for mention in each] for each in found]
    common = frozenset(word for line in lines for word in _LOWER_WORD.findall(line)) if lines else frozenset()
    for step in (_FULL, _SINGLE, _OPENING):
        single = step != _FULL
        for at, named in enumerate(result):
            for slot, (mention, _) in enumerate(named):
                if _naming_step(mention) != step or _ADJECTIVE.search(mention.name):
                    continue
                thing = roster.resolve(mention)
                if (
                    thing is None
                    and slot
                    and (whole := _resolve_acronym(lines[at], named[slot - 1], mention)) is not None
                ):
                    thing = roster.alias(mention.name, whole)
                if (
                    thing is None
                    and not (single and roster.ambiguous(mention))
                    and not mention.weak
                    and not _is_bare(mention)
                ):
                    if single and _is_ordinary(mention, lines[at], common):
                        continue
                    sort, sure = dimensions.sort_of(mention, lines[at][: mention.start])
                    if not sure and slot and _after_place(lines[at], named[slot - 1], mention):
                        sort = "place"
                    thing = roster.add(mention, sort, sure)
                if thing is not None:
                    _note_context(thing, lines[at], mention, named[slot - 1] if slot else None)
                if slot and thing is not None and thing.name in COUNTRIES:
                    _with_country(lines[at], named[slot - 1], mention, thing)
                named[slot] = (mention, thing)
    for thing in roster.things:
        likely = thing.sort == "concept" or thing.name.startswith("St")
        often = thing.as_place * (4 if likely else 2) >= thing.seen
        if thing.as_place and not thing.sure and often and (likely or thing.as_place > 1):
            thing.sort = "place"
    return [
        [pair for pair in named if pair[1] is not None or pair[0].weak or _is_bare(pair[0])]
        for named in result
    ]


_LOWER_WORD = re.compile(r"(?<![\w’'-])[a-zà-ÿ]{3,}(?![\w-])")


def _is_ordinary(mention: Mention, line: str, common: frozenset[str]) -> bool:
    """Whether a single capitalised word stands in the text as an ordinary word too: "Fate", "Nature"."""
    if mention.quoted or mention.office or mention.name.casefold() not in common:
        return False
    sort, sure = dimensions.sort_of(mention, line[: mention.start])
    return not sure or sort == "concept"


def _resolve_acronym(line: str, before: tuple[Mention, Thing | None], mention: Mention) -> Thing | None:
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


def _note_context(
    thing: Thing, line: str, mention: Mention, previous: tuple[Mention, Thing | None] | None
) -> None:
    """Take down what the words around one mention say of the thing."""
    before, after = line[: mention.start], line[mention.end :]
    thing.seen += 1
    thing.as_place += dimensions.leans_place(before)
    thing.personal = (
        thing.personal
        or dimensions.is_personal(before, after)
        or dimensions.kind_around(mention.name, before) == "person"
        or (previous is not None and _among_persons(line, previous, mention))
    )
    said = dimensions.role_beside(before, after, thing.sort)
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
        and not is_guessed(thing)
    )


_REGNAL_NUMERAL = re.compile(r"^[IVXL]+\.?$")


def _is_bare(mention: Mention) -> bool:
    """ "Robert", "Henry I": names that many people bear; without a surname or a land they are nobody's
    page.
    """
    words = mention.name.split()
    given = dimensions.is_given(words[0]) and not mention.quoted and words[0] not in KNOWN_PLACES
    return given and (len(words) == 1 or (len(words) == 2 and _REGNAL_NUMERAL.match(words[1]) is not None))


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
