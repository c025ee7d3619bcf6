"""The Architect (WikiKV, section III-D): which directories could be divided, and how.

Condition (i), fan-out over the bound, asks for directories; a listing longer than one read, for headings in
its index first. Every way to part becomes a candidate: tags, relations, letters; the critic chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.evolve.census import DocumentFeatures, Tree, list_subdirectories
from wikic.evolve.coaccess import divide_directory, section_index
from wikic.evolve.cost import FAN_OUT, READ, Proposal
from wikic.evolve.facets import Part, by_labels, by_letters, by_tags
from wikic.model.schema import Decision, Dimension, PlacementRule, Schema, SectionRule

LEAST_PART: Final = 12  # pages; fewer are found under a heading sooner than in a directory
LEAST_SECTION: Final = 6  # pages
# Ranges are filled to this: pages to come must not break them up at once.
RANGE: Final = 150
# Where tags say of this share of the pages what they are, relations and letters serve the rest alone.
MEANT: Final = 1 / 3
_DEEPEST: Final = layout.MAX_DEPTH - 1  # segments of a directory that may hold pages


def propose_splits(tree: Tree) -> Iterator[Proposal]:
    """Candidates for every directory over the fan-out bound."""
    below = list_subdirectories(tree.places)
    own = _own_pages(tree)
    for directory in sorted(own):
        numbers = own[directory]
        children = len(numbers) + len(below.get(directory, ()))
        if not directory or children <= FAN_OUT or directory.count("/") + 1 >= _DEEPEST:
            continue
        movable = [number for number in numbers if tree.census.leaves[number].home is None]
        yield from _splits_of(tree, directory, movable, children)


def _splits_of(tree: Tree, directory: str, numbers: list[int], children: int) -> Iterator[Proposal]:
    leaves = [tree.census.leaves[number] for number in numbers]
    banned = _marks_above(tree.schema, directory)
    facets = by_tags(leaves, LEAST_PART, banned)
    if not facets or sum(len(part.leaves) for part in facets[0]) < MEANT * len(leaves):
        facets += [*by_labels(leaves, LEAST_PART, banned), []]
    for facet in facets:
        whole = _complete_facet(facet, leaves, children, banned)
        if whole:
            builder = _Branches(tree.schema, directory)
            builder.divide(directory, whole, leaves, banned)
            kind = "letters" if not facet else "tags" if facet[0].tag else "relations"
            reason = f"{children:,} children, more than {FAN_OUT}; parted by {kind}"
            decision = Decision("split", (directory, *builder.names), reason)
            schema = divide_directory(tree.schema, directory, tuple(builder.parts), decision)
            yield Proposal(
                "split", directory, tuple(builder.names), reason, (directory,), tuple(numbers), schema
            )


def _marks_above(schema: Schema, directory: str) -> frozenset[str]:
    """Tags and labels that every page of a directory has, or could have, by the rules that lead to it.

    And the directory's own names: drama films lie in ``films``, films do not once more.
    """
    found = set(directory.casefold().split("/"))
    for rule in schema.placement:
        if rule.into == directory or directory.startswith(f"{rule.into}/"):
            found.update(rule.tags, rule.labels)
    return frozenset(found)


def _complete_facet(
    facet: list[Part], leaves: Sequence[DocumentFeatures], children: int, banned: frozenset[str]
) -> list[Part]:
    """A facet with its rest parted, where that is over the bound: by relations, then by letters."""
    parts = list(facet)
    for relations in (True, False) if facet else (False,):
        used = {at for part in parts for at in part.leaves}
        if children - len(used) + len(parts) <= FAN_OUT:
            break
        rest = [at for at in range(len(leaves)) if at not in used]
        own = [leaves[at] for at in rest]
        found = next(iter(by_labels(own, LEAST_PART, banned)), []) if relations else by_letters(own, RANGE)
        parts += [replace(part, leaves=tuple(rest[at] for at in part.leaves)) for part in found]
    return _unite_parts(parts)


def _unite_parts(parts: Sequence[Part]) -> list[Part]:
    """Parts of one name as one: directors by their tag and by what they directed."""
    found: dict[str, Part] = {}
    for part in parts:
        key = layout.slug(part.name).casefold()
        same = found.get(key)
        if same is None or part.first or part.last or same.first or same.last or (part.tag and same.tag):
            found[key if same is None else f"{key}\0{len(found)}"] = part
        else:
            leaves = tuple(sorted({*same.leaves, *part.leaves}))
            found[key] = replace(
                same, leaves=leaves, tag=same.tag or part.tag, labels=(*same.labels, *part.labels)
            )
    return list(found.values())


class _Branches:
    """The directories of one split, and below them those of parts that are over the bound themselves."""

    def __init__(self, schema: Schema, directory: str) -> None:
        self._known = {each.name.casefold() for each in schema.dimensions}
        self._about = _directory_title(schema, directory)
        self.names: list[str] = []
        self.parts: list[tuple[Dimension, PlacementRule]] = []

    def divide(
        self,
        directory: str,
        facet: Sequence[Part],
        leaves: Sequence[DocumentFeatures],
        banned: frozenset[str],
    ) -> None:
        """Make a directory below ``directory`` for every part; ``leaves`` are what positions count in."""
        for part in facet:
            name = self._named(f"{directory}/{layout.slug(part.name)}")
            rule = PlacementRule(
                directory,
                name,
                tags=(part.tag,) if part.tag else (),
                labels=part.labels,
                first=part.first,
                last=part.last,
            )
            self.parts.append(
                (Dimension(name, _describe_part(part, self._about), title=_part_heading(part)), rule)
            )
            if len(part.leaves) > FAN_OUT and name.count("/") + 1 < _DEEPEST:
                own = [leaves[at] for at in part.leaves]
                used = banned | {part.tag, *part.labels, layout.stem(name).casefold()}
                tagged = by_tags(own, LEAST_PART, used)
                self.divide(
                    name, _complete_facet(tagged[0] if tagged else [], own, len(own), used), own, used
                )

    def _named(self, name: str) -> str:
        """The name, told apart from those there are."""
        if name.casefold() in self._known:
            name = layout.suffixed(name, layout.title_hash(name))
        self._known.add(name.casefold())
        self.names.append(name)
        return name


def _directory_title(schema: Schema, directory: str) -> str:
    found = schema.dimension(directory)
    return (found.title if found else "") or layout.stem(directory).replace("-", " ").capitalize()


def _part_heading(part: Part) -> str:
    if part.title:
        return part.title
    return part.name[:1].upper() + part.name[1:]


def _describe_part(part: Part, about: str) -> str:
    """What belongs in a part, for its line in the index above."""
    if part.tag or part.labels:
        related = f" ({', '.join(f'{label} …' for label in part.labels)})" if part.labels else ""
        return f"{about}: {part.name}{related}"
    return f"{about} by name, {_part_heading(part)}"


# --- headings ----------------------------------------------------------------------------------


def propose_sections(tree: Tree) -> Iterator[Proposal]:
    """Candidates for the index of every directory whose list takes more than one read."""
    own = _own_pages(tree)
    divided_already = {rule.directory for rule in tree.schema.sections}
    for directory in sorted(own):
        numbers = own[directory]
        leaves = [tree.census.leaves[number] for number in numbers]
        if not directory or directory in divided_already or sum(leaf.tokens for leaf in leaves) <= READ:
            continue
        taken = _marks_above(tree.schema, directory)
        for facet in by_tags(leaves, LEAST_SECTION, taken):
            yield _propose_section(tree, directory, numbers, facet)
        letters = by_letters(leaves, max(LEAST_SECTION, len(leaves) // 4))
        if letters:
            yield _propose_section(tree, directory, numbers, letters)


def _propose_section(tree: Tree, directory: str, numbers: list[int], facet: list[Part]) -> Proposal:
    headings: dict[str, SectionRule] = {}
    for part in facet:
        heading = _part_heading(part)
        headings.setdefault(
            heading, SectionRule(directory, heading, (part.tag,) if part.tag else (), part.first, part.last)
        )
    by = "tags" if facet[0].tag else "letters"
    reason = f"its list takes more than one read; {len(headings)} headings by {by}"
    decision = Decision("sections", (directory,), reason)
    schema = section_index(tree.schema, directory, tuple(headings.values()), decision)
    return Proposal("sections", directory, tuple(headings), reason, (directory,), tuple(numbers), schema)


def _own_pages(tree: Tree) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, name in enumerate(tree.places):
        found.setdefault(name, []).append(number)
    return found
