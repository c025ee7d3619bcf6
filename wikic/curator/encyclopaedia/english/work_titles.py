"""Titles of works in quotation marks."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.english.mention import Mention
from wikic.curator.encyclopaedia.english.vocabulary import COMMON, DEMONYMS, pattern
from wikic.language.letters import LOWER, UPPER

_WORK_BEFORE: Final = pattern("work_before")


_NAME_BEFORE = re.compile(rf"(?:^|\s)[{UPPER}][^\W_]+\s$")


_NICKNAME_BEFORE: Final = pattern("nickname_before")


# A lower-case letter glued to a capital: two titles whose marks got lost ("King of the RoadDang Me").
_GLUED = re.compile(
    rf"(?<=[{LOWER}]{{2}})(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bLe)(?<!\bLa)(?<!\bVan)(?<!\bFitz)"
    rf"(?=[{UPPER}][{LOWER}])"
)


def is_nickname(text: str, start: int, end: int) -> bool:
    """Whether a quotation stands inside a name: Albert "Bert" Nelson."""
    before = _NAME_BEFORE.search(text, max(0, start - 30), start)
    return before is not None and text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()


def works(text: str, match: re.Match[str]) -> list[Mention]:
    """The titles in a quotation, one as a rule."""
    parts = _GLUED.split(match.group(1))
    if len(parts) == 1:
        work = _work(text, match.start(), match.end(), match.group(1))
        return [work] if work is not None else []
    found = [_work(text, match.start(), match.end(), part) for part in parts]
    if len(parts) > 8 or any(each is None for each in found):
        return []
    at, result = match.start(1), []
    for part, each in zip(parts, found, strict=True):
        if each is not None:
            result.append(Mention(each.name, at, at + len(part), quoted=True))
        at += len(part)
    return result


def _work(text: str, start: int, end: int, quotation: str) -> Mention | None:
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
