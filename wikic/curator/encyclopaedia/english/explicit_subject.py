"""The principal's name in place of words that can mean nothing else: "The film was …", "In 1587 he …".

A wrong name is worse than a vague sentence, so each rule asks for the absence of every rival: another thing
of that noun, another person of that gender, named or only spoken of since.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.vocabulary import (
    FEMALE_NOUNS,
    MALE_NOUNS,
    NOUNS,
    Mention,
    load_pattern,
    load_words,
    rows,
)
from wikic.curator.encyclopaedia.things import Thing

Named = Sequence[tuple[Mention, Thing | None]]

# Nouns that are used for one and the same thing.
_SAME: Final = {head: frozenset(others.split(", ")) for head, others in rows("same_nouns")}
_COMPOUND: Final = load_pattern("compound_head")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_OTHER_OF_A_WORK: Final = load_pattern("other_of_a_work")
_MEANT_BY_WHO: Final = load_pattern("meant_by_who")


@dataclass(slots=True)
class Rivals:
    """What the text has spoken of, beside the principal, that "the film" or "he" might mean.

    noun: another thing of the principal's noun, or one that might be of it.
    since: since the principal was last the subject, somebody else has been named or spoken of.
    same: the last sentence named another thing of the principal's kind.
    lines: how many sentences were read.
    nouns: what the principal may be called.
    """

    noun: bool = False
    since: bool = False
    same: bool = False
    lines: int = 0
    nouns: frozenset[str] = frozenset()

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
                self.nouns = _calling_nouns(principal)
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
            # The principal's own title in the sentence may hold its noun: "Love Song".
            if len(found) > own and not (self.lines and principal.base in text):
                return True
        if principal.sort != "work":
            return False
        if self.lines and _OTHER_OF_A_WORK.search(text):
            return True
        others = (thing for _, thing in named if thing is not None and thing is not owner)
        return any(thing.sort == "work" for thing in others)


def a_person(thing: Thing | None, owner: Thing) -> bool:
    """Whether a name may be another person's; one that is nobody's page ("Robert") may be, too."""
    return thing is None or (thing is not owner and thing.sort in ("person", "concept"))


def spoken_of(text: str, gender: str) -> bool:
    """Whether a text speaks of a single person whom a pronoun of ``gender`` could mean."""
    other = {"m": FEMALE_NOUNS, "f": MALE_NOUNS}.get(gender, frozenset())
    return any(
        NOUNS.get(word) == "person" and word not in other for word in _WORD.findall(text.casefold())
    ) or bool(_MEANT_BY_WHO.search(text))


def _calling_nouns(principal: Principal) -> frozenset[str]:
    """The nouns that call the principal: its definition's, its title's last word, their synonyms."""
    heads: set[str] = set()
    if principal.definition is not None and principal.definition.head and not principal.definition.loose:
        heads.add(principal.definition.head)
    last = _WORD.findall(principal.base)[-1:]
    if last and NOUNS.get(last[0].casefold()) == principal.sort:
        heads.add(last[0].casefold())
    same = {word for head in heads for word in _SAME.get(head, ())}
    return frozenset(word for word in heads | same if NOUNS.get(word) != "person" and len(word) > 1)


# A part of a work, and no rival of it.
_PARTS: Final = load_words("parts_of_works")
_DEFINITE: Final = re.compile(
    r"^(?:The|This) (?:motion (?=picture))?(?P<noun>[A-Za-z][a-z-]+)(?P<owner>['’]s?)?(?= )"
)
_PERSONAL: Final = load_pattern("personal_pronoun")
_FRONTED: Final = load_pattern("fronted_phrase")
_APPOSED: Final = load_pattern("apposed_opening")
_SUBORDINATE: Final = load_pattern("subordinate_opening")
_NOT_HERS: Final = load_words("not_hers")


def name_description(text: str, principal: Principal, name: str, rivals: Rivals, about: str) -> str | None:
    """``text`` with the title for "The film …", "The cast …"; None where it might be another's."""
    match = _DEFINITE.match(text)
    if match is None or principal.sort == "person" or rivals.noun or not rivals.lines:
        return None
    if rivals.same and principal.sort != "work" and (rivals.lines > 1 or about != "principal"):
        return None
    noun, owner, rest = match.group("noun").casefold(), match.group("owner"), text[match.end() :]
    if noun in rivals.nouns:
        return f"{name}{owner or ''}{rest}"
    if noun in _PARTS and principal.sort == "work" and not owner:
        return f"The {noun} of {name}{rest}"
    return None


def name_pronoun(text: str, named: Named, principal: Principal, owner: Thing, name: str) -> str | None:
    """``text`` with a person's name for its first "he", "his", "him", which does not open it; None where it
    might be another's.
    """
    if principal.sort != "person":
        return None
    match = _PERSONAL.search(text)
    if of_an_event(principal.base) or _OWN_BEFORE.match(text):
        return None
    if match is None or not match.start() or match.group()[0].isupper():
        return None
    word = match.group()
    if word in ("himself", "herself", "hers") or principal.gender != ("f" if word in ("she", "her") else "m"):
        return None
    before, rest = text[: match.start()], text[match.end() :]
    if _named_in(before if word in ("he", "she") else text, principal.base):
        return None
    if word in ("he", "she") and _APPOSED.match(before) and not any(thing is owner for _, thing in named):
        return before + name + rest
    if '"' in before or "“" in before or rest.startswith(("'", "’")) or spoken_of(before, principal.gender):
        return None
    if any(
        thing is owner or (a_person(thing, owner) and mention.start < match.start())
        for mention, thing in named
    ):
        return None
    fronted = word in ("he", "she") and _FRONTED.match(before) and not _SUBORDINATE.match(before)
    if not fronted and (
        any(a_person(thing, owner) for _, thing in named) or spoken_of(rest, principal.gender) or '"' in rest
    ):
        return None
    return before + _name_in_case(word, name, rest) + rest


_EVENT_OF: Final = load_pattern("event_of_person")
# "After completing his studies, he worked": both are his, and one name would part them.
_OWN_BEFORE: Final = re.compile(
    r"[A-Z][^,;:\"“”]{1,100}\b(?:his|her|himself|herself)\b[^,;:\"“”]{0,100}, .{0,40}\b(?:he|she)\b"
)


def of_an_event(base: str) -> bool:
    """Whether a title that holds a person's name is no person's: "Death of Garry Hoy"."""
    return _EVENT_OF.match(base) is not None


def _named_in(text: str, base: str) -> bool:
    """Whether a word of a person's name stands in ``text``, as a name or not: "Slovak"."""
    name = {word for word in _WORD.findall(base.split(",")[0]) if word[0].isupper() and len(word) > 2}
    return not name.isdisjoint(_WORD.findall(text))


def _name_in_case(word: str, name: str, rest: str) -> str:
    if word == "his":
        return f"{name.rstrip(',')}'s"
    if word == "her":
        following = _WORD.match(rest.strip())
        if following is not None and rest[:1] == " " and following.group().casefold() not in _NOT_HERS:
            return f"{name.rstrip(',')}'s"
    return name if rest[:1] not in ".,;:)" else name.rstrip(",")
