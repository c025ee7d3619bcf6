"""Proper names in one sentence, by their shape alone, titles in quotation marks among them."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english import name_edges
from wikic.curator.encyclopaedia.english.vocabulary import (
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
    TITLED,
    Mention,
    load_pattern,
    load_words,
)
from wikic.language.pack_files import UPPER

# A regnal number behind a given name.
_ROMAN = re.compile(r"^(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\.?$")


_JOINED_BY_FOR: Final = load_words("joined_by_for")


def join_names(text: str, found: list[Mention]) -> list[Mention]:
    """Names whose parts are joined by "and": "Skull and Bones Society", "Trinidad and Tobago"."""
    result: list[Mention] = []
    for mention in found:
        previous = result[-1] if result else None
        if (
            previous is not None
            and not previous.quoted
            and not mention.quoted
            and previous.end <= mention.start
        ):
            gap = text[previous.end : mention.start]
            if (gap in (" and ", " & ") and _one_name(text, previous, mention, gap)) or (
                gap in (" for ", " for the ") and _is_institute(previous)
            ):
                result[-1] = Mention(
                    text[previous.start : mention.end], previous.start, mention.end, weak=False
                )
                continue
        result.append(mention)
    return result


def _one_name(text: str, left: Mention, right: Mention, gap: str) -> bool:
    if right.name in ("Company", "Sons", "Co", "Brothers", "Partners", "Associates") or (
        gap == " & " and " " not in left.name + right.name
    ):
        return True
    if (
        re.search(rf", (?:\d+\w\w )?(?:{TITLED}) of [^,]+$", left.name)
        and " " not in right.name
        and right.name not in GIVEN
    ):
        # "17th Earl of Strathmore and Kinghorne", but not "Duke of Cleves and Anna of …".
        return text[right.end : right.end + 4] != " of " and not right.weak
    last = right.name.split()[-1]
    before = text[max(0, left.start - 4) : left.start].casefold()
    return (
        ENDINGS.get(last) == "organization"
        and " " in right.name
        and before.endswith("the ")
        and " " not in left.name
        and left.name not in COUNTRIES
    )


def _is_institute(left: Mention) -> bool:
    words = left.name.split()
    return words[-1] in _JOINED_BY_FOR


_WORK_BEFORE: Final = load_pattern("work_before")


_NAME_BEFORE = re.compile(rf"(?:^|\s)[{UPPER}][^\W_]+\s$")


_NICKNAME_BEFORE: Final = load_pattern("nickname_before")


def is_nickname(text: str, start: int, end: int) -> bool:
    """Whether a quotation stands inside a name: Albert "Bert" Nelson."""
    before = _NAME_BEFORE.search(text, max(0, start - 30), start)
    return before is not None and text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()


def _read_title(text: str, start: int, end: int, quotation: str) -> Mention | None:
    """A quotation that is a title: capitals all through, or named as a work."""
    inner = quotation.strip().rstrip(",")
    if not inner or inner[-1] in ";:" or not (inner[0].isupper() or inner[0].isdigit()):
        return None
    before = text[max(0, start - 30) : start]
    words = re.findall(r"[^\W\d_][\w'’-]*", inner)
    if not words or len(words) > 12:
        return None
    long = [word for word in words if len(word) > 3]
    capital = sum(word[0].isupper() for word in long)
    titled = capital * 10 >= len(long) * 7
    named = _WORK_BEFORE.search(before) is not None
    if quotation.rstrip().endswith(",") and not named:
        return None
    if _NICKNAME_BEFORE.search(before) and not re.search(
        r"(?:films?|songs?|albums?|novels?|series|single|entitled|titled)", before
    ):
        return None
    if not titled and not (named and long and words[0][0].isupper() and len(words) <= 8):
        return None
    if len(words) == 1 and (words[0].casefold() in COMMON or words[0] in DEMONYMS) and not named:
        return None
    if (
        inner[-1] in "?!"
        and not named
        and (len(words) < 3 or sum(word[0].isupper() for word in words) * 10 < len(words) * 6)
    ):
        return None
    return Mention(inner.rstrip("."), start, end, quoted=True)


MAX_NAME: Final = 80  # characters; longer runs of capitals are headings, not names

_NAME: Final = load_pattern("name")
_QUOTED = re.compile(r"[\"“«]([^\"“”«»]{1,90})[\"”»]")
_STARTS_ANEW = re.compile(r"(?:^|[.!?:…]\s+|[\"“‘«—]\s*|--\s*)$")
_OFFICE_OF = re.compile(r"^(?P<office>.+?) (?:of|for) (?:the )?(?P<rest>.+)$")


def find_names(text: str, title: str = "") -> list[Mention]:
    """The names of ``text``, in order, none within another.

    ``title`` is what the document is called: where it stands word for word it is one name, whatever its
    shape.
    """
    found: list[Mention] = []
    quoted: list[tuple[int, int]] = []
    if len(title) > 3 and title in text:
        for start, end in _find_title(text, title):
            found.append(Mention(title, start, end, quoted=start > 0 and text[start - 1] in '"“'))
            quoted.append((start, end))
    for match in _QUOTED.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in quoted):
            continue
        if is_nickname(text, *match.span()):
            quoted.append(match.span())
            continue
        work = _read_title(text, match.start(), match.end(), match.group(1))
        if work is not None:
            found.append(work)
            quoted.append(match.span())
    for match in _NAME.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in quoted):
            continue
        found.extend(_names_of_run(text, match.group(), match.start()))
    found.sort(key=lambda mention: mention.start)
    return join_names(text, found)


def _find_title(text: str, title: str) -> list[tuple[int, int]]:
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


def _names_of_run(text: str, run: str, at: int) -> list[Mention]:
    """The names in a run of capitalised words that starts at ``at``: none, one, or two."""
    run, at = name_edges.without_number(run, at)
    head, comma, state = run.rpartition(", ")
    if comma and state in STATES and (head in STATES or head in COUNTRIES or head in MONTHS):
        return [*_names_of_run(text, head, at), *_names_of_run(text, state, at + len(head) + 2)]
    anew = _STARTS_ANEW.search(text[max(0, at - 4) : at]) is not None
    name, shift = name_edges.without_opening(run, anew)
    at += shift
    name = name_edges.without_tail(name)
    year = _OF_YEAR.search(name)
    if year is not None and " " not in name[: year.start()]:
        name = name[: year.start()]
    if not name:
        return []
    words = name.split()
    if len(words) > 1 and words[0] in DEMONYMS and (words[1] == "World" or _is_person_or_office(words)):
        cut = len(words[0]) + 1
        name, at, words = name[cut:], at + cut, words[1:]
    if all(_names_nothing(word) for word in words) and not _is_institution(words):
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
        return [
            *_names_of_run(text, first_comma, at),
            *_names_of_run(text, name[len(first_comma) + 2 :], cut + 2),
        ]
    office = _OFFICE_OF.match(first_comma)
    if office is not None and _is_office(office.group("office").split()):
        return _of_office(text, office, at) if len(office.group("rest")) < len(name) else []
    if len(name) > MAX_NAME or len(name) < 2:
        return []
    end = at + len(name)
    bare, alias = name_edges.split_honorific(name)
    weak = anew and shift == 0 and len(words) == 1
    if weak and (name.casefold() in COMMON or (len(name) < 3 and not name.isupper())):
        return []
    if len(words) == 1 and name_edges.is_common(name):
        return []
    weak = weak or (
        len(words) == 1 and name_edges.names_nothing(name, text[max(0, at - 12) : at], text[end:])
    )
    return [Mention(bare, at, end, alias=alias, weak=weak, opens=anew and shift == 0)]


def _of_office(text: str, office: re.Match[str], at: int) -> list[Mention]:
    """The land of an office, and who holds it: "President of the United States Bill Clinton"."""
    rest = office.group("rest")
    inner = at + office.start("rest")
    for land in (" ".join(rest.split()[:2]), rest.split()[0]):
        if land in COUNTRIES or land in STATES:
            behind = rest[len(land) + 1 :]
            if rest.startswith(f"{land} ") and behind.split()[0] in GIVEN:
                holder = _names_of_run(text, behind, inner + len(land) + 1)
                return [Mention(land, inner, inner + len(land)), *holder]
            break
    return [
        Mention(each.name, each.start, each.end, office=office.group("office").casefold())
        for each in _names_of_run(text, rest, inner)
        if not each.weak or " " in rest
    ]


def _is_office(words: list[str]) -> bool:
    """Whether the words before "of" are those of an office: "Grand Duke", "deputy mayor"."""
    return any(word in OFFICES for word in words) and all(
        word in OFFICES or _names_nothing(word) or word in DEMONYMS or word in _LINKS for word in words
    )


_LINKS: Final = load_words("name_links")


_LAND_OF: Final = load_pattern("land_of")
_OF_YEAR = re.compile(r" of \d{4}$")


def _names_nothing(word: str) -> bool:
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


def _is_institution(words: list[str]) -> bool:
    """ "British Army", "Royal Navy": common words that name one thing together."""
    last = words[-1]
    first = words[0] in DEMONYMS or words[0] in ("Royal", "Imperial", "North", "South", "East", "West")
    return len(words) > 1 and first and last in ENDINGS and last not in OFFICES and last not in DEMONYMS


def _is_person_or_office(words: list[str]) -> bool:
    rest = words[1:]
    if rest[-1] in ENDINGS:
        return False
    return rest[0] in MALE or rest[0] in FEMALE or rest[0] in OFFICES or rest[0] in HONORIFICS
