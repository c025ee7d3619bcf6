"""What tells a group of documents from its neighbours: phrases of titles, words, works, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.han_labels import han_labels
from wikic.schema.library.phrases import Phrase, title_phrases, word_phrases

_MOST: Final = 8  # phrases kept of a group
_NAMED: Final = 0.5  # share of documents with a phrase in the title where titles carry names
_SMALL: Final = 0.15  # share of a group that has a phrase, below which it tells nothing of the group,
_ENOUGH: Final = 8  # unless so many documents have it
_FAMILIAR: Final = 0.34  # share of a phrase's documents that are in the group, below which it is others'


@dataclass(frozen=True, slots=True)
class Told:
    """A phrase and the share of a group's documents that have it."""

    text: str
    share: float


def titled(leaves: Sequence[DocumentFeatures]) -> list[Phrase]:
    """What topics of these documents may be called, as ``schema.library`` looks for it."""
    phrases = title_phrases(leaves)
    named = {at for each in phrases for at in each.holders}
    if len(named) < _NAMED * len(leaves):
        phrases = [*phrases, *word_phrases(leaves), *han_labels(leaves)]
    return phrases


def telling(
    phrases: Sequence[Phrase], members: Sequence[Sequence[int]], above: Sequence[str]
) -> list[tuple[Told, ...]]:
    """For each group the phrases that tell it from the others, best first; none that says what is above.

    members: places of each group's documents. above: what the groups they lie in are called.
    """
    said = [frozenset(each.casefold().split()) for each in above]
    homes = {at: which for which, inside in enumerate(members) for at in inside}
    found: list[list[tuple[float, Phrase, float]]] = [[] for _ in members]
    for phrase in phrases:
        spoken = frozenset(phrase.text.casefold().split())
        if any(spoken <= each for each in said) or any(phrase.text in each for each in above):
            continue
        for which, inside in _counts(phrase, homes).items():
            size = len(members[which])
            share, own = inside / size, inside / len(phrase.holders)
            if inside > 1 and (share >= _SMALL or inside >= _ENOUGH) and own >= _FAMILIAR:
                found[which].append((_worth(phrase, share, own, inside), phrase, share))
    return [_apart(each) for each in found]


def _counts(phrase: Phrase, homes: dict[int, int]) -> dict[int, int]:
    """How many documents of each group have a phrase."""
    counts: dict[int, int] = {}
    for at in phrase.holders:
        if at in homes:
            counts[homes[at]] = counts.get(homes[at], 0) + 1
    return counts


def _worth(phrase: Phrase, share: float, own: float, inside: int) -> float:
    """Half of how much it covers of the group, and how much of it is the group's; names before words."""
    capitals = 0.6 if phrase.text[:1].islower() else 1.0
    return capitals * (1 + 0.3 * (len(phrase.words) > 1)) * log(1 + inside) * own * share / (own + share)


def _apart(found: Sequence[tuple[float, Phrase, float]]) -> tuple[Told, ...]:
    """The best phrases, none of which shares a word with a better one."""
    kept: list[Told] = []
    used: set[str] = set()
    for _, phrase, share in sorted(found, key=lambda each: (-round(each[0], 9), each[1].text)):
        if used.isdisjoint(phrase.words):
            kept.append(Told(phrase.text, share))
            used |= phrase.words
    return tuple(kept[:_MOST])
