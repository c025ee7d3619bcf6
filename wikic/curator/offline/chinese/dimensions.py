"""Which directory an entity of a kind goes to, by the names the schema has."""

from __future__ import annotations

from typing import Final, Literal

from wikic.curator.offline.chinese.vocabulary import PACK
from wikic.model.schema import Dimension, Schema

Kind = Literal["person", "work", "organisation", "place", "period", "concept"]

# A mostly Chinese corpus starts with these; ``accepts`` are the names under which documents in other
# languages file the same things.
CHINESE_DIMENSIONS: Final = tuple(
    Dimension(name, description, title, tuple(accepts.split()))
    for name, description, title, accepts in PACK.rows("directories")
)

# Names a schema may give to the directory of a kind, best first.
_NAMES: Final = {kind: tuple(names.split()) for kind, names in PACK.rows("directory_names")}


def dimension_of(kind: Kind, schema: Schema) -> str:
    """The schema's dimension for ``kind``; its fallback where no name or description fits."""
    for name in _NAMES[kind]:
        for dimension in schema.dimensions:
            if name == dimension.name.casefold() or name == dimension.title or name in dimension.accepts:
                return dimension.name
    for name in _NAMES[kind]:
        for dimension in schema.dimensions:
            if (
                name in dimension.name.casefold().split("-")
                or name in dimension.description.casefold().split()
            ):
                return dimension.name
    return schema.fallback
