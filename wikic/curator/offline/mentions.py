"""Proper names in one sentence, by their shape alone."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline import joining, passing, works
from wikic.curator.offline.english import (
    COMMON,
    COUNTRIES,
    DAYS,
    DEMONYMS,
    ENDINGS,
    FEMALE,
    GENERIC,
    GIVEN,
    HONORIFICS,
    MALE,
    MONTHS,
    OFFICES,
    STATES,
    pattern,
    words,
)
from wikic.curator.offline.mention import Mention

MAX_NAME: Final = 80  # characters; longer runs of capitals are headings, not names

_LEADING_PARTICLES: Final = pattern("leading_particles")
_TRAILING_PARTICLES: Final = pattern("trailing_particles")
_CONTRACTED = re.compile(r"['’](?:ll|m|ve|d|re|s|t)$")
_STATES: Final = "|".join(re.escape(state) for state in sorted(STATES))
_NAME: Final = pattern("name")
_QUOTED = re.compile(r"[\"“«]([^\"“”«»]{1,90})[\"”»]")
_ROMAN = re.compile(r"^(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\.?$")
_STARTS_ANEW = re.compile(r"(?:^|[.!?:…]\s+|[\"“‘«—]\s*|--\s*)$")
_OFFICE_OF = re.compile(r"^(?P<office>.+?) (?:of|for) (?:the )?(?P<rest>.+)$")


def find(text: str, title: str = "", *, first_person: bool = False) -> list[Mention]:
    """The names of ``text``, in order, none within another.

    ``title`` is what the document is called: where it stands word for word it is one name, whatever its
    shape.
    ``first_person`` texts say "I" after a name: "John Curgenven I liked best" is no king.
    """
    found: list[Mention] = []
    quoted: list[tuple[int, int]] = []
    if len(title) > 3 and title in text:
        for start, end in _occurrences(text, title):
            found.append(Mention(title, start, end, quoted=start > 0 and text[start - 1] in '"“'))
            quoted.append((start, end))
    for match in _QUOTED.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in quoted):
            continue
        if works.is_nickname(text, *match.span()):
            quoted.append(match.span())
            continue
        titles = works.works(text, match)
        if titles:
            found.extend(titles)
            quoted.append(match.span())
    for match in _NAME.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in quoted):
            continue
        run = match.group()
        if first_person and run.endswith(" I") and not (set(run.split()[:-1]) & GIVEN):
            run = run[:-2]
        found.extend(_names(text, run, match.start()))
    found.sort(key=lambda mention: mention.start)
    return joining.joined(text, found)


def _occurrences(text: str, title: str) -> list[tuple[int, int]]:
    """Where the title stands as words of its own, not as the head of a longer one ("X, 3rd Baronet")."""
    result: list[tuple[int, int]] = []
    at = text.find(title)
    while at >= 0:
        end = at + len(title)
        alone = not (at and (text[at - 1].isalnum() or text[at - 1] == "_"))
        if (
            alone
            and not text[end : end + 1].isalnum()
            and not (text[end : end + 2] == ", " and text[end + 2 : end + 3].isdigit())
        ):
            result.append((at, end))
        at = text.find(title, end)
    return result


def _names(text: str, run: str, at: int) -> list[Mention]:
    """The names in a run of capitalised words that starts at ``at``: none, one, or two."""
    run, at = _without_number(run, at)
    head, comma, state = run.rpartition(", ")
    if comma and state in STATES and (head in STATES or head in COUNTRIES or head in MONTHS):
        return [*_names(text, head, at), *_names(text, state, at + len(head) + 2)]
    anew = _STARTS_ANEW.search(text[max(0, at - 4) : at]) is not None
    name, shift = _without_opening(run, anew)
    at += shift
    name = _without_tail(name)
    year = _OF_YEAR.search(name)
    if year is not None and " " not in name[: year.start()]:
        name = name[: year.start()]
    if not name:
        return []
    words = name.split()
    if len(words) > 1 and words[0] in DEMONYMS and (words[1] == "World" or _is_person_or_office(words)):
        cut = len(words[0]) + 1
        name, at, words = name[cut:], at + cut, words[1:]
    if all(_empty(word) for word in words) and not _institution(words):
        return []
    first_comma = name.split(",")[0]
    if (
        "," in name
        and " " not in first_comma
        and _LAND_OF.search(text[max(0, at - 20) : at])
        and not name.endswith(tuple(STATES))
    ):
        # "duchy of Hum, Grand Duke of Bosnia": the title is not Hum's.
        cut = at + len(first_comma)
        return [*_names(text, first_comma, at), *_names(text, name[len(first_comma) + 2 :], cut + 2)]
    office = _OFFICE_OF.match(first_comma)
    if (
        office is not None
        and any(w in OFFICES for w in office.group("office").split())
        and all(
            w in OFFICES or _empty(w) or w in DEMONYMS or w in _LINKS for w in office.group("office").split()
        )
    ):
        rest = office.group("rest")
        inner = at + office.start("rest")
        land = next(
            (
                each
                for each in (" ".join(rest.split()[:2]), rest.split()[0])
                if each in COUNTRIES or each in STATES
            ),
            "",
        )
        if land and rest.startswith(f"{land} ") and rest[len(land) + 1 :].split()[0] in GIVEN:
            # "President of the United States Bill Clinton"
            after = inner + len(land) + 1
            return [Mention(land, inner, inner + len(land)), *_names(text, rest[len(land) + 1 :], after)]
        return (
            [
                Mention(each.name, each.start, each.end, office=office.group("office").casefold())
                for each in _names(text, rest, inner)
                if not each.weak or len(rest.split()) > 1
            ]
            if len(rest) < len(name)
            else []
        )
    if len(name) > MAX_NAME or len(name) < 2:
        return []
    end = at + len(name)
    bare, alias = _honorific(name)
    weak = anew and shift == 0 and len(words) == 1
    if weak and (name.casefold() in COMMON or (len(name) < 3 and not name.isupper())):
        return []
    if len(words) == 1 and _CONTRACTED.sub("", name).casefold() in COMMON:
        return []
    weak = weak or (len(words) == 1 and passing.names_nothing(name, text[max(0, at - 12) : at], text[end:]))
    return [Mention(bare, at, end, alias=alias, weak=weak, opens=anew and shift == 0)]


_LINKS: Final = words("name_links")


_LAND_OF: Final = pattern("land_of")
_OF_YEAR = re.compile(r" of \d{4}$")
_DATED: Final = words("dated_events")


def _without_number(run: str, at: int) -> tuple[str, int]:
    """A year or ordinal belongs to an event or a firm ("1972 Summer Olympics", "20th Century Fox"),
    else not.
    """
    first, _, rest = run.partition(" ")
    if not first[0].isdigit():
        return run, at
    words = rest.split()
    kept = words[-1] in _DATED
    if not first.isdigit():
        kept = len(words) > 1 and words[0] not in OFFICES and words[0] not in DEMONYMS and "," not in rest
    return (run, at) if kept else (rest, at + len(first) + 1)


def _without_opening(run: str, anew: bool) -> tuple[str, int]:
    """A run without the common words that a sentence put before the name, and how many characters went."""
    name, shift = run, 0
    while True:
        first, _, rest = name.partition(" ")
        plain = _CONTRACTED.sub("", first.rstrip("'’,."))
        drop = (
            (anew or shift)
            and not first.endswith(".")
            and plain.casefold() in COMMON
            and plain not in HONORIFICS
            and plain not in DEMONYMS
        )
        drop = (
            bool(drop)
            or (plain == first and plain in ("The", "I", "A", "An") and (anew or plain in ("I", "A")))
            or (plain == "I" and plain != first)
        )
        if _COMPOUND.match(plain) or (plain == "The" and rest.startswith(("Hon", "Rev", "Right", "Rt"))):
            drop = True
        if (
            anew
            and not shift
            and first.endswith(("ly", "ing"))
            and len(first) > 5
            and (rest[:1].isupper() or (first.endswith("ing") and rest.startswith("of the ")))
            and plain not in GIVEN
        ):
            drop = True  # "Unquestionably Cornwall", "Approaching St. Ives", "Opening of the Swing Bridge"
        if plain in MONTHS and (not rest or not rest[0].isupper()):
            drop = True
        if (
            plain in ("Mr", "Mrs", "Miss", "Ms", "May", "Will", "Mark", "Grant")
            and rest
            and rest[:1].isupper()
        ):
            drop = False
        if not drop:
            return name, shift
        if not rest:
            return "", shift
        trimmed = _LEADING_PARTICLES.sub("", rest)
        shift += len(name) - len(trimmed)
        name = trimmed


_COMPOUND: Final = pattern("compound_adjective")


_TAIL_COMPOUND: Final = pattern("compound_tail")


def _without_tail(name: str) -> str:
    """A run without trailing months, days, lone "I" and dangling commas."""
    name = _TAIL_COMPOUND.sub("", name)
    while name:
        words = name.rsplit(" ", 1)
        last = words[-1]
        if len(words) == 2 and (
            (last in MONTHS and len(last) > 3 and last not in ("April", "June", "August"))
            or last in DAYS
            or last in ("The", "In", "He", "She", "It", "A")
        ):
            name = _TRAILING_PARTICLES.sub("", words[0]).rstrip(", ")
            continue
        break
    if re.search(r"(?:^|\s)[IVX]\.$", name):  # a numeral before the full stop: "World War I."
        name = name[:-1]
    return name.rstrip("'’, &-")


def _empty(word: str) -> bool:
    """Whether a capitalised word by itself names nothing."""
    plain = word.rstrip("'’,.")
    return (
        plain in DEMONYMS
        or plain in MONTHS
        or plain in DAYS
        or plain in GENERIC
        or plain in OFFICES
        or plain in HONORIFICS
        or word in _LINKS
        or plain.casefold() in ("the", "a", "an", "and", "of")
        or ("-" in plain and all(piece in DEMONYMS or piece.islower() for piece in plain.split("-")))
        or (bool(plain) and all(piece in DEMONYMS for piece in plain.split("-")))
    )


def _institution(words: list[str]) -> bool:
    """ "British Army", "Royal Navy": common words that name one thing together."""
    last = words[-1]
    first = words[0] in DEMONYMS or words[0] in ("Royal", "Imperial", "North", "South", "East", "West")
    return len(words) > 1 and first and last in ENDINGS and last not in OFFICES and last not in DEMONYMS


def _is_person_or_office(words: list[str]) -> bool:
    rest = words[1:]
    if rest[-1] in ENDINGS:
        return False
    return rest[0] in MALE or rest[0] in FEMALE or rest[0] in OFFICES or rest[0] in HONORIFICS


def _honorific(name: str) -> tuple[str, str | None]:
    """A name without the style before it, and the styled form; a single name keeps its style.

    Prince, Princess, Archduke and Duke stay: they are part of how such people are told apart.
    """
    words = name.split(" ")
    cut = 0
    while cut < len(words) - 1 and words[cut] in HONORIFICS and words[cut] not in _KEPT_STYLES:
        cut += 1
    rest = words[cut:]
    if cut == 0 or len(rest) < 2 or len([w for w in rest if not _ROMAN.match(w) and w[0].isupper()]) < 2:
        return name, None
    if words[0] == "Sir" and ("Baronet" in name or "Baronet," in name):
        return name, None
    if words[0] in _PART_OF_NAME:
        return name, None
    if (
        rest[0] == "of"
        or rest[0] in ENDINGS
        or rest[-1] in ENDINGS
        or not (rest[0] in MALE or rest[0] in FEMALE or words[0] not in OFFICES or _regnal(rest))
    ):
        return name, None
    return " ".join(rest), name


_KEPT_STYLES: Final = words("kept_styles")


_PART_OF_NAME: Final = words("part_of_name")


def _regnal(words: list[str]) -> bool:
    return any(_ROMAN.match(word) for word in words[1:])
