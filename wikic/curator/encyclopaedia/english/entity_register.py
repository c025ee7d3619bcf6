"""The entities of one document while it is read: who is already known, and which short form means whom."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from wikic.curator.encyclopaedia.english.mention import Mention
from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.vocabulary import COMMON, FEMALE, GIVEN, MALE, Sort, words
from wikic.language import pack
from wikic.text import names
from wikic.text.normalise import fold_name

_FORMS: Final = pack("en").ranks | pack("en").addresses
_OF_WOMEN: Final = words("forms_of_women")
_OF_MEN: Final = words("forms_of_men")
_NUMERAL = re.compile(r"^[IVXL]+$|^(?:Jr|Sr)\.?$")


@dataclass(slots=True)
class Thing:
    """An entity of the document, while it is read.

    name: its title.
    sort: what kind of thing it is.
    sure: whether more than a guess says so.
    aliases: other names.
    summary: from an apposition, or "".
    principal: whether the document is about it.
    self_: whether it is the document itself.
    disambiguator: what tells it from others of its name, or None.
    roles: what the text calls it beside its name, a noun each.
    personal: whether the text says of it what is said of persons only.
    seen, as_place: how often it is named, and how often as one names a place.
    """

    name: str
    sort: Sort
    sure: bool = False
    aliases: list[str] = field(default_factory=list)
    summary: str = ""
    principal: bool = False
    self_: bool = False
    disambiguator: str | None = None
    roles: list[str] = field(default_factory=list)
    personal: bool = False
    seen: int = 0
    as_place: int = 0

    @property
    def guessed(self) -> bool:
        """Whether its capitals alone make a person of it."""
        first = self.name.split()[0]
        known = self.sure or self.personal or bool(self.roles) or len(self.aliases) > 0
        return self.sort == "person" and not known and first not in GIVEN and first.casefold() not in _FORMS


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
