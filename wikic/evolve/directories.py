"""Directories in ``schema.yaml``: one becoming part of another, one divided. Values in, values out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wikic.model.schema import Decision, Dimension, PlacementRule, Schema, SectionRule


def joined(schema: Schema, kept: str, other: str) -> tuple[Schema, Callable[[str], str]]:
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
            each = replace(each, accepts=tuple(taken), description=_both(each.description, gone.description))
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


def _both(one: str, other: str) -> str:
    return "; ".join(dict.fromkeys(each for each in (one, other) if each))


def divided(
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


def sectioned(schema: Schema, directory: str, rules: tuple[SectionRule, ...], decision: Decision) -> Schema:
    """The schema in which headings part the index of a directory."""
    others = tuple(each for each in schema.sections if each.directory != directory)
    return replace(schema, sections=others + rules, evolved=(*schema.evolved, decision))
