"""Places in facts: where somebody was born, died, studied or worked, where something lies."""

from __future__ import annotations

import re
from typing import Final

from wikic.language import everywhere
from wikic.navigate.answer.dates import DATE

_WORD: Final = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w.'’-]*"
_JOIN: Final = r"(?:of|the|de|del|la|le|les|du|des|di|da|do|am|an der|upon|on|sur|and|in)"
_NAME: Final = rf"{_WORD}(?: (?:{_JOIN} )?{_WORD}){{0,5}}"
_PLACE: Final = rf"((?:the )?{_NAME}(?:, {_NAME}){{0,3}})"
_HAN: Final = r"([\u4e00-\u9fff·]{2,16}?)(?=[，。；、,.;（）()]|$)"
_SCHOOL: Final = rf"((?:the )?{_WORD}(?:,? (?:(?:of|the|for|and|at|in|de) )*{_WORD}){{0,7}})"

_PATTERNS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "birth",
        (
            rf"\bborn\b[^.;()]{{0,50}}?\b(?:in|at|near) (?:the (?:city|town|village) of )?{_PLACE}",
            rf"\((?:[^()]*?\bborn )?(?:on )?{DATE},? (?:in |at )?{_PLACE} ?[–—-]",
            rf"\({_PLACE}, {DATE} ?[–—-]",
            rf"\b(?:native of|hails from|originally from) {_PLACE}",
        ),
    ),
    (
        "death",
        (
            rf"\b(?:died|killed|executed|death|passed away)\b[^.;()]{{0,60}}?\b(?:in|at|near)"
            rf" (?:the )?{_PLACE}",
            rf"[–—-] ?{DATE},? (?:in |at )?{_PLACE} ?[;)]",
            rf"[–—-] ?{_PLACE}, {DATE}\)",
        ),
    ),
    (
        "burial",
        (rf"\bburied (?:in|at|near) (?:the )?{_PLACE}",),
    ),
    (
        "education",
        (
            rf"\b(?:graduat(?:ed|e) (?:from|of)|studied[^.;]{{0,40}}? at|educated at|attended"
            rf"|enrolled (?:at|in)|degree[^.;]{{0,40}}? (?:from|at)|alumn(?:us|a) of) (?:the )?{_SCHOOL}",
        ),
    ),
    (
        "work",
        (
            rf"\b(?:professor[^.;]{{0,40}}? (?:at|in)|works? (?:at|for)|worked (?:at|for)"
            rf"|taught[^.;]{{0,30}}? at|teaches[^.;]{{0,30}}? at|employed (?:at|by)) (?:the )?{_SCHOOL}",
        ),
    ),
    (
        "location",
        (
            rf"\b(?:located|situated|based|headquartered|lies|lying|set) (?:in|at|on|near) (?:the )?{_PLACE}",
            rf"\b(?:village|town|city|municipality|commune|district|suburb|community|township|county|river|lake"
            rf"|school|university|college|station)\b[^.;()]{{0,40}}? (?:in|of) (?:the )?{_PLACE}",
        ),
    ),
)
_COMPILED: Final = {
    kind: tuple(
        re.compile(pattern)
        for pattern in (
            *patterns,
            *(
                pattern.replace("{place}", _HAN)
                for each, pattern in everywhere.rows("placed_facts")
                if each == kind
            ),
        )
    )
    for kind, patterns in _PATTERNS
}


def in_fact(kind: str, text: str) -> str | None:
    """The place of a kind (``birth``, ``death``, ``education`` …) that a fact gives, as it writes it."""
    for pattern in _COMPILED[kind]:
        found = pattern.search(text)
        if found is not None:
            return re.sub(r"^the ", "", found[1]).strip(" ,.")
    return None
