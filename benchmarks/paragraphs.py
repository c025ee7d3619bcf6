"""Where the sentences of a paragraph end, by a rule of the benchmarks' own.

Gold labels name sentences by their number, and the data set keeps only the joined paragraph. This splitter
knows nothing of wikic's, so that wikic is not measured against its own idea of a sentence.
"""

from __future__ import annotations

import re
from typing import Final

_STOP: Final = re.compile(r"[.!?]+[\"'”’)\]]*\s+(?=[\"'“‘(\[]*\s*[A-ZÀ-ÞĀ-Ž0-9])")
# Words whose full stop ends no sentence.
_ABBREVIATIONS: Final = frozenset({
    "mr", "mrs", "ms", "dr", "st", "sr", "jr", "prof", "rev", "hon", "capt", "col", "gen", "lt", "maj",
    "sgt", "gov", "sen", "rep", "no", "vol", "vs", "etc", "eg", "ie", "ca", "c", "b", "d", "r", "fl",
    "inc", "ltd", "co", "corp", "bros", "mt", "ft", "messrs", "mme", "mlle", "jan", "feb", "mar", "apr",
    "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "op", "approx", "ed", "trans", "i.e",
    "e.g", "u.s", "u.k", "a.k.a",
})  # fmt: skip
_BEFORE: Final = re.compile(r"[^\s(\[\"“‘]+$")


def spans(text: str) -> list[tuple[int, int]]:
    """Start and end of every sentence of ``text``; they cover it."""
    starts = [0]
    for stop in _STOP.finditer(text):
        word = _BEFORE.search(text, 0, stop.start())
        before = word[0].casefold().rstrip(".") if word else ""
        mark = stop[0][0]
        initial = len(before) == 1 and before.isalpha()
        if mark == "." and (initial or before in _ABBREVIATIONS or re.fullmatch(r"(?:\w\.)+\w", before)):
            continue
        starts.append(stop.end())
    return list(zip(starts, [*starts[1:], len(text)], strict=True))
