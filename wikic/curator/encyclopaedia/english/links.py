"""The relations one sentence states, from its subject to every other thing it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, cast

from wikic.curator.encyclopaedia.english import relations
from wikic.curator.encyclopaedia.english.entity_register import Named
from wikic.curator.encyclopaedia.english.subjects import Subject
from wikic.curator.encyclopaedia.english.vocabulary import (
    EITHER,
    FEMALE,
    MALE,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
    Mention,
    load_pattern,
)
from wikic.curator.encyclopaedia.things import Sort, Thing, Typed
from wikic.language.relations import relations as known
from wikic.text.relation_labels import MENTIONS

# What a relation says about the kind of its other end, where the name itself does not.
_IMPLIED: Final = {each.label: cast("Sort", each.first("end")) for each in known("en") if "end" in each.keys}


@dataclass(slots=True)
class _Passed:
    """How far a sentence has been read for relations.

    last: labels of the name before, which a list may hand on.
    before: what the name before means.
    nameless: that is nobody's page.
    start: no other name has been passed.
    """

    last: tuple[str, ...] = ()
    before: Thing | None = None
    nameless: bool = False
    start: bool = True

    def over(self, thing: Thing | None) -> None:
        """A name from which nothing is handed on."""
        self.last, self.before = (), thing


def read_relations(line: str, named: Named, subject: Subject, *, opening: bool) -> Typed:
    """Relations from the subject to every other thing of the sentence."""
    typed: Typed = []
    bracket = relations.life_bracket(line) if opening and subject.thing.sort == "person" else None
    end, passed = 0, _Passed()
    for mention, thing in named:
        gap = line[end : mention.start]
        end = mention.end
        if thing is None or thing is subject.thing:
            passed.over(thing)
            passed.nameless = thing is None
            continue
        if passed.nameless and (_ASIDE.match(gap) or _ITEM_AFTER.match(gap)):
            # "his wife Agnes, daughter of Rudolf": Agnes has no page, and Rudolf is her father.
            typed.append((MENTIONS, thing))
            passed.over(thing)
            continue  # and so is whoever comes next: "… and a sister of Otto"
        passed.nameless = False
        found: tuple[str, ...] = ()
        if bracket is not None and bracket[0] < mention.start < bracket[2]:
            found = relations.life_labels(line, mention, thing, bracket)
        elif subject.certain:
            found = _of_subject(line, gap, mention, thing, subject, passed)
        passed.last, passed.before = found, thing
        typed += _tell_relations(found, mention, thing)
    return _unique_relations(typed)


def _tell_relations(found: tuple[str, ...], mention: Mention, thing: Thing) -> Typed:
    """The relations to a name; one that tells what kind of thing stands at its end makes it one."""
    labels = _gender_parent(found, mention, thing)
    for label in labels:
        implied = _IMPLIED.get(label)
        if implied is not None and not thing.sure and not thing.principal:
            thing.sort, thing.sure = implied, True
    return [(label, thing) for label in labels or (MENTIONS,)]


def _of_subject(
    line: str, gap: str, mention: Mention, thing: Thing, subject: Subject, passed: _Passed
) -> tuple[str, ...]:
    """Labels of one name, where the sentence is surely about its subject."""
    found = _relation_labels(gap, mention, thing, subject.thing, passed, line[mention.end :])
    if found and _is_astray(line, mention, thing, subject.thing, found[0]):
        found = ()
    if subject.kin and not (found and found[0] in relations.KIN_LABELS and (passed.last or passed.start)):
        found = ()
    passed.start = False
    return found


def _is_astray(line: str, mention: Mention, thing: Thing, subject: Thing, label: str) -> bool:
    """Whether a cue before a name is not about it: "Cheyney's creation" is not Cheyney; nor need "his sister
    Elizabeth" be the Elizabeth whom the text names in full.
    """
    whole = label in ("based on", "part of") and not (thing.sort == "person" != subject.sort)
    owns = not whole and _OWNS.match(line, mention.end) is not None
    return owns or (label in relations.KIN_LABELS and _short_for(mention, thing))


def _relation_labels(
    gap: str, mention: Mention, thing: Thing, subject: Thing, passed: _Passed, rest: str
) -> tuple[str, ...]:
    """Labels of the relation from the subject to one name."""
    before, last = passed.before, passed.last
    if gap[:2] in ("'s", "’s") and before is not subject:
        return ()
    if before is not None and before.sort == "work" and before is not subject and _MADE.match(gap):
        return ()  # the song "Soldiers of Love" written by
    spouse = _THEIR_SPOUSE.search(gap)
    if spouse is not None and last and last[0] == "parent" and before is not None:
        hers = spouse[1] in ("wife", "mistress") or (spouse[1] == "consort" and "his" in spouse[0].split())
        told = _gender_parent(("parent",), mention, thing)  # a prince is no mother, whatever the words before
        return told if told != ("parent",) else ("mother",) if hers else ("father",)
    if last and thing.sort in ("place", "concept") and relations.lies_within(gap, last[0]):
        return last
    listed = _ITEM_AFTER.match(gap) is not None or (
        _ITEM.match(gap) is not None and _ITEM_AFTER.match(rest) is not None
    )
    another = before is not None and before is not subject and before.sort == "person"
    if another and not listed and (spouse is not None or _ASIDE.match(gap)):
        return ()  # "Maria Gomez, the daughter of", "Otto and his wife": theirs, not the subject's
    if last and not _carries_label(last[0], gap):
        return ()
    if (
        last
        and relations.only_coordinates(gap)
        and not (last[0] in relations.KIN_LABELS and re.search(r"\b(?:to|with)\b", gap))
        and not (subject.sort == "person" and relations.names_kin(gap))
    ):
        return last if _fits_label(last, thing) else ()
    return relations.relation_labels(gap, _target_kind(thing), subject.sort, office=mention.office)


def _target_kind(thing: Thing) -> Sort:
    """Two capitalised words are a person by default; where that is all there is, the cue decides."""
    return "concept" if thing.sort == "person" and not thing.sure else thing.sort


# There is one of these as a rule: "including his nephew Jackie Cooper, Spencer Tracy, …" names one nephew.
_FEW: Final = frozenset({"nephew or niece", "uncle or aunt", "cousin", "grandparent", "parent-in-law"})


def _carries_label(label: str, gap: str) -> bool:
    """Whether a list may hand the label on to its next name."""
    if label in _FEW and gap.strip(" ,") in ("", "&"):
        return False
    if label == "based on" and re.search(r"\bwith\b", gap):
        return False  # "a remake of X, with Y"
    return not (label in ("directed by", "written by") and re.search(r"\balong(?:side| with)\b", gap))


def _short_for(mention: Mention, thing: Thing) -> bool:
    """Whether a bare given name was taken for somebody's full one."""
    return " " not in mention.name and " " in thing.name and (mention.name in MALE or mention.name in FEMALE)


_THEIR_SPOUSE: Final = load_pattern("their_spouse")


_ASIDE: Final = load_pattern("kin_aside")


_ITEM: Final = load_pattern("kin_item")
_ITEM_AFTER: Final = load_pattern("kin_item_after")


_OWNS = re.compile(r"['’]s|(?<=s)['’](?= [a-z])")
_MADE = re.compile(r"^[\"”]?(?: \([^()]*\))? (?:co-)?(?:[a-z]+(?:ed|ten|ung) (?:and )?){1,2}by\b")


def _fits_label(last: tuple[str, ...], thing: Thing) -> bool:
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


def _gender_parent(found: tuple[str, ...], mention: Mention, thing: Thing) -> tuple[str, ...]:
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


_TITLED_MAN: Final = load_pattern("titled_man")


def _unique_relations(typed: Typed) -> Typed:
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
