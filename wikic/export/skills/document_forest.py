"""The forest of a wiki's documents: at most K roots, about p children each, every document in one leaf.

Corpus2Skill clusters from below and has a model name what came of it. Our topics have names before they have
documents, so the tree is cut from above: a name that many documents share is a root, and what parts its
documents are the groups below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from wikic.export.skills.clusters import parted
from wikic.export.skills.entry import Entry
from wikic.export.skills.group_phrases import Told, telling, titled
from wikic.schema.library.vectors import Space, centroid, space

_WIDE: Final = 2  # times the branching that a group may have of groups, and a leaf of documents
_LOPSIDED: Final = 0.8  # share of its documents in one child from which a group is not parted by topics
_TYPICAL: Final = 15  # documents that stand for a group (Corpus2Skill, appendix A)


@dataclass(frozen=True, slots=True)
class Shape:
    """How the tree is cut.

    branching: p of Corpus2Skill, children of a group, about. roots: K, skills at most.
    """

    branching: int = 10
    roots: int = 7


@dataclass(frozen=True, slots=True)
class Branch:
    """A group of documents.

    entries: all of them, by path.
    typical: the few most like all others, first.
    told: what tells it from its neighbours, best first.
    children: groups it is parted into; none of a leaf.
    label: what a reader calls it. name: what its directory is called, shorter. overview: what it holds, in
        sentences. "" until they are worded.
    summary: a model's words for what it holds, which the overview then is; "" where rules worded it.
    """

    entries: tuple[Entry, ...]
    typical: tuple[Entry, ...]
    told: tuple[Told, ...]
    children: tuple[Branch, ...] = ()
    label: str = ""
    name: str = ""
    overview: str = ""
    summary: str = ""

    @property
    def level(self) -> int:
        """1 of a leaf, one more than its highest child of another."""
        return 1 + max((each.level for each in self.children), default=0)


def roots(entries: Sequence[Entry], shape: Shape) -> tuple[Branch, ...]:
    """The roots, largest first; none of no documents."""
    count = min(shape.roots, ceil(len(entries) / shape.branching))
    return _parts(sorted(entries, key=lambda each: each.path), count, shape.branching, ())


def grown(branch: Branch, branching: int, leaf: int, above: tuple[str, ...] = ()) -> Branch:
    """A group with the groups it is parted into, down to leaves.

    leaf: documents of a leaf, about. above: names of the groups it lies in, which name none below them.
    """
    size = len(branch.entries)
    if size <= _WIDE * leaf:
        return branch
    count = ceil(size / leaf)
    while count > _WIDE * branching:
        count = ceil(count / branching)
    inside = (*above, branch.told[0].text) if branch.told else above
    parts = _parts(branch.entries, count, leaf, inside)
    return replace(branch, children=tuple(grown(each, branching, leaf, inside) for each in parts))


def _parts(entries: Sequence[Entry], count: int, leaf: int, above: tuple[str, ...]) -> tuple[Branch, ...]:
    """The groups that some documents are parted into, largest first."""
    if not entries:
        return ()
    leaves = [each.leaf for each in entries]
    known, phrases = space(leaves), titled(leaves)
    members = parted(leaves, known, phrases, count) if count > 1 else [[*range(len(leaves))]]
    if count > 1 and len(members[0]) > max(_LOPSIDED * len(leaves), _WIDE * leaf):
        members = _sliced(len(leaves), count)
    found: list[Branch] = []
    for inside, told in zip(members, telling(phrases, members, above), strict=True):
        typical = tuple(entries[at] for at in _typical(known, inside))
        found.append(Branch(tuple(entries[at] for at in inside), typical, told))
    return tuple(found)


def _sliced(size: int, count: int) -> list[list[int]]:
    """Places in equal parts, in order: what has no topics is parted by its names."""
    step = ceil(size / count)
    return [[*range(at, min(at + step, size))] for at in range(0, size, step)]


def _typical(known: Space, inside: Sequence[int]) -> list[int]:
    """The documents nearest to the middle of their group; of two alike, the first."""
    middle = centroid(known.vectors[at] for at in inside)
    near = {
        at: sum(weight * middle.get(word, 0.0) for word, weight in known.vectors[at].items()) for at in inside
    }
    return sorted(inside, key=lambda at: (-round(near[at], 9), at))[:_TYPICAL]
