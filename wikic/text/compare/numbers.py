"""The numbers of a text, however they are written: 20,000, 2万, twenty thousand, 二万, 1951–53, '30s.

How long it says that something took, in seconds: an hour and a half, 90 minutes and 1.5 hours are one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final

from wikic.language import all_packs, pack_files

_ROWS: Final = all_packs.rows("numerals")
_KIND: Final = {word: kind for word, kind, _ in _ROWS}
_VALUES: Final = {word: tuple(values.split(", ")) for word, _, values in _ROWS}
_VALUE: Final = {word: int(values[0]) for word, values in _VALUES.items() if _KIND[word] in ("unit", "scale")}
HAN: Final = "".join(word for word in _KIND if "\u3007" <= word <= "\u9fff")
"""The characters that numbers of Han script are written with."""
_SCALE: Final = {word: value for word, value in _VALUE.items() if _KIND[word] == "scale"}
_WORDS: Final = pack_files.alternatives(word for word in _KIND if word not in HAN)
_ERA: Final = {name: int(year) for name, year in all_packs.rows("eras")}

_ARABIC: Final = re.compile(r"\d+(?:[.,:/]\d+)*")
_GROUPED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SCALED: Final = re.compile(rf"[ -]?({pack_files.alternatives(_SCALE)})(?![a-z])")
_CURRENCY: Final = ("$", "€", "£", "¥")
_SHORT: Final = {"k": 10**3, "m": 10**6, "bn": 10**9}  # £6.4m; without a sign it may be metres
_SHORT_SCALE: Final = re.compile(rf"({pack_files.alternatives(_SHORT)})(?!\w)")
_AFTERNOON: Final = re.compile(r" ?p\.?m\b", re.I)
_DECADE: Final = re.compile(r"(?:['’‘](?P<short>\d)0|(?P<full>1\d\d|20\d)0|(?<!\d)(?P<bare>\d)0)['’]?s\b")
_RANGE: Final = re.compile(r"(?<!\d)(\d{2})(\d{2})\s?[–—/-]\s?(\d{2})(?!\d)")
# "two hundred and six" is one number, "three and five" are two.
_AFTER_SCALE: Final = "|".join(f"(?<={word})" for word in _SCALE if word not in HAN)
_SPOKEN: Final = re.compile(
    rf"(?<![\w-])(?:{_WORDS})(?:s|th|ths)?"
    rf"(?:(?:[ -]|(?:{_AFTER_SCALE}),? and )(?:{_WORDS})(?:th|ths)?)*(?!\w)",
    re.I,
)
_LATIN_SCALE: Final = pack_files.alternatives(word for word in _SCALE if word not in HAN)
# Above a table: "(in millions, except per share)", "in thousands of dollars", "($ millions)", "(000s)".
_UNIT: Final = re.compile(
    rf"\b(?:in|[A-Z]{{3}}|dollars|euros?)\s+(?:[$€£¥]\s*)?({_LATIN_SCALE})s\b|[$€£¥(]\s*({_LATIN_SCALE})s\b"
    rf"|[$€£¥(]\s*(['’]?000)s?\b|单位[:：]\s*(?:人民币)?([{HAN}]+)[元人吨]",
    re.IGNORECASE,
)
_LETTERS: Final = re.compile(r"[a-z]+")
_INFLECTED: Final = frozenset(f"{word}{ending}" for word in _KIND for ending in ("", "s", "th", "ths"))
_DIGIT: Final = re.compile(r"\d")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_COUNTED: Final = re.compile(rf"[{''.join(all_packs.words('counted'))}]")
_HAN_DECADE: Final = re.compile(
    rf"(?:(?P<century>\d{{1,2}}|[{HAN}]{{1,3}})世纪|(?P<year>1\d|20))?"
    rf"(?P<decade>\d0|[{HAN}]十)年代"
)
_WHOLE_DECADE: Final = re.compile(r"\d{3}0s")
_LATIN: Final = re.compile("[A-Za-z%℃°]")
_ERA_YEAR: Final = re.compile(
    rf"({pack_files.alternatives(_ERA) if _ERA else '(?!)'})(元|\d{{1,2}}|[{HAN}]{{1,4}})年"
)
_TENTH: Final = "成"
_HALF: Final = re.compile("[一过大]半")


@dataclass(frozen=True, slots=True)
class Number:
    """One number in a text.

    start, end: where it stands.
    shown: as it is written.
    values: what it may be, each in one form ("20000", "1930s").
    """

    start: int
    end: int
    shown: str
    values: frozenset[str]


@lru_cache(maxsize=512)
def numbers(text: str) -> tuple[Number, ...]:
    """The numbers of ``text`` in order; words that may be something else ("one", "second") are left out."""
    return tuple(sorted(_each(text), key=lambda each: (each.start, -each.end)))


@lru_cache(maxsize=512)
def held(text: str) -> frozenset[str]:
    """Everything that any number of ``text`` may be, "second" and the parts of a date among it."""
    found: set[str] = set()
    for each in numbers(text):
        whole = {value for value in each.values if _WHOLE_DECADE.fullmatch(value)}
        # A decade written whole is the short one too, but "'30s" may be of any century.
        found |= whole | {f"{value[-3:]}*" for value in whole} if whole else each.values
    for number in _ARABIC.findall(text):
        if _GROUPED.fullmatch(number) is None:
            found |= {number, *map(_plain, re.split(r"\D+", number))}
    for match in _spoken_runs(text):
        words = _LETTERS.findall(match.group().casefold())
        if len(words) == 1:
            bare = words[0] if words[0] in _VALUES else words[0].removesuffix("s").removesuffix("th")
            found.update(_VALUES.get(bare, ()))
    for match in () if text.isascii() else _HAN_RUN.finditer(text):
        found.add(_han(match.group()))
    if _HALF.search(text):
        found |= {"50", "0.5"}
    return frozenset(found)


@lru_cache(maxsize=512)
def units(text: str) -> tuple[int, ...]:
    """What the figures of a text are counted in: 1,000,000 where a table says "in millions"."""
    found = (each for match in _UNIT.finditer(text) for each in match.groups() if each)
    return tuple(dict.fromkeys(_counted_in(each.casefold()) for each in found))


def _counted_in(said: str) -> int:
    if said in ("000", "'000", "’000"):
        return 1000
    return int(_han(said)) if said[0] in HAN else _SCALE[said]


def value(written: str) -> int:
    """The whole number that digits of either script write."""
    return int(written) if written.isdecimal() else int(_han(written))


def _each(text: str) -> Iterator[Number]:
    starts: list[int] = []  # of what was found, in order; none reaches into another
    ends: list[int] = []
    for finding in (_eras, _century_decades, _figures, _spelled, _counted):
        for each in finding(text):
            at = bisect_left(starts, each.end)
            if not at or ends[at - 1] <= each.start:
                starts.insert(at, each.start)
                ends.insert(at, each.end)
                yield each


def _eras(text: str) -> Iterator[Number]:
    """The years that are written by era: 光绪二十八年 is 1902."""
    for match in () if text.isascii() else _ERA_YEAR.finditer(text):
        nth = 1 if match[2] == "元" else value(match[2])
        yield Number(*match.span(), match.group(), frozenset({str(nth), str(_ERA[match[1]] + nth)}))


def _figures(text: str) -> Iterator[Number]:
    """What is written in digits: decades, the ends of ranges, and all others."""
    if _DIGIT.search(text) is None:
        return
    for match in _DECADE.finditer(text):
        digit = match["short"] or match["bare"]
        whole = {f"{match['full']}0s", f"{(match['full'] or ' ')[-1]}0s"}
        short = {f"{digit}0s", f"{digit}0s*"}
        yield Number(*match.span(), match.group(), frozenset(short if digit else whole))
    for match in _RANGE.finditer(text):
        if int(match[3]) > int(match[2]):
            first, last = match[1] + match[2], match[1] + match[3]
            yield Number(match.start(), match.end(2), first, frozenset({first}))
            yield Number(match.start(3), match.end(), match[3], frozenset({last, match[3]}))
    for match in _ARABIC.finditer(text):
        yield _arabic(text, match)


def _century_decades(text: str) -> Iterator[Number]:
    """20世纪50年代 and 1950年代 are the 1950s, 五十年代 the '50s."""
    for match in () if text.isascii() else _HAN_DECADE.finditer(text):
        digit = str(value(match["decade"]))[-2:-1]
        century = match["year"] or (str(value(match["century"]) - 1) if match["century"] else "")
        whole, short = f"{century}{digit}0s", f"{digit}0s"
        values = {whole, short} if century else {short, f"{short}*"}
        yield Number(*match.span(), match.group(), frozenset(values))


def _spelled(text: str) -> Iterator[Number]:
    """What is written in words of a language with spaces."""
    for match in _spoken_runs(text):
        said = _spoken(match.group())
        if said:
            yield Number(*match.span(), match.group(), frozenset({said}))


def _spoken_runs(text: str) -> Iterable[re.Match[str]]:
    # The expression is slow, and most texts hold no such word.
    return () if _INFLECTED.isdisjoint(_LETTERS.findall(text.casefold())) else _SPOKEN.finditer(text)


def _counted(text: str) -> Iterator[Number]:
    """What is written in Chinese characters, where it is a number and no part of a word."""
    for match in () if text.isascii() else _HAN_RUN.finditer(text):
        if _counts(text, match):
            tenth = text[match.end() : match.end() + 1] == _TENTH
            said = _han(match.group())
            yield Number(*match.span(), match.group(), frozenset({f"{said}0" if tenth else said}))


def _arabic(text: str, match: re.Match[str]) -> Number:
    shown = match.group()
    bare = shown.replace(",", "") if _GROUPED.fullmatch(shown) else shown
    value = _plain(bare)
    scale = _SCALED.match(text, match.end())
    if scale is None and text[match.start() - 1 : match.start()] in _CURRENCY:
        scale = _SHORT_SCALE.match(text, match.end())
    if scale is not None and re.fullmatch(r"\d+(?:\.\d+)?", bare):
        scaled = Decimal(bare) * (_SCALE.get(scale[1]) or _SHORT[scale[1]])
        return Number(
            match.start(), scale.end(), text[match.start() : scale.end()], frozenset({_plain(str(scaled))})
        )
    values = {shown, value}
    if _AFTERNOON.match(text, match.end()) and value.isdecimal() and int(value) < 12:
        values.add(str(int(value) + 12))
    clock = re.fullmatch(r"(\d{1,2}):00", shown)
    if clock is not None:
        values.add(_plain(clock[1]))
    return Number(*match.span(), shown, frozenset(values))


def _plain(number: str) -> str:
    """A number in its one form: no zeros before it or behind its point."""
    if re.fullmatch(r"\d{1,30}(?:\.\d{1,30})?", number) is None:
        return number
    whole, _, part = number.partition(".")
    part = part.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{part}" if part else "")


def _spoken(words: str) -> str:
    """The number that English words say; "" for what is as often something else."""
    total = current = 0
    kinds: list[str] = []
    for raw in _LETTERS.findall(words.casefold()):
        word = next((each for each in (raw, raw[:-1], raw.removesuffix("th")) if each in _KIND), "")
        if not word or _KIND[word] == "hint":
            continue
        value = int(_VALUES[word][0])
        if _KIND[word] == "unit" and "ordinal" in kinds:
            return ""  # "third six": two numbers
        kinds.append(_KIND[word])
        if kinds[-1] != "scale":
            current += value
        elif value >= 1000:
            total, current = total + (current or 1) * value, 0
        else:
            current = (current or 1) * value
    # Scales alone ("millions", "hundreds of") are a heap, "one" alone is often no number.
    sure = len(set(kinds)) > 1 or (bool(kinds) and kinds[0] not in ("scale", "opener"))
    return str(total + current) if sure else ""


def _counts(text: str, match: re.Match[str]) -> bool:
    """Whether characters that may be part of a word are a number where they stand."""
    run = match.group()
    if run in ("一", "十", "百", "千", "万", "亿", "万一", "千万", "百万"):
        return False
    if len(run) > 1 and _LATIN.match(text, match.end()):
        return True
    return _COUNTED.match(text, match.end()) is not None or text[match.start() - 1 : match.start()] == "第"


def _han(run: str) -> str:
    """The number that Chinese characters write: 一九二九 digit by digit, 三万五千 by its scales."""
    if all(_KIND[char] == "unit" for char in run):
        return _plain("".join(str(_VALUE[char]) for char in run))
    total = section = digit = 0
    for char in run:
        value = _VALUE[char]
        if _KIND[char] == "unit":
            digit = value
        elif value >= 10_000:
            # 万 multiplies what stands between it and 亿; 亿 all before it.
            above = total if total >= value * 10_000 else 0
            total = above + (total - above + section + digit or 1) * value
            section = digit = 0
        else:
            section += (digit or 1) * value
            digit = 0
    return str(total + section + digit)


_SECONDS: Final = {unit: Decimal(seconds) for unit, seconds in all_packs.rows("duration_units")}
_DURATIONS_UNIT: Final = re.compile(
    rf"(?:(?<![a-z])(?P<latin>{pack_files.alternatives(filter(str.isascii, _SECONDS))})s?(?![a-z]))"
    rf"|(?P<han>{pack_files.alternatives(each for each in _SECONDS if not each.isascii())})",
    re.I,
)
# What stands before a unit and behind it beside a number.
_BEFORE: Final = re.compile(
    r"(?:(?<!\w)(?P<part>half|(?:a )?quarter of|three quarters of) an? |(?<!\w)(?P<one>an?|one) "
    r"|(?P<one_more>一个半)|(?P<half>半)个?|(?P<more>[ -]and a half[ -]?|个半)|[ -]?个?)$",
    re.I,
)
_AFTER: Final = re.compile(r" and a half\b|半", re.I)
_BETWEEN: Final = re.compile(r",? (?:and )?| ?")
_PARTS: Final = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "three": Decimal("0.75")}


def durations(text: str) -> Iterator[tuple[int, int, Decimal]]:
    """Where each stands, with its seconds; what goes on, "1 h 20 min", is one whole too."""
    ends = {each.end: each for each in numbers(text)}
    last: tuple[int, int, Decimal] | None = None
    for unit in _DURATIONS_UNIT.finditer(text):
        found = _durations_counted(text, unit, ends)
        if found is None:
            continue
        yield found
        if last is not None and _BETWEEN.fullmatch(text, last[1], found[0]):
            found = (last[0], found[1], last[2] + found[2])
            yield found
        last = found


def _durations_counted(
    text: str, unit: re.Match[str], ends: dict[int, Number]
) -> tuple[int, int, Decimal] | None:
    before = _BEFORE.search(text, max(0, unit.start() - 24), unit.start())
    if before is None:
        return None
    start, count = before.start(), Decimal(0)
    part = (before["part"] or "").casefold().removeprefix("a ").split(" ")[0]
    if part or before["half"]:
        count = _PARTS[part or "half"]
    elif before["one"] or before["one_more"]:
        count = Decimal("1.5" if before["one_more"] else 1)
    else:
        number = ends.get(start)
        values = [each for each in number.values if re.fullmatch(r"\d+(?:\.\d+)?", each)] if number else []
        if number is None or not values:
            return None
        start, count = number.start, Decimal(min(values, key=len)) + (Decimal("0.5") if before["more"] else 0)
    after = _AFTER.match(text, unit.end())
    if after is not None:
        count += Decimal("0.5")
    seconds = _SECONDS[(unit["latin"] or unit["han"]).casefold()]
    return start, unit.end() if after is None else after.end(), count * seconds
