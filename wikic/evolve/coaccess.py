"""DimensionMerge (WikiKV, section III-D, operator 1): siblings needed together are one thing to readers.

The mutual information of "a need touches A" and "it touches B" (equation 2), over the lesser of their
entropies: 1 when the one tells the other for certain. Estimated from questions asked or, without traffic,
from sources, and labelled so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from math import log2
from typing import Final

from wikic import layout
from wikic.evolve.census import Tree, all_inside, list_subdirectories
from wikic.evolve.cost import Proposal
from wikic.model.schema import Decision, Dimension, PlacementRule, Schema, SectionRule

TAU: Final = 0.5  # of the lesser entropy: half of what is to know of the one, the other tells
LEAST_NEEDS: Final = 20  # that touch both: under it, chance looks like habit


def mutual_information(both: float, one: float, other: float, whole: float) -> float:
    """Mutual information of two indicators over the lesser of their entropies, from 0 to 1.

    both, one, other: weight of the needs that touch both, the first, the second; whole: of all.
    """
    if whole <= 0:
        return 0.0
    cells = (both, one - both, other - both, whole - one - other + both)
    rows = (one, one, whole - one, whole - one)
    columns = (other, whole - other, other, whole - other)
    found = sum(
        cell / whole * log2(cell * whole / (row * column))
        for cell, row, column in zip(cells, rows, columns, strict=True)
        if cell > 0 and row > 0 and column > 0
    )
    least = min(_binary_entropy(one / whole), _binary_entropy(other / whole))
    return max(0.0, found / least) if least > 0 else 0.0


def _binary_entropy(share: float) -> float:
    return -sum(each * log2(each) for each in (share, 1 - share) if 0 < each < 1)


def propose_merges(tree: Tree) -> Iterator[Proposal]:
    """Candidates: pairs of siblings whose information is at least ``TAU`` and that attract each other."""
    touched: dict[str, float] = {}
    times: Counter[tuple[str, str]] = Counter()
    together: dict[tuple[str, str], float] = {}
    whole = 0.0
    for need in tree.census.needs:
        whole += need.weight
        there: dict[str, set[str]] = {}
        for number in need.leaves:
            name = tree.places[number]
            while name:
                above = layout.directory(name)
                there.setdefault(above, set()).add(name)
                name = above
        for names in there.values():
            for name in names:
                touched[name] = touched.get(name, 0.0) + need.weight
            for pair in combinations(sorted(names), 2):
                together[pair] = together.get(pair, 0.0) + need.weight
                times[pair] += 1
    siblings = list_subdirectories(tree.places)
    # Where a person has put a page by hand, the directory is theirs to merge.
    chosen = {leaf.home for leaf in tree.census.leaves if leaf.home}
    for children in siblings.values():
        for pair in combinations(children, 2):
            both = together.get(pair, 0.0)
            expected = touched.get(pair[0], 0.0) * touched.get(pair[1], 0.0) / whole if whole else 0.0
            if times[pair] < LEAST_NEEDS or both <= expected or is_settled(tree.schema, *pair):
                continue
            if chosen & set(pair):
                continue
            share = mutual_information(both, touched[pair[0]], touched[pair[1]], whole)
            if share >= TAU:
                yield _merge_proposal(tree, *pair, share)


def is_settled(schema: Schema, one: str, other: str) -> bool:
    """Whether a decision keeps two directories apart: parts of one split are not merged back."""
    pair = {one, other}
    return any(each.kind == "split" and pair <= set(each.what) for each in schema.evolved)


def _merge_proposal(tree: Tree, one: str, other: str, share: float) -> Proposal:
    places = Counter(tree.places)
    kept, gone = sorted((one, other), key=lambda name: (name != tree.schema.fallback, -places[name], name))
    basis = "questions" if tree.census.questions else "sources, without traffic"
    reason = f"needed together: {share:.2f} of the information ({basis})"
    schema, _ = join_directories(tree.schema, kept, gone)
    schema = replace(schema, evolved=(*schema.evolved, Decision("merge", (kept, gone), reason)))
    leaves = all_inside(tree, one, other)
    return Proposal("merge", kept, (gone,), reason, (one, other), leaves, schema)


def join_directories(schema: Schema, kept: str, other: str) -> tuple[Schema, Callable[[str], str]]:
    """The schema in which ``other`` is part of ``kept``, and the directory each old one is in it.

    What lay below ``other`` lies below ``kept``; its rules hold there, after those that were there before.
    """

    def renamed(name: str) -> str:
        if name == other:
            return kept
        return kept + name[len(other) :] if name.startswith(f"{other}/") else name

    gone = schema.dimension(other)
    dimensions: dict[str, Dimension] = {}
    for each in schema.dimensions:
        name = renamed(each.name)
        if each.name == kept and gone is not None:
            taken = dict.fromkeys((*each.accepts, other, *gone.accepts))
            each = replace(
                each, accepts=tuple(taken), description=_join_titles(each.description, gone.description)
            )
        if each.name != other and (name not in dimensions or each.name == name):
            dimensions[name] = replace(each, name=name)
    if kept not in dimensions:  # a directory of people's, which the schema did not name
        about = gone.description if gone is not None else ""
        dimensions[kept] = Dimension(kept, about, accepts=(other,))
    rules = [
        replace(each, directory=renamed(each.directory), into=renamed(each.into)) for each in schema.placement
    ]
    own = {each for each, before in zip(rules, schema.placement, strict=True) if before.directory == other}
    ordered = [each for each in rules if each not in own] + [each for each in rules if each in own]
    placement = tuple(each for each in dict.fromkeys(ordered) if each.into.startswith(f"{each.directory}/"))
    sections = tuple(
        dict.fromkeys(replace(each, directory=renamed(each.directory)) for each in schema.sections)
    )
    evolved = tuple(
        replace(each, what=tuple(dict.fromkeys(map(renamed, each.what)))) for each in schema.evolved
    )
    result = replace(
        schema,
        dimensions=tuple(dimensions.values()),
        placement=placement,
        sections=sections,
        evolved=evolved,
        topics=tuple(replace(each, directory=renamed(each.directory)) for each in schema.topics),
    )
    return result, renamed


def _join_titles(one: str, other: str) -> str:
    return "; ".join(dict.fromkeys(each for each in (one, other) if each))


def divide_directory(
    schema: Schema, directory: str, parts: tuple[tuple[Dimension, PlacementRule], ...], decision: Decision
) -> Schema:
    """The schema in which rules part a directory; rules it had before stay in front.

    Headings that ``evolve`` made for the whole list go: they would stand over what is left of it.
    """
    ours = any(each.kind == "sections" and directory in each.what for each in schema.evolved)
    known = {each.name for each in schema.dimensions}
    return replace(
        schema,
        dimensions=schema.dimensions + tuple(part for part, _ in parts if part.name not in known),
        placement=schema.placement + tuple(rule for _, rule in parts),
        sections=tuple(each for each in schema.sections if not ours or each.directory != directory),
        evolved=(*schema.evolved, decision),
    )


def section_index(
    schema: Schema, directory: str, rules: tuple[SectionRule, ...], decision: Decision
) -> Schema:
    """The schema in which headings part the index of a directory."""
    others = tuple(each for each in schema.sections if each.directory != directory)
    return replace(schema, sections=others + rules, evolved=(*schema.evolved, decision))
