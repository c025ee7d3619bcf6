"""Attributes a thing has one value of, as sentences give them: two values exclude each other.

What sentences look like is told by the packs (``single_values.txt``); what values may say the same, here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, reduce
from itertools import starmap
from typing import Final, Literal

from wikic.language import all_packs, pack_files
from wikic.language.pack_files import UPPER
from wikic.text import names
from wikic.text.normalise import fold_name

Sort = Literal["date", "place", "length", "name"]

_IT: Final = "\ue000"  # stands for the thing in a sentence that is looked at
_MONTHS: Final = tuple(word for code in ("en", "de") for word in pack_files.words(code, "months"))
_MONTH_OF: Final = {word[:3].casefold(): at % 12 + 1 for at, word in enumerate(_MONTHS)}
_SHORT: Final = "|".join(word[:3] for word in _MONTHS[:12])
_MONTH: Final = rf"(?i:{pack_files.alternatives(_MONTHS)}|(?:{_SHORT})\b\.?)"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_DATE: Final = (
    rf"(?:{_DAY} {_MONTH},? \d{{3,4}}|{_MONTH} {_DAY},? \d{{3,4}}|\d{{4}}-\d\d-\d\d|{_MONTH},? \d{{4}}"
    r"|\d{3,4}年(?:\d{1,2}月(?:\d{1,2}日)?)?|\d{3,4}(?![\d,.]\d|[ -]?[A-Za-z]*met))"
)
_PLACE: Final = rf"[{UPPER}][\w’'-]+(?: (?:(?:of|de|del|am|an der|upon) )?[{UPPER}][\w’'-]+){{0,3}}"
_METRES: Final = {unit: float(metres) for unit, metres in all_packs.rows("length_units")}
_LENGTH: Final = rf"\d[\d.,]*(?: |-)?(?:{pack_files.alternatives(_METRES)})(?![a-z])"
_VALUES: Final = {"date": _DATE, "place": _PLACE, "length": _LENGTH}
# What may stand between, a place or parents: no second thing said of the subject, nobody else's life.
_GAP: Final = (
    r"(?:(?:(?!\b(?:and (?:was|is|died|moved|married|he|she|grew|in|at|by)|but|from|who|with|after|before)\b)"
    r"[^.;()]){0,80}? )?"
)
# The thing as the subject of a sentence, or of the next one, as what stands for it there.
_SUBJECT: Final = re.compile(
    rf"(?:^|(?<=[.!?。] )|(?<=。))(?P<it>(?:(?:[Tt]he|Der|Die|Das) )?{_IT})"
    rf"(?:(?= |’s|'s)[^.!?]*[.!?] (?:It|He|She|Er|Sie|Es)\b|：(?:他|她|它))?"
)
_SUBJECT_HERE: Final = "{it}"
_LIST: Final = "single_values"
_PARTS: Final = (("{gap}", _GAP), ("{name}", rf"{_IT}(?! [{UPPER}])"))
_HAN: Final = "\u2e80"
_LOOKED_AT: Final = 2_000  # letters of a text
_NEAR: Final = (16, 12)  # letters before and behind a value in which a word makes it uncertain
_NUMBERS: Final = re.compile(r"\d+")
_FIGURE: Final = re.compile(r"\d[\d.,]*")
_GROUPS: Final = re.compile(r"[.,](?=\d{3}(?!\d))")
_SLACK: Final = 0.02  # share by which two lengths may differ that were rounded or converted
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
    return any(hint.search(text) is not None for hint, _ in _languages())


def called(title: str, aliases: Iterable[str] = ()) -> tuple[str, ...]:
    """How sentences name the thing of that title, the longest first."""
    every = {title, names.base(title), title.split(",")[0], *aliases}
    return tuple(sorted(filter(None, every), key=lambda name: (-len(name), name)))


def values(text: str, called: Iterable[str]) -> tuple[Value, ...]:
    """What ``text`` says of what is called one of ``called``: each attribute once, as it is told first."""
    text = text[:_LOOKED_AT]
    patterns = [each for hint, finding in _languages() if hint.search(text) is not None for each in finding]
    marked = _marked(text, called) if patterns else ""
    if _IT not in marked:
        return ()
    subjects = [end for each in _SUBJECT.finditer(marked) for end in (each.end("it"), each.end())]
    found: dict[str, Value] = {}
    for each in patterns:
        match = each.find(marked, subjects) if each.attribute not in found else None
        if match is None:
            continue
        around = marked[max(0, match.start("value") - _NEAR[0]) : match.end("value") + _NEAR[1]]
        if _unsure().search(around) is None and _IT not in match["value"]:
            found[each.attribute] = Value(each.attribute, match["value"].rstrip("."), each.sort)
    return tuple(found.values())


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

    attribute, sort: of the value.
    about: whether it stands behind the subject of a sentence, or anywhere.
    expression: with the group ``value``.
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


@cache
def _languages() -> tuple[tuple[re.Pattern[str], tuple[_Pattern, ...]], ...]:
    """For each language what a text holds that gives any value, and what finds the values."""
    return tuple(
        (re.compile(rows[0][2]), tuple(starmap(_pattern, rows[1:])))
        for rows in (pack_files.rows(code, _LIST) for code in pack_files.having(_LIST))
    )


def _pattern(attribute: str, sort: Sort, source: str) -> _Pattern:
    value = f"(?P<value>{_VALUES[sort]})" + (r"(?!\w)" if sort == "place" else "")
    rest = source.removeprefix(_SUBJECT_HERE)
    expression = reduce(lambda text, part: text.replace(*part), (*_PARTS, ("{value}", value)), rest)
    return _Pattern(attribute, sort, rest != source, re.compile(expression))


@cache
def _unsure() -> re.Pattern[str]:
    return re.compile(all_packs.expression("unsure_value"), re.IGNORECASE)


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
    numbers = [int(each) for each in _NUMBERS.findall(text)]
    if "年" in text or re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return tuple(numbers)
    words = (_MONTH_OF.get(word[:3].casefold()) for word in re.findall(r"[^\W\d_]{3,}", text))
    month = next((each for each in words if each), 0)
    if not month:
        return tuple(numbers[-1:])
    return (numbers[-1], month, *numbers[-2:-1])


def _places_differ(a: str, b: str) -> bool:
    """Two names; one within the other ("Paris", "Paris, France") is no contradiction."""
    left, right = fold_name(a), fold_name(b)
    return left not in right and right not in left and not set(left.split()) & set(right.split())


def _lengths_differ(a: str, b: str) -> bool:
    """Whether two lengths differ by more than rounding and other units make, however "1.345" is read."""
    pairs = [(one, other) for one in _metres(a) for other in _metres(b)]
    return all(abs(one - other) > _SLACK * max(one, other) for one, other in pairs)


def _metres(text: str) -> Iterator[float]:
    figure = _FIGURE.match(text)
    assert figure is not None  # what found it says so
    metres = _METRES[text[figure.end() :].lstrip(" -")]
    written = figure[0].rstrip(".,")
    for number in {_GROUPS.sub("", written), written}:
        if re.fullmatch(r"\d+(?:[.,]\d+)?", number):
            yield float(number.replace(",", ".")) * metres


_DIFFER: Final = {
    "date": _dates_differ,
    "place": _places_differ,
    "length": _lengths_differ,
    "name": _places_differ,
}
