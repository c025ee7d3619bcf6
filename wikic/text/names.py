"""Names as identity sees them: what must never be one thing, and letters with a number that name a document.

A shared name is weak evidence; a differing number is strong evidence against. ``conflict`` is the veto that
resolution, aliases and merging ask (docs/decisions/0008). People name documents "ADR 4", "INC-212",
"v3.16.0".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from wikic.language import pack_files
from wikic.text.normalise import fold_name, normalise

_DISAMBIGUATOR = re.compile(r"^(?P<base>.*\S)\s*[(（](?P<inner>[^()（）]+)[)）]$", re.S)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ROMAN = re.compile(r"\b(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b(?!\.\s*[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_APART = re.compile(r"[\W_]+")

_ORDINAL_OF: Final = {word: str(at) for at, word in enumerate(pack_files.words("en", "ordinals"), 1)}

# Words of which each marks a thing that is not the same thing with another, or with none of the set.
_OPPOSITES: Final[tuple[tuple[frozenset[str], ...], ...]] = (
    (frozenset({"jr", "junior", "younger"}), frozenset({"sr", "senior", "elder"})),
    (frozenset({"draft"}), frozenset({"final"})),
    (
        frozenset({"north", "northern"}),
        frozenset({"south", "southern"}),
        frozenset({"east", "eastern"}),
        frozenset({"west", "western"}),
    ),
    (frozenset({"upper"}), frozenset({"lower"})),
    (frozenset({"old"}), frozenset({"new"})),
    (frozenset({"king", "emperor"}), frozenset({"queen", "empress"})),
    (frozenset({"duke", "prince"}), frozenset({"duchess", "princess"})),
    (frozenset({"men's", "mens"}), frozenset({"women's", "womens"})),
)
_MARKED: Final = frozenset({"jr", "junior", "sr", "senior", "elder", "younger", "draft", "final"})


def base(title: str) -> str:
    """``title`` without a trailing "(disambiguator)"; the title itself when it has none."""
    match = _DISAMBIGUATOR.match(title)
    return normalise(match.group("base")) if match else normalise(title)


def disambiguator(title: str) -> str | None:
    """What stands in the trailing parentheses of ``title``, or None."""
    match = _DISAMBIGUATOR.match(title)
    return normalise(match.group("inner")) or None if match else None


def squeezed(name: str) -> str:
    """The letters and digits of ``name`` in lower case: names of one such form are spelt alike."""
    return _APART.sub("", name).casefold()


def conflict(a: str, b: str) -> bool:
    """Whether two titles must never be one thing; symmetric, and never true of equal names.

    Differing numbers, years, ordinals or roman numerals, differing disambiguators, and opposites such as
    junior and senior or draft and final conflict. A name without any number does not conflict with one that
    has a regnal number or a disambiguator: "Theodred" may be short for "Theodred II (Bishop of Elmham)".
    """
    if fold_name(a) == fold_name(b):
        return False
    inner_a, inner_b = disambiguator(a), disambiguator(b)
    if inner_a and inner_b and fold_name(inner_a) != fold_name(inner_b):
        return True
    base_a, base_b = base(a), base(b)
    for one, other in (
        (_numbers(base_a), _numbers(base_b)),
        (_numbers(inner_a or ""), _numbers(inner_b or "")),
        (_numerals(base_a), _numerals(base_b)),
    ):
        if one and other and one != other:
            return True
    # "Apollo 11" and "Apollo": a number that only one has makes it a member of a series, unless it is regnal.
    if _numbers(base_a) != _numbers(base_b):
        return True
    return _opposed(_words(base_a), _words(base_b))


def _numbers(name: str) -> tuple[str, ...]:
    """Digits in a name, ordinal words included, sorted."""
    found = [match.group().replace(",", ".") for match in _NUMBER.finditer(name)]
    found += [_ORDINAL_OF[word] for word in _words(name) if word in _ORDINAL_OF]
    return tuple(sorted(found))


def _numerals(name: str) -> tuple[str, ...]:
    """Roman numerals of a name in order; a leading one-letter word is an initial or a pronoun."""
    return tuple(m.group() for m in _ROMAN.finditer(name) if m.group() and m.start() > 0)


def _words(name: str) -> frozenset[str]:
    text = name.casefold().replace("’", "'")
    return frozenset(_WORD.findall(text)) | frozenset(w for w in text.split() if "'" in w)


def _opposed(a: frozenset[str], b: frozenset[str]) -> bool:
    for group in _OPPOSITES:
        sides_a = [side for side in group if a & side]
        sides_b = [side for side in group if b & side]
        if sides_a and sides_b and sides_a != sides_b:
            return True
    return bool((a & _MARKED) and (b & _MARKED) and not (a & b & _MARKED)) or _one_marked(a, b)


def _one_marked(a: frozenset[str], b: frozenset[str]) -> bool:
    """ "Smith" and "Smith Jr." are two people as often as not: doubt means two."""
    return bool((a & _MARKED) ^ (b & _MARKED)) and (a - _MARKED) == (b - _MARKED)


_LETTERS: Final = r"[^\W\d_]{2,12}"
_CODE: Final = r"[A-Z]{2,8}(?:-?\d{2,7}| \d{1,7})"
_VERSION: Final = r"v?\d{1,4}\.\d{1,4}\.\d{1,4}"
_SAID: Final = re.compile(rf"(?<![\w/.#-])(?:{_CODE}|{_LETTERS} #\d{{1,7}}|{_VERSION})(?![\w-]|[./:]\w)")
_NUMBERED: Final = re.compile(rf"({_LETTERS})[ _#-]{{0,2}}0*(\d{{1,7}})")
_NUMBERED_FIRST: Final = re.compile(rf"({_LETTERS}[ _-]?\d{{1,7}})(?=[ _-]|$)")
_NUMBER_FIRST: Final = re.compile(r"0*(\d{1,7})[-_. ]\D.*")
_OF_TITLE: Final = re.compile(
    rf"^([A-Z]{{2,8}}-\d{{2,7}})(?=\s)|(?:^|\s)({_CODE}|{_LETTERS} #?\d{{1,7}})(?=\s*[:—–]|\s-\s|$)"
    rf"|[(\[]({_CODE})[)\]]"
)
_OF_HEADING: Final = re.compile(rf"\[?({_VERSION})(?=[\s\]):,–—-]|$)")
_FEWEST: Final = 2  # versions that are headings, of a document that tells of versions


def fold_designation(name: str) -> str:
    """What names by one designation have in common: "adr 4" of "ADR-0004"; "" for any other name."""
    if re.fullmatch(_VERSION, name):
        return name.removeprefix("v")
    found = _NUMBERED.fullmatch(name)
    return f"{found[1].casefold()} {found[2]}" if found else ""


def designations_said(text: str) -> Iterator[str]:
    """The designations that a text uses, as it writes them, in order."""
    return (found[0] for found in _SAID.finditer(text))


def designations_of(path: str, title: str, headings: Iterable[str]) -> set[str]:
    """The folded designations of a document.

    By its file, ``adr/0004-one-queue.md`` or ``ticket-4821-login.txt``; by its title, "One queue (INC-212)"
    or "INC-212 one queue"; by the versions that are its headings, where it tells of several.
    """
    *_, folder, name = ("", *path.split("/"))
    stem = name.rpartition(".")[0] or name
    names = [found[1]] if (found := _NUMBERED_FIRST.match(stem)) else []
    if number := _NUMBER_FIRST.fullmatch(stem):
        names.append(f"{folder} {number[1]}")
    names += [next(filter(None, found.groups())) for found in _OF_TITLE.finditer(title)]
    versions = {found[1] for each in headings if (found := _OF_HEADING.match(each))}
    if len(versions) >= _FEWEST:
        names += versions
    return {designation for each in names if (designation := fold_designation(each))}
