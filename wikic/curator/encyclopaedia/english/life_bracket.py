"""The bracket behind a person's name: "(4 September 1504 in Dessau – 4 February 1551 in Zerbst)"."""

from __future__ import annotations

import re

from wikic.curator.encyclopaedia.english.entity_register import Thing
from wikic.curator.encyclopaedia.english.mention import Mention

_YEAR = re.compile(r"\b\d{3,4}\b")


_DIED = re.compile(r"\s[–—-]\s?|[–—]|\bdied\b|\bd\.|†")


def find(line: str) -> tuple[int, int, int] | None:
    """Start, the dash or "died", and end of the bracket that tells when and where somebody lived."""
    start = line.find("(")
    end = line.find(")", start)
    if start < 0 or end < 0 or start > 160 or not _YEAR.search(line, start, end):
        return None
    dash = _DIED.search(line, start, end)
    return start, dash.start() if dash else end, end


def labels(line: str, mention: Mention, thing: Thing, bracket: tuple[int, int, int]) -> tuple[str, ...]:
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
