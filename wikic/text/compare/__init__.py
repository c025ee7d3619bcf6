"""Comparing what two texts say, without a model: by their names, numbers, dates and quantities.

Wording may differ freely; a name, number or date may not appear from nowhere (LLM-Wiki, Table 6: unsupported
facts). So support means: everything of that kind in a statement stands in its evidence, in whatever form.

``unsupported``: what of a statement stands nowhere in its evidence. ``opposed``: the word by which it says
the opposite. ``overstated``: the words by which it says more. ``misplaced``: what it puts beside another
thing than its evidence. ``told_as``: whether the evidence only reports it as said, or as untrue.
``same_fact``: whether two wordings say the same. ``named``: whether a name stands in a text, its words in
any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from wikic.language import all_packs, pack, pack_files
from wikic.language.pack_files import LOWER, UPPER
from wikic.remembered import remembered
from wikic.text.compare import numbers
from wikic.text.compare.equals import equal_spans
from wikic.text.compare.numbers import durations
from wikic.text.compare.opposed import opposed, overstated, told_as
from wikic.text.compare.placed import misplaced
from wikic.text.full_dates import MONTHS, dates, placed_dates
from wikic.text.normalise import normalise
from wikic.text.tokens import tokens

__all__ = [
    "dates",
    "equal_spans",
    "misplaced",
    "named",
    "numbers",
    "opposed",
    "overstated",
    "same_fact",
    "told_as",
    "unsupported",
]

# Share of common words from which two wordings count as one fact, where names and numbers agree; found by
# reading reworded bullets: below a half they say different things about the same names.
SAME_FACT: Final = 0.5

_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_INNER: Final = "[^\\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"
_WORD = re.compile(rf"(?<!{_INNER})(?:[{UPPER}](?:{_INNER}|[’'])*|[{LOWER}]+[{UPPER}]{_INNER}*)")
_CAPITALS: Final = re.compile(rf"[{UPPER}]{{3,6}}")  # an acronym is a name wherever it stands
_PIECE: Final = re.compile(rf"(?:(?!_){_INNER})+")
_LAST_WORD = re.compile(r"([^\W_]+)[\W_]*$")
_STOPWORDS: Final = pack("en").stopwords
_IMPERATIVES: Final = pack("en").imperatives
_CLASSES: Final = frozenset(
    (*pack_files.words("en", "last_words_place"), *pack_files.words("en", "last_words_organization"))
)
_APART = re.compile(r"[\W_]+")
_TITLED = re.compile(r"《([^《》]{1,80})》|“([^“”]{1,80})”|「([^「」]{1,80})」")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_NEGATIONS: Final = frozenset(all_packs.words("negations"))

# Capitalised words that name nothing by themselves.
_EMPTY: Final = frozenset(pack_files.words("en", "empty_capitals"))


def unsupported(statement: str, evidence: Iterable[str]) -> tuple[str, ...]:
    """Names, numbers and dates of ``statement`` that ``evidence`` does not hold, in order, each once.

    Spacing, hyphens and apostrophes do not matter ("Saxe- Coburg" bears out "Saxe-Coburg"); a name may be
    inflected by a possessive. The first word of a statement is only a name when a second one follows it.
    """
    given = _given(tuple(evidence))
    text = normalise(statement)
    if text in given:
        return ()
    missing: list[str] = []
    known_dates = set(dates(given))
    for year, month, day in dates(text):
        if known_dates and (year, month, day) not in known_dates and not _ranged(given, year, month, day):
            missing.append(f"{year:04d}-{month:02d}-{day:02d}")
    lacking = [each for each in numbers.numbers(text) if not each.values & numbers.held(given)]
    unheld = _unheld(text, given)
    told = list(_told_otherwise(text, given)) if lacking or unheld else []  # most texts need no closer look
    months = {MONTHS[month - 1] for _, month, _ in known_dates} if unheld else set()
    missing += [each.shown for each in lacking if not _inside(each.start, each.end, told)]
    missing += [
        each
        for start, each in unheld
        if not _inside(start, start + len(each), told) and each.casefold() not in months
    ]
    return tuple(dict.fromkeys(missing))


def _told_otherwise(text: str, given: str) -> Iterator[tuple[int, int]]:
    """Where ``text`` writes a day or a duration that ``given`` has in another form."""
    known = set(dates(given))
    yield from ((start, end) for start, end, day in placed_dates(text) if day in known)
    lasting = {seconds for _, _, seconds in durations(given)}
    yield from ((start, end) for start, end, seconds in durations(text) if seconds in lasting)


def _inside(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(first <= start and end <= last for first, last in spans)


@remembered(4)  # of a long log every piece cites all
def _given(evidence: tuple[str, ...]) -> str:
    return normalise(" \n ".join(evidence))


def _unheld(text: str, given: str) -> list[tuple[int, str]]:
    """Names of ``text`` that ``given`` does not hold in any form, each with its place."""
    squeezed = _squeeze(given)
    words = set(_PIECE.findall(given.casefold()))
    lacking = [
        match
        for match in _WORD.finditer(text)
        if not (match.start() == 0 and (_opens(text, match) or _is_gerund(match.group(), words)))
        and not _held(match.group().rstrip("'’"), words, squeezed)
    ]
    if lacking:  # most texts need no closer look
        equal = list(equal_spans(text, given))
        lacking = [
            each
            for each in lacking
            if not _inside(each.start(), each.end() - 2, equal) and not _classing(text, each, words)
        ]
    missing = [(match.start(), match.group().rstrip("'’")) for match in lacking]
    if _HAN.search(text):
        missing += [(text.index(name), name) for name in _titled(text) if _squeeze(name) not in squeezed]
    return missing


def _is_gerund(word: str, words: set[str]) -> bool:
    """Whether a word at the head of a text is a verb of the evidence, or one that opens steps: "Moving"."""
    stem = word.casefold().removesuffix("ing")
    if stem == word.casefold():
        return False
    forms = {stem, f"{stem}e", *([stem[:-1]] if stem[-2:-1] == stem[-1:] else [])}
    return not forms.isdisjoint(words | _IMPERATIVES)


def _opens(text: str, match: re.Match[str]) -> bool:
    """Whether the first word of a text has its capital for standing first: "Under Windows"."""
    word = match.group()
    if word.casefold() in _STOPWORDS:
        return True
    return not _CAPITALS.fullmatch(word) and not text[match.end() :].lstrip()[:1].isupper()


def _classing(text: str, match: re.Match[str], words: set[str]) -> bool:
    """Whether a word says of what kind the held name before it is: the Faroe Islands, of "the Faroes"."""
    if match.group() not in _CLASSES:
        return False
    before = _LAST_WORD.search(text, 0, match.start())
    return before is not None and _held(before[1], words, "")


def named(name: str, text: str) -> bool:
    """Whether ``text`` has every word of ``name``, in any order and form."""
    words = set(_PIECE.findall(text.casefold()))
    equal = list(equal_spans(name, text))
    figures = numbers.held(text)
    equal += [(each.start, each.end) for each in numbers.numbers(name) if each.values & figures]
    return all(
        _held(match.group(), words, "")
        or any(start <= match.start() and match.end() <= end for start, end in equal)
        or _classing(name, match, words)
        for match in _PIECE.finditer(name)
    )


def same_fact(a: str, b: str) -> bool:
    """Whether two wordings say the same: equal numbers, one's names among the other's, most words shared.

    Used to carry what people did to a bullet over a new extraction; it is strict, since a wrong carry-over
    puts a person's words on another fact.
    """
    if normalise(a) == normalise(b):
        return True
    if sorted(_NUMBER.findall(a)) != sorted(_NUMBER.findall(b)) or dates(a) != dates(b):
        return False
    words_a, words_b = set(tokens(a)), set(tokens(b))
    if bool(words_a & _NEGATIONS) != bool(words_b & _NEGATIONS):
        return False
    names_a, names_b = _names(a), _names(b)
    if not (names_a <= names_b | _EMPTY or names_b <= names_a | _EMPTY):
        return False
    content_a, content_b = words_a - _EMPTY, words_b - _EMPTY
    if not content_a or not content_b:
        return False
    return len(content_a & content_b) >= SAME_FACT * max(len(content_a), len(content_b))


def _names(text: str) -> set[str]:
    """Capitalised words, the first one left out, case folded and without possessive."""
    return {
        re.sub(r"['’]s$", "", match.group()).casefold()
        for match in _WORD.finditer(text)
        if match.start() > 0 and match.group().casefold() not in _EMPTY
    }


def _held(word: str, words: set[str], squeezed: str) -> bool:
    key = re.sub(r"['’]s$", "", word).casefold()
    if key in _EMPTY or key in words or f"{key}s" in words or (key[-1:] == "s" and key[:-1] in words):
        return True
    pieces = [piece for piece in _APART.split(key) if piece]
    if all(piece in words for piece in pieces):
        return True
    # Four letters: shorter ones stand in other words by accident.
    return len(key) >= 4 and _squeeze(key) in squeezed


def _titled(text: str) -> list[str]:
    return [next(filter(None, groups)) for groups in _TITLED.findall(text)]


def _squeeze(text: str) -> str:
    return _APART.sub("", text.casefold())


def _ranged(given: str, year: int, month: int, day: int) -> bool:
    """Whether the date is one end of a range such as "3–5 May 1904" or "3 May – 5 June 1904"."""
    name = rf"{MONTHS[month - 1][:3]}[a-z]*"
    tail = rf"\s?[–-]\s?\d{{1,2}}(?:st|nd|rd|th)?(?: [a-z]+)?,? {year}\b"
    return bool(re.search(rf"\b(?:{day}(?: {name})?|{name} {day}){tail}", given, re.I))
