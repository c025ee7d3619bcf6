"""The line of a page that says most about a query."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from wikic.remembered import remembered
from wikic.search.fields import text_analyser

MAX_SNIPPET: Final = 240
# A snippet is for the eye: past this much of a page the search for a better line stops.
_MAX_BODY: Final = 65_536
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_MARKS: Final = ("- ", "* ", "> ", "# ")


def best_line(body: str, weights: Mapping[str, float]) -> tuple[float, str]:
    """The line of ``body`` whose distinct terms weigh most, the first of equals, after its weight.

    weights: term to weight, rarer terms weighing more. A text none of whose lines holds a term has none.
    """
    best, best_weight = "", 0.0
    for line in body[:_MAX_BODY].splitlines():
        weight = sum(weights[term] for term in _terms(line) if term in weights)
        if weight > best_weight:
            best, best_weight = line, weight
    return best_weight, best


def cut(line: str, weights: Mapping[str, float]) -> str:
    """``line`` without list marks, cut to ``MAX_SNIPPET`` characters around its first weighty term."""
    for mark in _MARKS:
        line = line.removeprefix(mark)
    if len(line) <= MAX_SNIPPET:
        return line
    tokens = text_analyser().pre_tokenize(line[:_MAX_BODY]).tokens
    first = next((token.char_offset_from for token in tokens if token.text in weights), 0)
    # A third of the room before the term, so that it is read in its sentence.
    start = max(0, min(first - MAX_SNIPPET // 3, len(line) - MAX_SNIPPET + 2))
    end = start + MAX_SNIPPET - 2
    return ("…" if start else "") + line[start:end].strip() + ("…" if end < len(line) else "")


def _terms(line: str) -> set[str]:
    """The distinct terms of a line. A page's lines repeat its words, so words of ASCII are kept."""
    if not line.isascii():
        return set(text_analyser().analyze(line))
    return {term for word in set(_WORD.findall(line)) for term in _term(word)}


@remembered(32_768)
def _term(word: str) -> tuple[str, ...]:
    return tuple(text_analyser().analyze(word))
