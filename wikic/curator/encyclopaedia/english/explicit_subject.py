"""The principal's name in place of words that can mean nothing else: "The film was …", "In 1587 he …".

A wrong name is worse than a vague sentence, so each rule asks for the absence of every rival: another thing
of that noun, another person of that gender, named or only spoken of.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english.antecedents import Named, Rivals, a_person, spoken_of
from wikic.curator.encyclopaedia.english.entity_register import Thing
from wikic.curator.encyclopaedia.english.principal import Principal
from wikic.curator.encyclopaedia.english.vocabulary import pattern, words

# A part of a work, and no rival of it.
_PARTS: Final = words("parts_of_works")
_DEFINITE: Final = re.compile(
    r"^(?:The|This) (?:motion (?=picture))?(?P<noun>[A-Za-z][a-z-]+)(?P<owner>['’]s?)?(?= )"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PERSONAL: Final = pattern("personal_pronoun")
_FRONTED: Final = pattern("fronted_phrase")
_APPOSED: Final = pattern("apposed_opening")
# "After completing his studies, he worked": his is he, so he takes the name.
_HE_BEHIND: Final = re.compile(
    r"^[A-Z][^,;:\"“”]{1,100}, (?:(?:at|in|on|by|from|after|with) [^,;:\"“”]{1,40},? )?(?P<word>he|she)\b"
)
_SUBORDINATE: Final = pattern("subordinate_opening")
_NOT_HERS: Final = words("not_hers")
_IT_FRONTED: Final = pattern("it_fronted")
_SAYS_NOTHING: Final = pattern("it_says_nothing")
_CAST: Final = pattern("cast_as")
_PLAYED: Final = words("played_works")


def description(text: str, principal: Principal, name: str, rivals: Rivals, about: str) -> str | None:
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


def pronoun(text: str, named: Named, principal: Principal, owner: Thing, name: str, about: str) -> str | None:
    """``text`` with the principal's name for its first "he", "his", "him", which does not open it; None
    where it might be another's. ``about``: what the text is about here.
    """
    if principal.sort != "person":
        return _it(text, principal, name) if about == "principal" else None
    if of_an_event(principal.base):
        return None
    match = _PERSONAL.search(text)
    if match is None or not match.start() or match.group()[0].isupper():
        return None
    behind = _HE_BEHIND.match(text)
    if (
        behind is not None
        and match.group() in ("his", "her", "himself", "herself")
        and match.end() < behind.end()
    ):
        return _behind(text, behind, named, principal, owner, name)
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
    return before + _cased(word, name, rest) + rest


_EVENT_OF: Final = pattern("event_of_person")


def of_an_event(base: str) -> bool:
    """Whether a title that holds a person's name is no person's: "Death of Garry Hoy"."""
    return _EVENT_OF.match(base) is not None


def _named_in(text: str, base: str) -> bool:
    """Whether a word of a person's name stands in ``text``, as a name or not: "Slovak"."""
    name = {word for word in _WORD.findall(base.split(",")[0]) if word[0].isupper() and len(word) > 2}
    return not name.isdisjoint(_WORD.findall(text))


def _behind(
    text: str, behind: re.Match[str], named: Named, principal: Principal, owner: Thing, name: str
) -> str | None:
    """The name for the "he" of "After completing his studies, he …", where both are the principal."""
    at = behind.start("word")
    owners = {"m": "his", "f": "her"}.get(principal.gender, "")
    if (
        not owners
        or (behind.group("word") == "she") != (principal.gender == "f")
        or re.search(rf"\b{owners}\b", text[:at]) is None
        or _named_in(text[:at], principal.base)
        or spoken_of(text[:at], principal.gender)
        or any(thing is owner or (a_person(thing, owner) and mention.start < at) for mention, thing in named)
    ):
        return None
    return f"{text[:at]}{name}{text[behind.end() :]}"


def _cased(word: str, name: str, rest: str) -> str:
    if word == "his":
        return f"{name.rstrip(',')}'s"
    if word == "her":
        following = _WORD.match(rest.strip())
        if following is not None and rest[:1] == " " and following.group().casefold() not in _NOT_HERS:
            return f"{name.rstrip(',')}'s"
    return name if rest[:1] not in ".,;:)" else name.rstrip(",")


def _it(text: str, principal: Principal, name: str) -> str | None:
    """ "In 1987, it …" of a thing the talk is of."""
    match = _IT_FRONTED.match(text)
    if match is None or _SAYS_NOTHING.match(text[match.end() :]):
        return None
    return f"{text[: match.start('it')]}{name}{text[match.end() :]}"


def cast(text: str, named: Named, principal: Principal, subject: Thing, owner: Thing) -> str:
    """ "Ann Lee plays Eve." said on Ann Lee's page: the work it is said of, named."""
    if subject is owner or principal.sort != "work" or subject.sort != "person" or not named:
        return text
    head = principal.definition.head if principal.definition is not None else ""
    others = (thing is owner or (thing is not None and thing.sort == "work") for _, thing in named)
    if head not in _PLAYED or any(others) or re.search(r"\b(?:film|movie|series|show|play)\b", text):
        return text
    first = named[0][0]
    if first.start or not _CAST.match(text[first.end :].lstrip()):
        return text
    return f"In {principal.base}, {text}"
