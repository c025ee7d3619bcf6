"""What a text has spoken of that a "he" or "the film" might mean beside what the text is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from wikic.curator.encyclopaedia.english.entity_register import Thing
from wikic.curator.encyclopaedia.english.mention import Mention
from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.vocabulary import FEMALE_NOUNS, MALE_NOUNS, NOUNS, pattern, rows

Named = Sequence[tuple[Mention, Thing | None]]

# Nouns that are used for one and the same thing.
_SAME: Final = {head: frozenset(others.split(", ")) for head, others in rows("same_nouns")}
_COMPOUND: Final = pattern("compound_head")
_OTHER_OF_A_WORK: Final = pattern("other_of_a_work")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_MEANT_BY_WHO: Final = pattern("meant_by_who")


@dataclass(slots=True)
class Rivals:
    """What the text has spoken of, beside the principal, that "the film" or "he" might mean.

    noun: another thing of the principal's noun, or one that might be of it.
    since: since the principal was last the subject, somebody else has been named or spoken of.
    same: the last sentence named another thing of the principal's kind.
    lines: how many sentences were read.
    nouns: what the principal may be called.
    kinds: works that were named as something else ('the novel "…"').
    """

    noun: bool = False
    since: bool = False
    same: bool = False
    lines: int = 0
    nouns: frozenset[str] = frozenset()
    kinds: set[str] = field(default_factory=set)

    def read(self, text: str, named: Named, principal: Principal, owner: Thing, about: str) -> None:
        """Take in one more sentence; ``about``: "principal" where that is its subject."""
        if principal.sort == "person":
            others = any(a_person(thing, owner) for _, thing in named)
            if about == "principal":
                self.since = others
            else:
                self.since = self.since or others or spoken_of(text, principal.gender)
        else:
            if not self.lines:
                self.nouns = _nouns(principal)
            self.same = any(
                thing is not None and thing is not owner and thing.sort == principal.sort
                for _, thing in named
            )
            self.noun = self.noun or self._rival(text, named, principal, owner)
        self.lines += 1

    def _rival(self, text: str, named: Named, principal: Principal, owner: Thing) -> bool:
        own = 0 if self.lines else 1  # the definition's own noun
        if self.lines and re.match(r"(?:It|This|The [a-z]+) (?:is|was) (?:a|an|the|one)\b", text):
            own = 1
        for noun in self.nouns:
            if noun not in text.casefold():
                continue
            found = re.findall(
                rf"(?<!\b[Tt]he )(?<!\b[Tt]his )\b{re.escape(noun)}\b(?! {_COMPOUND.pattern}\b)", text, re.I
            )
            if len(found) > own and not (self.lines and _quoted_itself(text, principal)):
                return True
        if principal.sort != "work":
            return False
        if self.lines and _OTHER_OF_A_WORK.search(text):
            return True
        rival = False
        for mention, thing in named:
            if thing is None or thing is owner or thing.sort != "work" or thing.name in self.kinds:
                continue
            if _of_other_kind(text[: mention.start], self.nouns):
                self.kinds.add(thing.name)
            else:
                rival = True
        return rival


def _quoted_itself(text: str, principal: Principal) -> bool:
    """The principal's own title in the sentence may hold its noun: "Love Song"."""
    return principal.base in text


def _of_other_kind(before: str, nouns: frozenset[str]) -> bool:
    """Whether a title stands right behind a noun that tells it from the principal: 'the novel "…'."""
    said = _WORD.findall(before[-40:].casefold())
    return bool(said) and any(NOUNS.get(word) == "work" and word not in nouns for word in said[-1:])


def a_person(thing: Thing | None, owner: Thing) -> bool:
    """Whether a name may be another person's; one that is nobody's page ("Robert") may be, too."""
    return thing is None or (thing is not owner and thing.sort in ("person", "concept"))


def spoken_of(text: str, gender: str) -> bool:
    """Whether a text speaks of a single person whom a pronoun of ``gender`` could mean."""
    other = {"m": FEMALE_NOUNS, "f": MALE_NOUNS}.get(gender, frozenset())
    return any(
        NOUNS.get(word) == "person" and word not in other for word in _WORD.findall(text.casefold())
    ) or bool(_MEANT_BY_WHO.search(text))


def _nouns(principal: Principal) -> frozenset[str]:
    """The nouns that call the principal: its definition's, its title's last word, their synonyms."""
    heads: set[str] = set()
    if principal.definition is not None and principal.definition.head and not principal.definition.loose:
        heads.add(principal.definition.head)
    last = _WORD.findall(principal.base)[-1:]
    if last and NOUNS.get(last[0].casefold()) == principal.sort:
        heads.add(last[0].casefold())
    same = {word for head in heads for word in _SAME.get(head, ())}
    return frozenset(word for word in heads | same if NOUNS.get(word) != "person" and len(word) > 1)
