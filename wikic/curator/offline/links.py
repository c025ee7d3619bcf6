"""The relations one sentence states, from its subject to every other thing it names."""

from __future__ import annotations

import re
from typing import Final, cast

from wikic.curator.offline import kinship, relations
from wikic.curator.offline.english import EITHER, FEMALE, MALE, TITLES_OF_MEN, TITLES_OF_WOMEN, Sort, pattern
from wikic.curator.offline.mention import Mention
from wikic.curator.offline.recognise import Named
from wikic.curator.offline.roster import Thing
from wikic.curator.offline.subjects import Subject
from wikic.language.relations import relations as known
from wikic.text.relations import MENTIONS

Typed = list[tuple[str, Thing]]


# What a relation says about the kind of its other end, where the name itself does not.
_IMPLIED: Final = {each.label: cast("Sort", each.first("end")) for each in known("en") if "end" in each.keys}


def read(
    line: str, named: Named, subject: Subject, *, opening: bool
) -> tuple[Typed, list[tuple[Thing, str, Typed]]]:
    """Relations from the subject to every other thing of the sentence, and asides about those things."""
    typed: Typed = []
    asides: list[tuple[Thing, str, Typed]] = []
    bracket = _life_bracket(line) if opening and subject.thing.sort == "person" else None
    end, last, holder = 0, (), None  # type: int, tuple[str, ...], Thing | None
    before: Thing | None = None
    nameless = False  # the name before is nobody's page
    called = ""  # by what name the sentence calls ``before``
    start = True  # no other name has been passed
    for mention, thing in named:
        gap = line[end : mention.start]
        end = mention.end
        if thing is None or thing is subject.thing:
            last, holder, before = (), None, thing
            nameless = thing is None
            continue
        if nameless and (_ASIDE.match(gap) or _ITEM_AFTER.match(gap)):
            # "his wife Agnes, daughter of Rudolf": Agnes has no page, and Rudolf is her father.
            typed.append((MENTIONS, thing))
            last, holder, before = (), None, thing
            continue  # and so is whoever comes next: "… and a sister of Otto"
        nameless = False
        found: tuple[str, ...] = ()
        if bracket is not None and bracket[0] < mention.start < bracket[2]:
            found = _in_bracket(line, mention, thing, bracket)
        elif subject.certain:
            found, holder = _labels(
                gap, mention, thing, subject.thing, before, last, holder, line[mention.end :]
            )
            if (
                not found
                and gap.strip(' "') == "by"
                and "based on" in line[max(0, mention.start - 80) : mention.start]
            ):
                found = ("based on",)
            if (
                _OWNS.match(line, mention.end) is not None
                and found
                and (found[0] not in ("based on", "part of") or thing.sort == "person" != subject.thing.sort)
            ):
                found = ()  # "Cheyney's creation" is not Cheyney
            if found == ("based on",) and thing.sort != "work" and _MODIFIES.match(line, mention.end):
                found = ()  # "a remake of the Hanna-Barbera series "Wacky Races""
            if found and found[0] in kinship.KIN_LABELS and _short_for(mention, thing):
                found = ()  # "his sister Elizabeth" need not be the Elizabeth whom the text names in full
            if subject.kin and not (found and found[0] in kinship.KIN_LABELS and (last or start)):
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
    rest: str,
) -> tuple[tuple[str, ...], Thing | None]:
    """Labels for one name, and the thing they are read from if it is not the subject."""
    if gap[:2] in ("'s", "’s") and before is not subject:
        return (), None
    if before is not None and before.sort == "work" and before is not subject and _MADE.match(gap):
        return (), None  # the song "Soldiers of Love" written by
    spouse = _THEIR_SPOUSE.search(gap)
    if spouse is not None and last and last[0] == "parent" and before is not None:
        return (("mother",) if spouse.group(1) in ("wife", "mistress", "consort") else ("father",)), None
    relative = last and last[0] in kinship.KIN_LABELS and before is not None and before.sort == "person"
    listed = _ITEM_AFTER.match(gap) is not None or (
        _ITEM.match(gap) is not None and _ITEM_AFTER.match(rest) is not None
    )
    if relative and before is not subject and not listed and _ASIDE.match(gap):
        found = relations.labels(gap, _kind(thing), "person", office=mention.office)
        if found and found[0] in kinship.KIN_LABELS:
            return found, before
    if last and thing.sort in ("place", "concept") and relations.within(gap, last[0]):
        return last, holder
    another = before is not None and before is not subject and before.sort == "person"
    if another and not listed and (spouse is not None or _ASIDE.match(gap)):
        return (), None  # "Maria Gomez, the daughter of", "Otto and his wife": theirs, not the subject's
    if last and not _carries(last[0], gap):
        return (), None
    if (
        last
        and relations.coordinates(gap)
        and not (last[0] in kinship.KIN_LABELS and re.search(r"\b(?:to|with)\b", gap))
        and not (subject.sort == "person" and kinship.kin(gap))
    ):
        if _fits(last, thing):
            return last, holder
        return (), None
    return relations.labels(gap, _kind(thing), subject.sort, office=mention.office), None


def _kind(thing: Thing) -> Sort:
    """Two capitalised words are a person by default; where that is all there is, the cue decides."""
    return "concept" if thing.sort == "person" and not thing.sure else thing.sort


# There is one of these as a rule: "including his nephew Jackie Cooper, Spencer Tracy, …" names one nephew.
_FEW: Final = frozenset({"nephew or niece", "uncle or aunt", "cousin", "grandparent", "parent-in-law"})


def _carries(label: str, gap: str) -> bool:
    """Whether a list may hand the label on to its next name."""
    if label in _FEW and gap.strip(" ,") in ("", "&"):
        return False
    if label == "based on" and re.search(r"\bwith\b", gap):
        return False  # "a remake of X, with Y"
    return not (label in ("directed by", "written by") and re.search(r"\balong(?:side| with)\b", gap))


def _short_for(mention: Mention, thing: Thing) -> bool:
    """Whether a bare given name was taken for somebody's full one."""
    return " " not in mention.name and " " in thing.name and (mention.name in MALE or mention.name in FEMALE)


_THEIR_SPOUSE: Final = pattern("their_spouse")


_ASIDE: Final = pattern("kin_aside")


_ITEM: Final = pattern("kin_item")
_ITEM_AFTER: Final = pattern("kin_item_after")


_OWNS = re.compile(r"['’]s|(?<=s)['’](?= [a-z])")
_MODIFIES = re.compile(r" (?:[a-z-]+ ){1,3}[\"“]")
_MADE = re.compile(r"^[\"”]?(?: \([^()]*\))? (?:co-)?(?:[a-z]+(?:ed|ten|ung) (?:and )?){1,2}by\b")


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
        if word in TITLES_OF_MEN:
            return ("father",)
        if word in TITLES_OF_WOMEN:
            return ("mother",)
        if word in EITHER:
            return found
        if word in MALE:
            return ("father",)
        if word in FEMALE:
            return ("mother",)
    if _TITLED_MAN.search(thing.name):
        return ("father",)
    return found


_TITLED_MAN: Final = pattern("titled_man")
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
        or (re.search(r"(?:born|\bb\.|née|né|as|:|title|name) $", around) and "in " not in around[-4:])
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


# What who stands at the other end of a relation is to the one who is spoken of.
_ASIDE_NOUN: Final = {each.label: each.first("aside") for each in known("en") if "aside" in each.keys}


def _aside(holder: str, other: str, label: str) -> str | None:
    """What a sentence says in passing of two others, in the names it gives them; one bare name says
    too little.
    """
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
