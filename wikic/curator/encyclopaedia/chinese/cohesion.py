"""The company that a run of characters keeps in a text: whether it holds together and stands free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator


def occurrences(text: str, name: str) -> Iterator[int]:
    """Where ``name`` stands in ``text``."""
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + 1)


def is_unit(text: str, name: str, count: int) -> bool:
    """Whether the characters of ``name`` occur in the text hardly but together, and in varied company."""
    if text.count(name[1:]) > 1.3 * count + 1 or text.count(name[:2]) > 1.2 * count + 1:
        return False
    return varied(text, name)


def varied(text: str, name: str) -> bool:
    """Whether no one character stands beside most occurrences of ``name``."""
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for at in occurrences(text, name):
        left[text[at - 1 : at]] += 1
        right[text[at + len(name) : at + len(name) + 1]] += 1
    total = sum(left.values())
    for side in (left, right):
        char, most = side.most_common(1)[0]
        if most > 0.6 * total and "\u4e00" <= char <= "\u9fff":
            return False
    return len(left) >= 2 and len(right) >= 2
