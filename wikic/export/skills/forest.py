"""What tells a group of documents from its neighbours: phrases of titles, words, works, best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, log
from typing import Final

from wikic.errors import UsageError
from wikic.export.skills.clusters import parted
from wikic.export.skills.entry import Entry
from wikic.schema.library.document_features import DocumentFeatures, Space, centroid, space
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


MAX_SKILLS: Final = 8
MAX_FILES: Final = 200
MAX_BYTES: Final = 30 * 1_000_000
_DOUBLINGS: Final = 7


@dataclass(frozen=True, slots=True)
class Fitted:
    """A root with its groups, and how its files lie.

    bundled: whether the documents of a leaf stand in one file, and not in one each.
    """

    branch: Branch
    bundled: bool


def fitted(root: Branch, shape: Shape, *, compact: bool) -> Fitted:
    """A root parted so that it has at most 200 files: a file for each document where that fits.

    Raises UsageError where nothing helps.
    """
    for leaf, bundled in _ways(len(root.entries), shape.branching, compact=compact):
        found = Fitted(grown(root, shape.branching, leaf), bundled)
        if files_of(found, compact=compact) <= MAX_FILES:
            return found
    raise UsageError(
        f"{len(root.entries):,} documents fit in no skill of {MAX_FILES} files",
        hint="more --roots, or a wiki divided in two",
    )


def files_of(fitted: Fitted, *, compact: bool) -> int:
    """How many files a skill has."""
    return 1 + _below(fitted.branch, fitted.bundled, compact=compact)


def _below(branch: Branch, bundled: bool, *, compact: bool) -> int:
    if not branch.children:
        return 1 if bundled else len(branch.entries)
    return sum(
        _below(each, bundled, compact=compact) + bool(each.children or not compact)
        for each in branch.children
    )


def _ways(size: int, branching: int, *, compact: bool) -> Iterator[tuple[int, bool]]:
    """Size of a leaf and whether its documents share a file, the finest first, without hopeless ones."""
    if size < MAX_FILES:
        yield branching, False
    for leaf in (branching << doubling for doubling in range(_DOUBLINGS)):
        if (1 if compact else 2) * size / (2 * leaf) < MAX_FILES:
            yield leaf, True
