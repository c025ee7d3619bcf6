"""Places in facts: where somebody was born, died, studied or worked, where something lies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from typing import Final

from wikic.language import all_packs
from wikic.navigate.answer.dates import DATE

_WORD: Final = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w.'’-]*"
_JOIN: Final = r"(?:of|the|de|del|la|le|les|du|des|di|da|do|am|an der|upon|on|sur|and|in)"
_NAME: Final = rf"{_WORD}(?: (?:{_JOIN} )?{_WORD}){{0,5}}"
_PLACE: Final = rf"((?:the )?{_NAME}(?:, {_NAME}){{0,3}})"
_HAN: Final = r"([\u4e00-\u9fff·]{2,16}?)(?=[，。；、,.;（）()]|$)"
_SCHOOL: Final = rf"((?:the )?{_WORD}(?:,? (?:(?:of|the|for|and|at|in|de) )*{_WORD}){{0,7}})"

_PARTS: Final = (("{place}", _HAN), ("{named_place}", _PLACE), ("{school}", _SCHOOL), ("{date}", DATE))


def _compiled(kind: str) -> Iterator[re.Pattern[str]]:
    for each, pattern in all_packs.rows("placed_facts"):
        if each == kind:
            yield re.compile(reduce(lambda text, part: text.replace(*part), _PARTS, pattern))


_COMPILED: Final = {kind: tuple(_compiled(kind)) for kind, _ in all_packs.rows("placed_facts")}


def in_fact(kind: str, text: str) -> str | None:
    """The place of a kind (``birth``, ``death``, ``education`` …) that a fact gives, as it writes it."""
    for pattern in _COMPILED[kind]:
        found = pattern.search(text)
        if found is not None:
            return re.sub(r"^the ", "", found[1]).strip(" ,.")
    return None
