"""Typed relations from the words between two names: also whose relative somebody is, and of a life's dates.

The words before a name, back to the name before it, are its *gap*. The last cue of a gap types the relation
from the sentence's subject to the name; a gap that only coordinates ("A, B and C") hands the relation on.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import NOUNS, Mention, load_pattern, load_words
from wikic.curator.encyclopaedia.things import Sort, Thing
from wikic.language.relations import relations, values
from wikic.text.relation_labels import inverse

# Nouns, what they call the other end, and what "of" makes of them.
_KIN: Final = tuple((nouns, label, inverse(label)) for nouns, label in values("en", "kin"))
_KIN_OF: Final = load_pattern("kin_of")
_KIN_IS: Final = load_pattern("kin_is")
_KIN_LABEL: Final = {
    form: (noun, of)
    for words, noun, of in _KIN
    for word in words.split("|")
    for form in (word.replace("?", ""), re.sub(r"\w\?", "", word))
}

_MARRIED: Final = load_pattern("married")
_BORN_TO: Final = load_pattern("born_to")


KIN_LABELS: Final = frozenset(label for _, noun, of in _KIN for label in (noun, of))


def names_kin(gap: str) -> bool:
    """Whether the words before a name say whose relative it is."""
    return _KIN_OF.search(gap) is not None or _KIN_IS.search(gap) is not None


_FARTHER: Final = load_pattern("farther_away")
_CONSORT: Final = load_pattern("consort_rank")


def family_label(gap: str) -> tuple[str, ...]:
    """Label of the relation from the subject to the name after ``gap``, or ()."""
    if ("born" in gap or "marriage" in gap or "union" in gap) and _BORN_TO.search(gap):
        return ("parent",)
    of = _KIN_OF.search(gap) if _CONSORT.search(gap) is None else None
    if of is not None and not _FARTHER.search(of.group("whose")):
        return (
            (_KIN_LABEL[of.group(1).casefold()][1],)
            if of.group(1).casefold() in _KIN_LABEL
            else _plural_label(of.group(1), 1)
        )
    named = _KIN_IS.search(gap)
    if named is not None and not re.search(r"\bof\s*$", gap):
        label = _plural_label(named.group(1), 0)
        if label:
            return label
    if _MARRIED.search(gap):
        return ("spouse",)
    return ()


def _plural_label(word: str, side: int) -> tuple[str, ...]:
    key = word.casefold()
    for form in (key, key.removesuffix("s"), key.removesuffix("e")):
        if form in _KIN_LABEL:
            return (_KIN_LABEL[form][side],)
    return ()


_YEAR = re.compile(r"\b\d{3,4}\b")


_DIED = re.compile(r"\s[–—-]\s?|[–—]|\bdied\b|\bd\.|†")


def life_bracket(line: str) -> tuple[int, int, int] | None:
    """Start, the dash or "died", and end of the bracket that tells when and where somebody lived."""
    start = line.find("(")
    end = line.find(")", start)
    if start < 0 or end < 0 or start > 160 or not _YEAR.search(line, start, end):
        return None
    dash = _DIED.search(line, start, end)
    return start, dash.start() if dash else end, end


def life_labels(line: str, mention: Mention, thing: Thing, bracket: tuple[int, int, int]) -> tuple[str, ...]:
    """Where the name inside of it says that one was born or died, where a date stands beside it."""
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


_SHORT: Final = r"[^.;:(),]{0,32}$"

_PARTICIPLE_OF: Final = {word: each.label for each in relations("en") for word in each.several("participles")}
_VERBS: Final = "|".join(sorted(_PARTICIPLE_OF, key=len, reverse=True))
_BY = re.compile(
    (
        rf"\b((?:(?:{_VERBS})(?:, and |, | and | or |/| & )?(?:[a-z-]+ed(?:, and |, | and ))?)+)(?: "
        rf"[^,;.()]{{0,40}}?)?\bby\b{_SHORT}"
    ),
    re.I,
)

_NOUN_BY: Final = tuple(
    (
        re.compile(
            rf"\b(?:{nouns})s?,?(?: (?:is|was|were|are|composed|written))?(?: \w+)? by\b{_SHORT}", re.I
        ),
        label,
    )
    for nouns, label in values("en", "made")
)

_LOCATED: Final = load_pattern("located_in")


def _load_cues(name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Words before a name that tell a relation, with its label."""
    return tuple((re.compile(cue, re.I), label) for cue, label in values("en", f"cue {name}"))


_PLACE: Final = _load_cues("place")
_INSIDE: Final = tuple((cue, label) for cue, label in _PLACE if label != "lived in")
_PERSON: Final = _load_cues("person")
_WORK: Final = _load_cues("work")
_THING: Final = _load_cues("thing")
_ANY: Final = _load_cues("any")

_COORDINATES: Final = load_pattern("coordinates")
_VERBAL: Final = load_pattern("verbal")


_MADE_BY = re.compile(r"(?!and|or|also|both|not|partly|by)\b[a-z]{3,} by (?:the )?$")


def only_coordinates(gap: str) -> bool:
    """Whether the words between two names only join them."""
    if _MADE_BY.search(gap):
        return False  # "directed by X, with music by Y"
    if re.search(r"[a-z] of (?:the )?$", gap) and not re.match(r"^[\"”]?,? ?(?:and |or )?of ", gap):
        return False  # "X, the ruler of Y"
    return len(gap) < 60 and _COORDINATES.match(gap) is not None and _VERBAL.search(gap) is None


_WITHIN = re.compile(
    r"^[\"”]?(?:,| and)? (?:both )?(?:in|at|within) (?:the )?(?:[a-z][\w-]* ){0,3}$"
    r"|^, (?:[a-z][\w-]* ){1,3}$"
    r"|^ (?:[a-z][\w-]* ){1,2}(?:of|in) (?:the )?$"
)
_NOT_WITHIN: Final = load_pattern("not_within")
_PLACE_LABELS: Final = frozenset(
    {"born in", "died in", "buried in", "located in", "lived in", "headquartered in"}
)


def lies_within(gap: str, label: str) -> bool:
    """Whether a place goes on with the place it lies in: "born in Erick in Oklahoma"."""
    if _NOT_WITHIN.search(gap):
        return False
    return label in _PLACE_LABELS and _WITHIN.match(gap) is not None


_ASTRAY: Final = load_pattern("written_for")


def relation_labels(gap: str, target: Sort, subject: Sort | None, *, office: str = "") -> tuple[str, ...]:
    """Labels of the relation from the subject to a name after ``gap``; () when no cue types it.

    The cue nearest to the name wins; ties go to the order of the tables.
    """
    if not gap:
        return ()
    by = _BY.search(gap)
    if by is not None and subject == "work" and _OTHERS.search(gap[: by.start()]):
        return ()  # "two other songs written by"
    if by is not None and not _of_another(gap[: by.start()], subject):
        return _made_labels(_participle_labels(by.group(1)), target)
    if subject != "person" and (made := _by_noun(gap, target)):
        return made
    if target in ("person", "concept") and subject in ("person", "concept", None):
        relative = family_label(gap)
        if relative:
            return relative
    if subject == "person" or subject is None:
        return _of_person(gap, target, office)
    return _of_thing(gap, target, subject)


def _by_noun(gap: str, target: Sort) -> tuple[str, ...]:
    """ "a film by": who made a work, where no participle says how."""
    if target not in ("person", "concept", "organization"):
        return ()
    found = _first_label(_NOUN_BY, gap)
    if found and _ADAPTED.search(gap):
        return ("based on",)
    return _made_labels(found, target)


def _of_person(gap: str, target: Sort, office: str) -> tuple[str, ...]:
    """Labels from a person to a name after ``gap``."""
    if target == "work":
        return () if _ASTRAY.search(gap) else _first_label(_WORK, gap)
    if target == "person":
        return _first_label(_ANY, gap) or (("student of",) if _TAUGHT.search(gap) else ())
    lived = _lived_label(gap, target)
    if lived:
        return lived
    if target == "concept" and _TAUGHT.search(gap):
        return ("student of",)
    if office:
        return _held_label(gap, office, target)
    return _nearest_label(_PERSON, gap, target) or _first_label(_ANY, gap)


def _lived_label(gap: str, target: Sort) -> tuple[str, ...]:
    """Where a person was born, died, is buried or lived; one lives in a place and in no organization."""
    if target == "place":
        return _first_label(_PLACE, gap)
    return _first_label(_INSIDE, gap) if target == "organization" else ()


def _of_thing(gap: str, target: Sort, subject: Sort) -> tuple[str, ...]:
    """Labels of the relation from a thing that is not a person to the name after ``gap``."""
    hit = _first_label(_THING, gap)
    if hit == ("starring",) and target not in ("person", "concept", "organization"):
        hit = ()
    if hit == ("headquartered in",) and subject != "organization":
        hit = ("located in",)
    hit = hit or _first_label(_ANY, gap)
    if hit or target not in ("place", "concept") or subject not in _LIE_SOMEWHERE:
        return hit
    lies = _LOCATED.search(gap) and (target == "place" or not re.search(r"\bof (?:the )?$", gap))
    return ("located in",) if lies else ()


# Kinds of things that lie somewhere.
_LIE_SOMEWHERE: Final = ("place", "organization", "event", "concept", "vessel", "product")
_ADAPTED = re.compile(r"\bbased on|adapted from|inspired by", re.I)
_TAUGHT = re.compile(
    r"\b(?:studied|studying|trained|apprenticed)\b[^.;()]{0,30}\b(?:with|under) [a-z ]{0,30}$"
)
_HOLDS: Final = load_pattern("holds_office")
_DEALS_WITH: Final = load_pattern("deals_with_office")
_LEADERS: Final = load_words("leaders")
_RULERS: Final = load_words("rulers")


_OTHERS: Final = load_pattern("other_works")
_HAS: Final = load_pattern("has_part")


def _of_another(before: str, subject: Sort | None) -> bool:
    """Whether a participle belongs to another noun: "services operated by", "an album produced by" of
    a person.
    """
    word = re.search(r"([^\W\d_]+)\s*$", before)
    if (
        subject == "work"
        or word is None
        or before.rstrip().endswith(",")
        or word.group(1) in ("was", "is", "as", "also")
    ):
        return False
    if _HAS.search(before):
        return True
    noun = word.group(1)
    sort = NOUNS.get(noun, NOUNS.get(noun.removesuffix("s")))
    return noun.islower() and (sort != subject if sort is not None else noun.endswith("s") and len(noun) > 3)


# Who is no person directs and writes nothing: "a film made by Ealing Studios".
_PERSONAL: Final = frozenset({"directed by", "written by"})


def _made_labels(found: tuple[str, ...], target: Sort) -> tuple[str, ...]:
    """The labels of a participle that its agent can bear; "the President of Zaire" is not Zaire."""
    if target == "place":
        return ()
    if target == "organization":
        found = tuple("produced by" if label in _PERSONAL else label for label in found)
    return tuple(dict.fromkeys(found))


def _held_label(gap: str, office: str, target: Sort) -> tuple[str, ...]:
    """Whoever *is* "king of Cyprus" rules it; whoever has dealings with the king does not."""
    at = gap.casefold().rfind(office.split()[-1])
    lead = gap[: gap.casefold().rfind(office)] if office in gap.casefold() else gap[:at]
    if _HOLDS.search(lead) is None or _DEALS_WITH.search(lead):
        return ()
    if target == "organization" and _LEADERS.intersection(office.split()):
        return ("worked for",)
    return ("ruler of",) if set(office.split()) & _RULERS else ("held office in",)


def _participle_labels(words: str) -> tuple[str, ...]:
    found = [
        _PARTICIPLE_OF[word] for word in re.findall(r"[a-z-]+", words.casefold()) if word in _PARTICIPLE_OF
    ]
    return tuple(dict.fromkeys(found))


def _first_label(table: tuple[tuple[re.Pattern[str], str], ...], gap: str) -> tuple[str, ...]:
    for cue, label in table:
        if cue.search(gap):
            return (label,)
    return ()


# The kinds of things that a relation may lead to.
_FITS: Final = {each.label: each.several("fits") for each in relations("en") if "fits" in each.keys}


_OFFICE_LABELS: Final = frozenset({"held office in", "ruler of"})


def _is_own_office(lead: str, cue: str, label: str) -> bool:
    """ "was mayor of Chicago" is an office held; "met the mayor of Chicago" is not."""
    noun = label in _OFFICE_LABELS and not re.match(r"(?:ruled|reigned)\b", cue, re.I)
    return not noun or not lead.strip() or _HOLDS.search(lead) is not None


def _nearest_label(table: tuple[tuple[re.Pattern[str], str], ...], gap: str, target: Sort) -> tuple[str, ...]:
    """The fitting cue that starts last."""
    best = -1
    label: tuple[str, ...] = ()
    for cue, each in table:
        if target not in _FITS.get(each, (target,)):
            continue
        match = cue.search(gap)
        if (
            match is not None
            and match.start() > best
            and _is_own_office(gap[: match.start()], match.group(), each)
        ):
            best, label = match.start(), (each,)
    return label
