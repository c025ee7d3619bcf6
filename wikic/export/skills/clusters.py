"""Documents parted into groups of their like: the clustering that finds topics, every document in a group.

``schema.library`` leaves what is near to no topic to a directory for the rest; an agent that looks for it
would not know where to look, so here each document goes to the nearest group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from wikic.schema.library.clusters import label_first
from wikic.schema.library.document_features import DocumentFeatures, Space, Vector, centroid
from wikic.schema.library.phrases import Phrase

ROUNDS: Final = 8
SMALLEST: Final = 3  # documents; smaller groups join the nearest (Corpus2Skill, released code)
_FAR: Final = 0.2  # product with the nearest group's middle below which documents may want one of their own


def parted(
    leaves: Sequence[DocumentFeatures], known: Space, phrases: Sequence[Phrase], count: int
) -> list[list[int]]:
    """Places of the documents of at most ``count`` groups, each of three and more, largest first.

    A function of the documents in their order alone: the seeds are topics, then documents far from all.
    known, phrases: vectors of ``leaves``, and what their topics may be called.
    """
    vectors = known.vectors
    topics = label_first(known, phrases, count)
    middles: list[Vector] = [centroid([each.words]) for each in topics if each.words]
    near = _near(vectors, middles)
    while len(middles) < count and (seed := _lonely(vectors, near)) is not None:
        middles.append(vectors[seed])
        near = [max(a, b) for a, b in zip(near, _near(vectors, middles[-1:]), strict=True)]
    members = _settled(leaves, vectors, middles)
    while len(members) > 1 and min(map(len, members)) < SMALLEST:
        members = _without_smallest(vectors, members)
    return sorted(members, key=lambda each: (-len(each), each))


def _near(vectors: Sequence[Vector], middles: Sequence[Vector]) -> list[float]:
    """How near each document is to the nearest of some groups."""
    return [max(row, default=0.0) for row in _products(vectors, middles)]


def _lonely(vectors: Sequence[Vector], near: Sequence[float]) -> int | None:
    """The document far from all groups that is most like the others far from them; None where none is."""
    far = [at for at, each in enumerate(near) if each < _FAR and vectors[at]]
    if len(far) < SMALLEST:
        return None
    middle = centroid(vectors[at] for at in far)
    likeness = _products([vectors[at] for at in far], [middle])
    return max(zip(likeness, far, strict=True), key=lambda each: (round(each[0][0], 9), -each[1]))[1]


def _settled(
    leaves: Sequence[DocumentFeatures], vectors: Sequence[Vector], middles: list[Vector]
) -> list[list[int]]:
    """K-means from ``middles`` on; groups that lose every document go."""
    homes: list[int] = []
    for _ in range(ROUNDS):
        found = _homes(leaves, _products(vectors, middles))
        if found == homes:
            break
        homes = found
        inside: dict[int, list[Vector]] = {}
        for at, home in enumerate(homes):
            inside.setdefault(home, []).append(vectors[at])
        middles = [centroid(inside[home]) if home in inside else {} for home in range(len(middles))]
    groups: dict[int, list[int]] = {}
    for at, home in enumerate(homes):
        groups.setdefault(home, []).append(at)
    return [groups[home] for home in sorted(groups)]


def _homes(leaves: Sequence[DocumentFeatures], products: Sequence[Sequence[float]]) -> list[int]:
    """The nearest group of each document; of one that shares no word, that of most in its directory."""
    nearest = [
        max(range(len(row)), key=lambda home: (row[home], -home)) if max(row, default=0) > 0 else None
        for row in products
    ]
    counts: dict[str, Counter[int]] = {}
    for leaf, home in zip(leaves, nearest, strict=True):
        if home is not None:
            counts.setdefault(_directory(leaf), Counter())[home] += 1
    everywhere = sum(counts.values(), Counter[int]())
    return [
        _most(counts.get(_directory(leaf), everywhere)) if home is None else home
        for leaf, home in zip(leaves, nearest, strict=True)
    ]


def _directory(leaf: DocumentFeatures) -> str:
    return leaf.key.rpartition("/")[0]


def _most(counts: Mapping[int, int]) -> int:
    """The group counted most often; of two alike, and of none, the first."""
    return min(counts, key=lambda home: (-counts[home], home), default=0)


def _without_smallest(vectors: Sequence[Vector], members: Sequence[list[int]]) -> list[list[int]]:
    """``members``, the smallest group joined to the one it is nearest to."""
    at = min(range(len(members)), key=lambda each: (len(members[each]), members[each]))
    middles = [centroid(vectors[each] for each in inside) for inside in members]
    (row,) = _products([middles[at]], middles)
    others = [each for each in range(len(members)) if each != at]
    # Where it is like none, it makes the least difference to the largest.
    home = max(others, key=lambda each: (round(row[each], 9), len(members[each]), -each))
    joined = sorted([*members[home], *members[at]])
    return [joined if each == home else inside for each, inside in enumerate(members) if each != at]


def _products(vectors: Sequence[Vector], middles: Sequence[Vector]) -> list[list[float]]:
    """The product of every vector with every middle."""
    having: dict[str, list[tuple[int, float]]] = {}
    for which, middle in enumerate(middles):
        for word, weight in middle.items():
            having.setdefault(word, []).append((which, weight))
    return [_row(vector, having, len(middles)) for vector in vectors]


def _row(vector: Vector, having: Mapping[str, Sequence[tuple[int, float]]], width: int) -> list[float]:
    row = [0.0] * width
    for word, weight in vector.items():
        for which, theirs in having.get(word, ()):
            row[which] += weight * theirs
    return row
