"""The entities of one document while it is read: who is already known, and which short form means whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from wikic.curator.offline.mentions import Mention
from wikic.curator.offline.principal import Principal
from wikic.curator.offline.vocabulary.common import COMMON
from wikic.curator.offline.vocabulary.nouns import Sort
from wikic.text import names
from wikic.text.normalise import fold_name


@dataclass(slots=True)
class Thing:
    """An entity in the making.

    name: its title.
    sort: what kind of thing it is.
    sure: whether more than a guess says so.
    aliases: other names.
    summary: from an apposition, or "".
    principal: whether the document is about it.
    """

    name: str
    sort: Sort
    sure: bool = False
    aliases: list[str] = field(default_factory=list)
    summary: str = ""
    principal: bool = False
    self_: bool = False


class Roster:
    """Things by name and by short form."""

    def __init__(self, principal: Principal) -> None:
        self.principal = Thing(principal.title, principal.sort, True, principal=True, self_=principal.itself)
        self.things: list[Thing] = [self.principal]
        self._by_name: dict[str, Thing] = {}
        self._by_word: dict[str, list[Thing]] = {}
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
        words = [w for w in name.split() if w.casefold() not in COMMON and len(w) > 1]
        for word in dict.fromkeys(words):
            known = self._by_word.setdefault(fold_name(word.strip(".,'’")), [])
            if thing not in known:
                known.append(thing)

    def resolve(self, mention: Mention) -> Thing | None:
        """The thing a name means if it is already known: by its name, or by a short form only one thing has."""
        thing = self._by_name.get(fold_name(mention.name)) or (
            self._by_name.get(fold_name(mention.alias)) if mention.alias else None
        )
        if thing is not None or mention.quoted:
            return thing
        words = mention.name.split()
        if len(words) == 1:
            owners = self._by_word.get(fold_name(words[0]), [])
            return owners[0] if len(owners) == 1 and owners[0].sort in ("person", "work", "organization") else None
        return None

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
