"""The things that a document speaks of, in whatever language: kinds, directories, and what is taken from it.

Which directory of a schema takes a kind is told by the names that a language gives such directories.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from wikic.language import Pack, pack_files
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.schema import Schema
from wikic.model.statement import Entity, Relation

Sort = Literal[
    "person",
    "place",
    "organization",
    "work",
    "event",
    "period",
    "software",
    "vessel",
    "product",
    "species",
    "concept",
]


@dataclass(slots=True)
class Thing:
    """An entity of a document, while it is read.

    name: its title.
    sort: what kind of thing it is.
    sure: whether more than a guess says so.
    aliases: other names, in order of appearance.
    summary: one line, or "".
    principal: whether the document is about it.
    self_: whether it is the document itself.
    disambiguator: what tells it from others of its name, or None.
    roles: what the text calls it beside its name, a noun each.
    personal: whether the text says of it what is said of persons only.
    seen, as_place: how often it is named, and how often as one names a place.
    """

    name: str
    sort: Sort
    sure: bool = False
    aliases: list[str] = field(default_factory=list)
    summary: str = ""
    principal: bool = False
    self_: bool = False
    disambiguator: str | None = None
    roles: list[str] = field(default_factory=list)
    personal: bool = False
    seen: int = 0
    as_place: int = 0


# Labels of relations and the things at their other ends.
Typed = list[tuple[str, Thing]]


def build_extraction(
    summary: str,
    things: Sequence[Thing],
    said: Iterable[tuple[Thing, ProposedStatement, Typed]],
    entity: Callable[[Thing, str], Entity],
) -> Extraction:
    """What is taken from a document: its things under local ids, and what is said of each.

    said: whose a statement is, itself without its owner, and its relations. entity: a thing under its id.
    """
    ids = {id(thing): f"e{number}" for number, thing in enumerate(things, 1)}
    proposed = tuple(
        replace(
            each,
            of=ids[id(owner)],
            relations=tuple(Relation(label, ids[id(other)]) for label, other in typed if other is not owner),
        )
        for owner, each, typed in said
    )
    return Extraction(summary, tuple(entity(thing, ids[id(thing)]) for thing in things), proposed)


def choose_directory(kind: str, schema: Schema, pack: Pack, *, described: bool = False) -> str:
    """The schema's directory for a kind of thing, its fallback when none fits.

    described: where no directory is called so, a word of its name or description will do.
    """
    names = _kind_names(pack.code, kind)
    found = next(filter(None, map(_directories_by_name(schema).get, names)), None)
    if found is None and described:
        found = next(filter(None, map(_directories_by_words(schema).get, names)), None)
    return found or schema.fallback


def _directories_by_name(schema: Schema) -> dict[str, str]:
    """Directories by their names, then by their titles and the names they accept."""
    called = {each.name.casefold(): each.name for each in schema.dimensions}
    for each in schema.dimensions:
        for other in (each.title, *each.accepts):
            called.setdefault(other.casefold(), each.name)
    return called


def _directories_by_words(schema: Schema) -> dict[str, str]:
    """Directories by the words of their names and descriptions."""
    words: dict[str, str] = {}
    for each in schema.dimensions:
        for word in (*each.name.casefold().split("-"), *each.description.casefold().split()):
            words.setdefault(word, each.name)
    return words


@lru_cache(maxsize=64)
def _kind_names(code: str, kind: str) -> tuple[str, ...]:
    """What directories of a kind may be called in a language, best first: one calls "places" what another
    calls "geography".
    """
    rows = dict.fromkeys(names for each, names in pack_files.rows(code, "directory_names") if each == kind)
    return tuple(name for names in rows for name in names.split(", "))
