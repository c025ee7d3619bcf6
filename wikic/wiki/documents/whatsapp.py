"""WhatsApp's exports: text files whose dates are written as each phone writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Final

from wikic.wiki.documents.chat import Message, transcript
from wikic.wiki.documents.read_outcome import Draft

_STAMP: Final = re.compile(
    r"^[\u200e\u200f]?(?P<open>\[)?(?P<a>\d{1,4})(?P<sign>[./-])"
    r" ?(?P<b>\d{1,2})[./-] ?(?P<c>\d{1,4})\.?,?\s{1,3}"
    r"(?P<before>上午|下午|午前|午後|오전|오후)?\s?(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.]\d{2})?"
    r"(?:\s?(?P<half>[AaPp])\.?\s?[Mm]\.?)?(?(open)\]|\s[-–—])\s(?P<rest>.*)$"
)
_SENDER: Final = re.compile(r"(?P<who>[^:]{1,80}):(?:\s(?P<text>.*))?$")
# "<Media omitted>" in any language; what phones add is marked with a sign for the direction of text.
_ADDED: Final = re.compile(r"[\u200e\u200f].*|<[^<>]{3,60}>$")
_LOOK: Final = 60  # lines
_AFTERNOON: Final = ("下午", "午後", "오후")


def is_whatsapp(text: str) -> bool:
    """Whether most of the first lines begin as a message of an export does."""
    lines = [line for line in text.split("\n", _LOOK)[:_LOOK] if line.strip()]
    found = [stamp for line in lines if (stamp := _STAMP.match(line)) is not None]
    senders = sum(_SENDER.match(stamp["rest"]) is not None for stamp in found)
    return senders >= 3 and len(found) * 2 >= len(lines)


def read_whatsapp(text: str) -> Draft:
    """The conversation, without what the program says in it."""
    stamps: list[re.Match[str]] = []
    said: list[list[str]] = []
    for line in text.split("\n"):
        stamp = _STAMP.match(line)
        if stamp is not None:
            stamps.append(stamp)
            said.append([stamp["rest"]])
        elif said:
            said[-1].append(line)
    days = _days(stamps)
    messages: list[Message] = []
    for stamp, day, lines in zip(stamps, days, said, strict=True):
        sender = _SENDER.match(lines[0])
        if sender is None:
            continue
        words = "\n".join([sender["text"] or "", *lines[1:]])
        if not _ADDED.match(words.strip(" \n")):
            messages.append(Message(f"{day} {_time(stamp)}", sender["who"], words))
    return transcript(messages)


def _days(stamps: Sequence[re.Match[str]]) -> list[str]:
    """The days, as ISO 8601 has them where the whole file leaves no doubt of the order; else as written."""
    numbers = [(stamp["a"], stamp["b"], stamp["c"]) for stamp in stamps]
    written = [stamp["sign"].join(each) for stamp, each in zip(stamps, numbers, strict=True)]
    if all(len(a) == 4 for a, _, _ in numbers):
        return _read(numbers) or written
    day_first, month_first = (
        _read([(c, b, a) for a, b, c in numbers]),
        _read([(c, a, b) for a, b, c in numbers]),
    )
    if day_first and month_first and all(stamp["sign"] == "." for stamp in stamps):
        return day_first
    fits = [each for each in (day_first, month_first) if each and all(a <= b for a, b in pairwise(each))]
    if len(fits) == 2 and fits[0] == fits[1]:
        return fits[0]
    return fits[0] if len(fits) == 1 else written


def _read(days: Sequence[tuple[str, str, str]]) -> list[str]:
    """Years, months and days as dates; none where one of them is no date."""
    try:
        return [
            date(int(year) + (2000 if len(year) < 3 else 0), int(month), int(day)).isoformat()
            for year, month, day in days
        ]
    except ValueError:
        return []


def _time(stamp: re.Match[str]) -> str:
    hour = int(stamp["hour"])
    late = (stamp["half"] or "").lower() == "p" or stamp["before"] in _AFTERNOON
    if stamp["half"] or stamp["before"]:
        hour = hour % 12 + 12 * late
    return f"{hour:02}:{stamp['minute']}"
