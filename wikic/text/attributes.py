"""Attributes a thing has one value of, as sentences give them: two values exclude each other.

What sentences look like is told by the packs (``single_values.txt``); what values may say the same, here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, partial, reduce
from itertools import starmap
from typing import Final, Literal

from wikic.language import all_packs, pack_files
from wikic.language.pack_files import UPPER
from wikic.text import names
from wikic.text.compare import numbers
from wikic.text.normalise import fold_name

Sort = Literal["date", "day", "place", "holder", "length", "measure", "name"]
PASSING: Final = frozenset({"holder", "measure"})
"""Sorts of values that change with time: one document may say what was, the other what is."""

_IT: Final = "\ue000"  # stands for the thing in a sentence that is looked at
_MONTHS: Final = tuple(word for code in ("en", "de") for word in pack_files.words(code, "months"))
_MONTH_OF: Final = {word[:3].casefold(): at % 12 + 1 for at, word in enumerate(_MONTHS)}
_SHORT: Final = "|".join(word[:3] for word in _MONTHS[:12])
_MONTH: Final = rf"(?i:{pack_files.alternatives(_MONTHS)}|(?:{_SHORT})\b\.?)"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_FULL: Final = (
    rf"{_DAY} {_MONTH},? \d{{3,4}}|{_MONTH} {_DAY},? \d{{3,4}}|\d{{4}}-\d\d-\d\d|{_MONTH},? \d{{4}}"
)
_DATE: Final = (
    rf"(?:{_FULL}|\d{{3,4}}年(?:\d{{1,2}}月(?:\d{{1,2}}日)?)?|\d{{3,4}}(?![\d,.]\d|[ -]?[A-Za-z]*met))"
)
_PLACE: Final = (
    rf"(?!{_MONTH})[{UPPER}][\w’'-]+(?: (?:(?:of|de|del|am|an der|upon) )?[{UPPER}][\w’'-]+){{0,3}}"
)
# What a unit counts, and how many of the smallest one of that it is.
_UNITS: Final = {unit: (what, Decimal(size)) for unit, what, size in all_packs.rows("measures")}
_UNIT: Final = pack_files.alternatives(_UNITS)
_UNIT_BEHIND: Final = re.compile(rf"{_UNIT}$")
_UNIT_OF_ANY: Final = "米"  # behind a number of Han script, which is one only where something is counted
_CURRENCIES: Final = "$€£"
_COUNT: Final = rf"(?:\d[\d.,]*|(?<![\w-])[a-z]+(?:-[a-z]+)?|[{numbers.HAN}]+)(?: |-|个)?"
_METRES: Final = pack_files.alternatives(unit for unit, (what, _) in _UNITS.items() if what == "length")
_VALUES: Final = {
    "date": _DATE,
    "day": rf"(?:{_FULL}|\d{{4}}年\d{{1,2}}月(?:\d{{1,2}}日)?)",
    "place": _PLACE,
    "holder": rf"(?:{_PLACE}|[\u4e00-\u9fff·]{{2,12}}(?=[，。；、]|$))",
    "length": rf"{_COUNT}{_METRES}(?![a-z])",
    "measure": rf"(?:[{_CURRENCIES}] ?\d[\d.,]*(?: [mb]illion)?|{_COUNT}{_UNIT}(?![a-z]))",
}
# What may stand between, a place or parents: no second thing said of the subject, nobody else's life.
_GAP: Final = (
    r"(?:(?:(?!\b(?:and (?:was|is|died|moved|married|he|she|grew|in|at|by)|but|from|who|with|after|before)\b)"
    r"[^.;()]){0,80}? )?"
)
# The thing as the subject of a sentence, or of the next one, as what stands for it there.
_SUBJECT: Final = re.compile(
    rf"(?:^|(?<=[.!?。] )|(?<=。))(?P<it>(?:(?:[Tt]he|Der|Die|Das) )?{_IT})"
    rf"(?:(?= |’s|'s)[^.!?]*[.!?] (?:It|He|She|Its|Er|Sie|Es)\b|：(?:他|她|它))?"
)
_SUBJECT_HERE: Final = "{it}"
_LIST: Final = "single_values"
_BEHIND_NAME: Final = rf"(?! [{UPPER}\d])"
_PARTS: Final = (("{gap}", _GAP), ("{name}", rf"{_IT}{_BEHIND_NAME}"))
# A name that nobody has told: words with capitals and figures; of Han script what stands before a verb, or
# behind it.
_WORD: Final = rf"[{UPPER}](?:[\w&+-]|\.(?=\w))*"
_LINKED: Final = r"(?:(?:of|de|del|and|for|the|von|der) ){0,2}"
_NAME: Final = rf"(?P<it>{_WORD}(?: {_LINKED}(?:{_WORD}|\d[\w.-]*\w|\d)){{0,5}})"
_HAN_NAME: Final = r"(?P<it>[\u4e00-\u9fffA-Za-z0-9·]{2,16}?)"
_NAMED_SUBJECT: Final = re.compile(
    rf"(?:^|(?<=[.!?\n] )|(?<=\n))(?:(?:[Tt]he|Der|Die|Das) )?{_NAME}"
    r"(?:(?= |’s|'s)[^.!?]*[.!?] (?:It|He|She|Its|Er|Sie|Es)\b)?"
)
_HAN_SUBJECT: Final = rf"(?:^|(?<=[。！？；，：\n]))[即指按如]?{_HAN_NAME}(?:[^。！？；]*。(?:它|他|她))?"
_NAMED: Final = f"{_NAME}{_BEHIND_NAME}"
_HAN_NAMED: Final = rf"{_HAN_NAME}(?=[，。；、！？\s的]|$)"
_NO_NAME: Final = re.compile(r"[的了是他她它其这那该本此被把并而们]")
_OF_PERSONS: Final = frozenset({"date of birth", "date of death"})
_ERRORS: Final = 10  # years by which sources differ on one person
_HAN_LETTERS: Final = 4  # of a name of Han script: what is shorter is as often a common noun
_HAN: Final = "\u2e80"
_LOOKED_AT: Final = 2_000  # letters of a text
_NEAR: Final = (16, 12)  # letters before and behind a value in which a word makes it uncertain
_NUMBERS: Final = re.compile(r"\d+")
_FIGURE: Final = re.compile(r"\d[\d.,]*")
_GROUPS: Final = re.compile(r"[.,](?=\d{3}(?!\d))")
_SLACK: Final = Decimal("0.02")  # share by which two lengths may differ that were rounded or converted
_CALENDARS: Final = range(10, 14)  # days between the Julian calendar and the Gregorian
_ONE_CALENDAR: Final = 1924  # from when on every country had one


@dataclass(frozen=True, slots=True)
class Value:
    """What a sentence says one of these attributes is.

    attribute: "date of birth", "capital" …
    text: the value, as written.
    sort: what the value is: a ``name`` is another thing's.
    """

    attribute: str
    text: str
    sort: Sort

    def excludes(self, other: Value) -> bool:
        """Whether both cannot hold of one thing; values that may say the same do not exclude each other."""
        return self.attribute == other.attribute and _DIFFER[self.sort](self.text, other.text)


def says_any(text: str) -> bool:
    """Whether ``text`` may give any of the attributes: a quick look, before the close one."""
    return any(hint.search(text) is not None for hint, *_ in _languages())


def called(title: str, aliases: Iterable[str] = ()) -> tuple[str, ...]:
    """How sentences name the thing of that title, the longest first."""
    every = {title, names.base(title), title.split(",")[0], *aliases}
    return tuple(sorted(filter(None, every), key=lambda name: (-len(name), name)))


def with_name(text: str, title: str) -> str:
    """A sentence about a thing, its name in place of the pronoun of Han script that opens it."""
    return f"{title}{text[1:]}" if text[:1] in ("它", "他", "她") else text


def values(text: str, called: Iterable[str]) -> tuple[Value, ...]:
    """What ``text`` says of what is called one of ``called``: each attribute once, as it is told first."""
    text = text[:_LOOKED_AT]
    patterns = [each for hint, closed, _ in _languages() if hint.search(text) is not None for each in closed]
    marked = _marked(text, called) if patterns else ""
    if _IT not in marked:
        return ()
    subjects = [end for each in _SUBJECT.finditer(marked) for end in (each.end("it"), each.end())]
    found: dict[str, Value] = {}
    for each in patterns:
        match = each.find(marked, subjects)
        value = each.value(match) if match is not None and _IT not in match["value"] else None
        if value is not None:
            found.setdefault(value.attribute, value)
    return tuple(found.values())


def values_of_names(text: str) -> tuple[tuple[str, Value], ...]:
    """What ``text`` says of whatever it names, by names that nobody has told: pairs of a name and a value."""
    text = text[:_LOOKED_AT]
    found: dict[tuple[str, Value], None] = {}
    subjects = [
        (each["it"], end) for each in _NAMED_SUBJECT.finditer(text) for end in (each.end("it"), each.end())
    ]
    for hint, closed, opened in _languages():
        if hint.search(text) is None:
            continue
        told = [(match["it"], each, match) for each in opened for match in each.expression.finditer(text)]
        for name, at in subjects:
            matches = ((each, each.expression.match(text, at)) for each in closed if each.about)
            told += [(name, each, match) for each, match in matches if match is not None]
        for name, each, match in told:
            value = each.value(match)
            if value is not None and name not in value.text and _is_telling(name, value):
                found[name, value] = None
    return tuple(found)


def _is_telling(name: str, value: Value) -> bool:
    """Whether a name is nobody else's common word: several words, a figure, or so many characters. One of Han
    script that is born or dies is a person's, however short.
    """
    if name[0] < _HAN:
        return " " in name or any(letter.isdigit() or letter.isupper() for letter in name[1:])
    return (value.attribute in _OF_PERSONS or len(name) >= _HAN_LETTERS) and _NO_NAME.search(name) is None


def _marked(text: str, called: Iterable[str]) -> str:
    """The text with a mark for every name of the thing."""
    for name in called:
        at = text.find(name)
        while at >= 0:
            end = at + len(name)
            if _is_whole(text, at, end):
                text = f"{text[:at]}{_IT}{text[end:]}"
                end = at + 1
            at = text.find(name, end)
        # "奥斯盖特天文台：天文台成立于…": the sentence calls it by the end of its name.
        behind = text[2:] if text.startswith(f"{_IT}：") else ""
        size = next((size for size in range(len(name) - 1, 1, -1) if behind.startswith(name[-size:])), 0)
        text = f"{_IT}{behind[size:]}" if size else text
    return text


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no letter goes on before or behind what stands there; Han script has no blanks."""
    before, behind = text[start - 1 : start] + text[start], text[end - 1] + text[end : end + 1]
    return not any(len(pair) == 2 and pair.isalnum() and max(pair) < _HAN for pair in (before, behind))


@dataclass(frozen=True, slots=True)
class _Pattern:
    """What finds a value.

    attribute, sort: of the value; without an attribute the text says it.
    about: whether it stands behind the subject of a sentence, or anywhere.
    expression: with the group ``value``, and ``attribute`` where the text says it.
    """

    attribute: str
    sort: Sort
    about: bool
    expression: re.Pattern[str]

    def find(self, text: str, subjects: Iterable[int]) -> re.Match[str] | None:
        """The first that fits; ``subjects``: where they end."""
        if not self.about:
            return self.expression.search(text)
        return next(filter(None, (self.expression.match(text, at) for at in subjects)), None)

    def value(self, match: re.Match[str]) -> Value | None:
        """What was found; None where the text is not sure of it."""
        around = match.string[max(0, match.start("value") - _NEAR[0]) : match.end("value") + _NEAR[1]]
        said = match["value"].rstrip(".")
        if _unsure().search(around) is not None or (self.sort in ("length", "measure") and not _sizes(said)):
            return None
        return Value(self.attribute or match["attribute"], said, self.sort)


@cache
def _languages() -> tuple[tuple[re.Pattern[str], tuple[_Pattern, ...], tuple[_Pattern, ...]], ...]:
    """For each language what a text holds that gives any value, and what finds the values of a thing that is
    marked in a text, and of whatever is named.
    """
    found = []
    for code in pack_files.having(_LIST):
        (_, _, hint), *rows = pack_files.rows(code, _LIST)
        name = _HAN_NAMED if code == "zh" else _NAMED
        opened = [row for row in rows if code == "zh" or not row[2].startswith(_SUBJECT_HERE)]
        closed = tuple(starmap(partial(_pattern, ""), rows))
        found.append((re.compile(hint), closed, tuple(starmap(partial(_pattern, name), opened))))
    return tuple(found)


def _pattern(name: str, attribute: str, sort: Sort, source: str) -> _Pattern:
    """``name``: what finds a name that nobody has told, one at the head of a sentence of Han script alone; ""
    where the thing is marked.
    """
    value = f"(?P<value>{_VALUES[sort]})" + (r"(?!\w)" if sort in ("place", "holder") else "")
    rest = source.removeprefix(_SUBJECT_HERE)
    about = rest != source
    if name:
        rest = (_HAN_SUBJECT + rest if about else rest).replace("{name}", name)
    expression = reduce(lambda text, part: text.replace(*part), (*_PARTS, ("{value}", value)), rest)
    return _Pattern(attribute, sort, about, re.compile(expression))


@cache
def _unsure() -> re.Pattern[str]:
    return re.compile(all_packs.expression("unsure_value"), re.IGNORECASE)


def are_namesakes(values: Iterable[Value]) -> bool:
    """Whether values are of two persons of one name: born, or dead, further apart than sources differ."""
    years: dict[str, list[int]] = {}
    for value in values:
        if value.attribute in _OF_PERSONS:
            years.setdefault(value.attribute, []).append(_date(value.text)[0])
    return any(max(each) - min(each) > _ERRORS for each in years.values())


def _dates_differ(a: str, b: str) -> bool:
    """Whether what both say of the year, the month and the day differs: "1863" and "12 May 1863" do not."""
    one, other = _date(a), _date(b)
    known = min(len(one), len(other))
    if one[:known] == other[:known] or not known:
        return False
    if len(one) < 3 or len(other) < 3 or max(one[0], other[0]) >= _ONE_CALENDAR:
        return True
    try:
        return abs((date(*one[:3]) - date(*other[:3])).days) not in _CALENDARS
    except ValueError:  # of 30 February
        return True


def _date(text: str) -> tuple[int, ...]:
    """Year, month and day, as far as they are told."""
    figures = [int(each) for each in _NUMBERS.findall(text)]
    if "年" in text or re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return tuple(figures)
    words = (_MONTH_OF.get(word[:3].casefold()) for word in re.findall(r"[^\W\d_]{3,}", text))
    month = next((each for each in words if each), 0)
    if not month:
        return tuple(figures[-1:])
    return (figures[-1], month, *figures[-2:-1])


def _places_differ(a: str, b: str) -> bool:
    """Two names; one within the other ("Paris", "Paris, France") is no contradiction."""
    left, right = fold_name(a), fold_name(b)
    return left not in right and right not in left and not set(left.split()) & set(right.split())


def _measures_differ(a: str, b: str) -> bool:
    """Whether two counts of one quantity differ, however "1.345" is read: of lengths, and of what is counted
    in two units, by more than rounding makes.
    """
    return all(
        one[0] == other[0] and abs(one[2] - other[2]) > _slack(one, other)
        for one in _sizes(a)
        for other in _sizes(b)
    )


def _slack(one: tuple[str, str, Decimal], other: tuple[str, str, Decimal]) -> Decimal:
    exact = one[1] == other[1] and one[0] != "length"
    return Decimal(0) if exact else _SLACK * max(one[2], other[2])


def _sizes(text: str) -> tuple[tuple[str, str, Decimal], ...]:
    """What a text counts, in which unit, and how many of the smallest it may be; none without a count."""
    if text[0] in _CURRENCIES:
        return tuple((text[0], text[0], each) for each in _counts(text[1:].strip()))
    unit = _UNIT_BEHIND.search(text)
    assert unit is not None  # what found it says so
    what, size = _UNITS[unit[0]]
    return tuple((what, unit[0], each * size) for each in _counts(text[: unit.start()].rstrip(" -个")))


def _counts(written: str) -> Iterator[Decimal]:
    figure = _FIGURE.match(written)
    if figure is None or written != figure[0]:  # "thirty", "四十", "3 million"
        told = numbers.numbers(f"{written}{_UNIT_OF_ANY}")
        yield from (Decimal(each) for number in told[:1] for each in number.values if each.isdigit())
        return
    bare = written.rstrip(".,")
    for number in {_GROUPS.sub("", bare), bare}:
        if re.fullmatch(r"\d+(?:[.,]\d+)?", number):
            yield Decimal(number.replace(",", "."))


_DIFFER: Final = {
    "date": _dates_differ,
    "day": _dates_differ,
    "place": _places_differ,
    "holder": _places_differ,
    "length": _measures_differ,
    "measure": _measures_differ,
    "name": _places_differ,
}
