"""How long a text says something took, in seconds: an hour and a half, 90 minutes and 1.5 hours are one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from wikic.language import all_packs, pack_files
from wikic.text.compare import numbers

_SECONDS: Final = {unit: Decimal(seconds) for unit, seconds in all_packs.rows("duration_units")}
_UNIT: Final = re.compile(
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
    ends = {each.end: each for each in numbers.numbers(text)}
    last: tuple[int, int, Decimal] | None = None
    for unit in _UNIT.finditer(text):
        found = _counted(text, unit, ends)
        if found is None:
            continue
        yield found
        if last is not None and _BETWEEN.fullmatch(text, last[1], found[0]):
            found = (last[0], found[1], last[2] + found[2])
            yield found
        last = found


def _counted(
    text: str, unit: re.Match[str], ends: dict[int, numbers.Number]
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
