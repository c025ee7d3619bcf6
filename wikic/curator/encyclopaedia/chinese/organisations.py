"""Organisations in the running text of one Chinese document, by their last words and what opens the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic.curator.encyclopaedia.chinese import name_shapes
from wikic.curator.encyclopaedia.chinese.cohesion import occurrences
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK

_SUFFIX: Final = PACK.pattern("organisation_end")
_ATTENDS: Final = PACK.pattern("attends")
_WORKS_THERE: Final = PACK.pattern("works_there")
_LISTED_ENDS: Final = frozenset(("、", "，", "。", *PACK.words("listed_ends")))


def find(text: str, suffix: re.Pattern[str] = _SUFFIX) -> Iterator[str]:
    """Names that end with ``suffix``: a place or another organisation opens them, the words around say that
    somebody learned or worked there, or they come back.
    """
    for match in suffix.finditer(text):
        found = name_shapes.organisation_before(text, match.end(), match.group())
        if found is None:
            continue
        name, opened = found
        start = match.end() - len(name)
        if opened or _attended(text, start, match.end()) or _confirmed(text, name, match.end()):
            yield name


def _attended(text: str, start: int, end: int) -> bool:
    """Whether the words around a name say that somebody learned or worked there."""
    if _ATTENDS.search(text, max(0, start - 4), start):
        return True
    return text[start - 1 : start] == "在" and _WORKS_THERE.match(text, end) is not None


def _confirmed(text: str, name: str, end: int) -> bool:
    """Whether a name that no place opens is one: it recurs in varied company, or stands in a list."""
    start = end - len(name)
    if text[start - 1 : start] == "、" and text[end : end + 1] in _LISTED_ENDS:
        return len(name) <= 6
    before = {text[at - 1 : at] for at in occurrences(text, name)}
    return len(before) >= 2 and text.count(name) * 2 > text.count(name[1:])
