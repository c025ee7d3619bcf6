"""Words of texts in Han script, which no blank parts: stretches of characters that stand by themselves.

A stretch is a word where its neighbours change on both sides: what is nearly always followed by the same
character is a piece of something longer, what seldom begins or ends beside a particle or a mark is one too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import language
from wikic.schema.library.document_features import DocumentFeatures

_RUN: Final = re.compile(r"[\u3400-\u9fff]{2,}")
_LONGEST: Final = 8  # characters
_PIECE: Final = 0.5  # share of uses beside one and the same character, from which that belongs to it
_PIECE_OF_TWO: Final = 0.7  # share beside one of two: 最佳男 goes on with 主 or 配
_FREE: Final = 0.15  # share of uses beside no other word that each end has
_COUNTED: Final = 0.3  # share of uses right behind a figure, from which it is a unit: 亿美元
_FEWEST: Final = 3  # documents


@dataclass(frozen=True, slots=True)
class HanWord:
    """A word that several documents have.

    holders: places of these documents.
    uses: in all of them.
    """

    text: str
    holders: tuple[int, ...]
    uses: int


def han_words(leaves: Sequence[DocumentFeatures], fewest: int = _FEWEST) -> list[HanWord]:
    """The words of two to eight characters that at least ``fewest`` documents have."""
    texts = [f"{leaf.title}\n{leaf.opening}" for leaf in leaves]
    frequent = _frequent_stretches(texts, max(fewest, _FEWEST))
    before: dict[str, Counter[str]] = {text: Counter() for text in frequent}
    after: dict[str, Counter[str]] = {text: Counter() for text in frequent}
    for text in texts:
        for part, left, right in _find_stretches(text, frequent):
            before[part][left] += 1
            after[part][right] += 1
    return [
        HanWord(text, tuple(holders), before[text].total())
        for text, holders in sorted(frequent.items())
        if _is_word(text, before[text], after[text])
    ]


def written_words(words: Sequence[HanWord]) -> dict[str, str]:
    """For each pair of characters the word that a reader knows it by: 超级碗 for 级碗."""
    found: dict[str, str] = {}
    whole = [each for each in words if len(each.text) == 2]  # a pair that is a word stands for itself
    longer = sorted(words, key=lambda each: (-len(each.holders) * len(each.text), each.text))
    for word in (*whole, *longer):
        for at in range(len(word.text) - 1):
            found.setdefault(word.text[at : at + 2], word.text)
    return found


def _frequent_stretches(texts: Sequence[str], fewest: int) -> dict[str, list[int]]:
    """Stretches and the documents that have them; each is looked for where a shorter one is frequent."""
    every: dict[str, list[int]] = {}
    known: Mapping[str, list[int]] = {}
    for length in range(2, _LONGEST + 1):
        found: dict[str, list[int]] = {}
        for at, text in enumerate(texts):
            for run in _RUN.findall(text):
                for start in range(len(run) - length + 1):
                    part = run[start : start + length]
                    if length > 2 and not (part[:-1] in known and part[1:] in known):
                        continue
                    holders = found.setdefault(part, [])
                    if not holders or holders[-1] != at:
                        holders.append(at)
        known = {part: holders for part, holders in found.items() if len(holders) >= fewest}
        if not known:
            break
        every |= known
    return every


def _find_stretches(text: str, known: Mapping[str, list[int]]) -> Iterator[tuple[str, str, str]]:
    """Each use of a frequent stretch with what stands right before and right behind it."""
    for run in _RUN.finditer(text):
        first, last = run.span()
        for start in range(first, last - 1):
            for end in range(start + 2, min(last, start + _LONGEST) + 1):
                part = text[start:end]
                if part not in known:
                    break
                left = text[start - 1 : start] if start else ""
                yield part, left, text[end : end + 1]


def _is_word(text: str, before: Counter[str], after: Counter[str]) -> bool:
    pack = language.pack("zh")
    open_particles = pack.particles.difference(pack.words("open_particles"))
    if not (pack.particles if len(text) == 2 else open_particles).isdisjoint(text):
        return False
    if len(text) > 2 and (text[0] in pack.words("counters") or text[-1] in pack.words("unfinished")):
        return False
    total = before.total()
    figures = ("", *pack.words("large_numbers"))  # the text's beginning counts as one
    if sum(count for char, count in before.items() if char.isdigit() or char in figures) >= _COUNTED * total:
        return False
    for side in (before, after):
        han = {char: count for char, count in side.items() if "\u3400" <= char <= "\u9fff"}
        going_on = sum(count for char, count in han.items() if char not in open_particles)
        first, second = [*sorted(han.values(), reverse=True), 0, 0][:2]
        piece = first >= _PIECE * total or first + second >= _PIECE_OF_TWO * total
        if piece or total - going_on < _FREE * total:
            return False
    return True
