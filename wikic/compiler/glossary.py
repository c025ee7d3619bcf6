"""Which known names a text uses: one pass over its words, whatever the number of names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from wikic.text.normalise import CJK, normalise

# One character of Chinese is a word here, as it may begin a name anywhere.
_WORD: Final = re.compile(rf"[{CJK}]|[^\W{CJK}]+")
_CJK: Final = re.compile(rf"[{CJK}]")


class Glossary:
    """Names by the word they begin with; names are in the form of ``text.normalise.fold_name``."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: set[str] = set()
        lengths: dict[str, set[int]] = {}
        for name in names:
            first = _WORD.match(name)
            # A number is a year or a count wherever it stands; a single sign is any word.
            if first is None or len(name) < 2 or name.isdigit():
                continue
            self._names.add(name)
            lengths.setdefault(first[0], set()).add(len(name))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}

    def used(self, text: str) -> Counter[str]:
        """Names that stand in ``text`` as whole words, with how often; the longest where they overlap."""
        folded = normalise(text).casefold()
        found: Counter[str] = Counter()
        end = 0
        for word in _WORD.finditer(folded):
            if word.start() < end:
                continue
            name = self._longest(folded, word.start(), word[0])
            if name:
                found[name] += 1
                end = word.start() + len(name)
        return found

    def _longest(self, text: str, start: int, first: str) -> str:
        for length in self._lengths.get(first, ()):
            name = text[start : start + length]
            if name in self._names and _ends(text, start + length):
                return name
        return ""


def _ends(text: str, at: int) -> bool:
    """Whether a word ends before ``at``; between CJK characters anything may."""
    if at >= len(text) or _CJK.match(text[at]) or _CJK.match(text[at - 1]):
        return True
    return not (text[at].isalnum() and text[at - 1].isalnum())
