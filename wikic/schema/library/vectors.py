"""Documents as vectors of their words, weighed by how few documents have each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from wikic.language import pack
from wikic.model.topics import MAX_TOPIC_WORDS
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.function_words import function_words

Vector = Mapping[str, float]

_HEAVIEST: Final = 100  # weight of a topic's first word


@dataclass(frozen=True, slots=True)
class Space:
    """The documents of a collection as unit vectors, in order of their keys.

    rarity: of a word, by the share of documents that have it.
    vectors: of each document.
    """

    rarity: Mapping[str, float]
    vectors: Sequence[Vector]


def space(leaves: Sequence[DocumentFeatures]) -> Space:
    """The vectors of ``leaves``; a word that one document has alone brings none together and is left out.

    So are words that name no subject: documents are not alike for troubleshooting something.
    """
    counts = Counter(word for leaf in leaves for word, _ in leaf.words)
    packs = [pack(code) for code in {each.language for each in leaves}]
    untelling = frozenset(word for each in packs if not each.particles for word in each.untelling)
    untelling |= function_words(leaves)
    rarity = {
        word: log(len(leaves) / count)
        for word, count in counts.items()
        if count > 1 and word not in untelling
    }
    return Space(rarity, [_unit({w: n * rarity[w] for w, n in leaf.words if w in rarity}) for leaf in leaves])


def centroid(vectors: Iterable[Vector]) -> dict[str, float]:
    """The unit vector in the middle of several."""
    total: dict[str, float] = {}
    for vector in vectors:
        for word, weight in vector.items():
            total[word] = total.get(word, 0.0) + weight
    return _unit(total)


def cohesion(vectors: Sequence[Vector], without: frozenset[str]) -> float:
    """The mean product of two of the vectors, some words left out."""
    total: dict[str, float] = {}
    own = 0.0
    for vector in vectors:
        for word, weight in vector.items():
            if word not in without:
                total[word] = total.get(word, 0.0) + weight
                own += weight * weight
    pairs = len(vectors) * (len(vectors) - 1)
    return (sum(weight * weight for weight in total.values()) - own) / pairs if pairs else 0.0


def likeness(vectors: Sequence[Vector], inside: Collection[int], without: frozenset[str]) -> float:
    """The mean product of one of the vectors ``inside`` and one of the others, some words left out."""
    own: dict[str, float] = {}
    others: dict[str, float] = {}
    for at, vector in enumerate(vectors):
        total = own if at in inside else others
        for word, weight in vector.items():
            if word not in without:
                total[word] = total.get(word, 0.0) + weight
    pairs = len(inside) * (len(vectors) - len(inside))
    return sum(weight * others.get(word, 0.0) for word, weight in own.items()) / pairs if pairs else 0.0


def distinctive(middles: Sequence[Vector]) -> list[dict[str, float]]:
    """Middles of groups, each word weighed by what share of it is in the group: what all have tells nothing.

    The root of the share: class-based tf-idf (Grootendorst, 2022), softened.
    """
    every: dict[str, float] = {}
    for middle in middles:
        for word, weight in middle.items():
            every[word] = every.get(word, 0.0) + weight
    return [
        {word: weight * sqrt(weight / every[word]) for word, weight in middle.items() if weight > 0}
        for middle in middles
    ]


def topic_words(middle: Vector) -> dict[str, int]:
    """The words of a topic as ``schema.yaml`` has them: at most 40, integers, heaviest first."""
    heaviest = sorted(middle.items(), key=lambda each: (-round(each[1], 9), each[0]))[:MAX_TOPIC_WORDS]
    top = heaviest[0][1] if heaviest else 1.0
    weighed = ((word, round(_HEAVIEST * weight / top)) for word, weight in heaviest)
    return {word: weight for word, weight in weighed if weight > 0}


def _unit(vector: Mapping[str, float]) -> dict[str, float]:
    length = sqrt(sum(weight * weight for weight in vector.values()))
    return {word: weight / length for word, weight in vector.items()} if length else {}
