"""What a topic is called whose documents were gathered by a word of their texts.

A phrase of their titles, or a word that nearly all of them have and few others do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from wikic.schema.library.phrases import Phrase
from wikic.schema.library.vectors import Space

_FEWEST: Final = 2  # documents of the topic whose titles have its name
_COVERED: Final = 0.4  # share of its documents that speak of what the name says,
_UNTITLED: Final = 0.7  # and of those whose titles do not have it
_TITLED: Final = 2.0  # what a name is worth that stands in all titles, beside one that stands in none


def best_name(
    names: Sequence[Phrase],
    middle: Mapping[str, float],
    inside: Collection[int],
    known: Space,
) -> Phrase | None:
    """The phrase that the topic's documents have and others seldom do, best one of their titles.

    None where there is none: nobody would look for the documents under a word that some of them have.

    middle: the topic's words. inside: places of its documents.
    """
    best, most = None, 0.0
    for each in names:
        told = each.words & known.rarity.keys()  # "error" in "Error handling" tells no documents apart
        if not told or not told <= middle.keys():
            continue
        speaking = [at for at, vector in enumerate(known.vectors) if told <= vector.keys()]
        covered = sum(at in inside for at in speaking)
        titled = sum(at in inside for at in each.holders) if each.titled else 0
        least = _COVERED if titled >= _FEWEST else _UNTITLED
        if not covered or covered < least * len(inside):
            continue
        weight = sum(middle[word] for word in told)
        worth = weight * covered * covered * (1 + _TITLED * titled / len(inside)) / len(speaking)
        if worth > most:
            best, most = each, worth
    return best
