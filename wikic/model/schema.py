"""What the wiki is about and how it is divided: ``schema.yaml``; who is who: ``identity.yaml``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Positioning:
    """The corpus positioning descriptor (WikiKV, section III-C).

    focus: what the corpus is about.
    audience: who reads the wiki.
    bias: which documents enter the corpus and which do not.
    """

    focus: str = ""
    audience: str = ""
    bias: str = ""


@dataclass(frozen=True, slots=True)
class Dimension:
    """A directory of knowledge pages.

    name: its path segment.
    description: one line that tells a reader what belongs in it.
    title: heading of its index; the name, capitalised, when empty.
    accepts: other dimension names that extraction may have written in digests and that live here.
    """

    name: str
    description: str
    title: str = ""
    accepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionRule:
    """Which pages stand under one heading of a directory's index.

    directory: the directory it divides.
    heading: text of the section's heading.
    tags: a page with one of them belongs here; the first rule that matches wins.
    """

    directory: str
    heading: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Schema:
    """``wiki/schema.yaml``: edited by people, read by compile and evolve.

    overview: the paragraph that opens ``index.md``.
    fallback: name of the dimension that takes what no other takes.
    """

    positioning: Positioning
    dimensions: tuple[Dimension, ...]
    sections: tuple[SectionRule, ...] = ()
    overview: str = ""
    fallback: str = "concepts"

    def home_of(self, dimension: str) -> str:
        """The directory in which an entity of ``dimension`` lives."""
        for each in self.dimensions:
            if dimension == each.name or dimension in each.accepts:
                return each.name
        return self.fallback


@dataclass(frozen=True, slots=True)
class Pin:
    """``identity.yaml`` says which title one entity of one digest has.

    key: the source's key.
    entity: the entity's title in that digest.
    title: the title it is given; a page of that title takes it.
    """

    key: str
    entity: str
    title: str


@dataclass(frozen=True, slots=True)
class Identity:
    """``wiki/identity.yaml``: nothing else joins or parts entities by hand.

    same: groups of titles that are one thing; the first names the page.
    distinct: groups of titles no two of which are ever joined.
    pins: titles given to single entities of single digests.
    """

    same: tuple[tuple[str, ...], ...] = ()
    distinct: tuple[tuple[str, ...], ...] = ()
    pins: tuple[Pin, ...] = ()
