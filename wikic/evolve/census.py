"""A wiki as the cost function sees it: pages, where each lies, which are needed together. Compact values.

Nothing here reads a file. ``wiki_census.py`` makes a census of a wiki; tests make them from nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from wikic import layout
from wikic.model.schema import Placer, Schema, SectionRule


@dataclass(frozen=True, slots=True)
class DocumentFeatures:
    """A knowledge page.

    stem: of the page.
    dimension: what its entities are, before placement.
    tags: as the digests give them.
    labels: of its relations.
    tokens: its line in an index costs.
    quality: from 0 to 1: confidence and findings (``wiki_census``).
    home: directory a person moved it to, or None.
    """

    stem: str
    dimension: str
    tags: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()
    tokens: int = 20
    quality: float = 1.0
    home: str | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """Pages that were needed together.

    weight: how often.
    leaves: their numbers in the census, each once.
    size: how many there were, where only some are looked at; 0 for all of ``leaves``.
    """

    weight: float
    leaves: tuple[int, ...]
    size: int = 0


@dataclass(frozen=True, slots=True)
class Census:
    """Every page, and what is asked of them.

    leaves: the pages, in order of stem.
    needs: from questions asked, or, without traffic, from sources.
    questions: how many questions the needs come from; 0 where they stand for links and sources alone.
    """

    leaves: tuple[DocumentFeatures, ...]
    needs: tuple[Need, ...]
    questions: int = 0

    @property
    def basis(self) -> str:
        """What the needs rest on, in words."""
        if self.questions:
            return f"{self.questions:,} questions asked"
        return "no traffic yet: pages that share a source stand for questions"


@dataclass(frozen=True, slots=True)
class Tree:
    """A census under a schema: the value that is priced.

    census: the pages.
    places: the directory of each page, by number.
    schema: gives directories their lines and sections.
    """

    census: Census
    places: tuple[str, ...]
    schema: Schema


def grow_tree(census: Census, schema: Schema) -> Tree:
    """The tree that a schema makes of a census."""
    placer = Placer(schema)
    places = (
        leaf.home or placer.place(leaf.dimension, leaf.stem, leaf.tags, partial(getattr, leaf, "labels"))
        for leaf in census.leaves
    )
    return Tree(census, tuple(places), schema)


def pages_inside(tree: Tree, directory: str) -> list[int]:
    """Numbers of the pages in a directory and below it."""
    below = f"{directory}/"
    return [at for at, each in enumerate(tree.places) if each == directory or each.startswith(below)]


def all_inside(tree: Tree, *directories: str) -> tuple[int, ...]:
    """Pages of several subtrees, each once."""
    return tuple(sorted({number for each in directories for number in pages_inside(tree, each)}))


def cut_tree(tree: Tree, numbers: Sequence[int], needs: Iterable[int], whole: float) -> Tree:
    """The part of a tree that holds the given pages, priced as it is in the whole but for what stays outside.

    needs: numbers of the needs that ask for one of the pages, each once.
    whole: weight of all needs.
    """
    at = {number: new for new, number in enumerate(numbers)}
    census = tree.census
    kept: list[Need] = []
    for number in needs:
        need = census.needs[number]
        asked = tuple(at[each] for each in need.leaves if each in at)
        kept.append(Need(need.weight, asked, need.size or len(need.leaves)))
    kept.append(Need(max(0.0, whole - sum(need.weight for need in kept)), ()))
    leaves = tuple(census.leaves[number] for number in numbers)
    cut = Census(leaves, tuple(kept), census.questions)
    return Tree(cut, tuple(tree.places[number] for number in numbers), tree.schema)


def list_subdirectories(places: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Directories right below each directory that has some; "" is the root."""
    found: dict[str, set[str]] = {}
    for each in set(places):
        while each:
            above = layout.directory(each)
            found.setdefault(above, set()).add(each)
            each = above
    return {name: tuple(sorted(below)) for name, below in found.items()}


def section_of(leaf: DocumentFeatures, rules: Sequence[SectionRule]) -> int:
    """Number of the section that takes a page; the number of rules when none does."""
    return next((at for at, rule in enumerate(rules) if rule.takes(leaf.stem, leaf.tags)), len(rules))
