"""Which directory an entity of a kind goes to, by the names the schema has."""

from __future__ import annotations

from typing import Final, Literal

from wikic.curator.encyclopaedia import kind_directories
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK
from wikic.model.schema import Dimension, Schema

Kind = Literal["person", "work", "organisation", "place", "period", "concept"]

# A mostly Chinese corpus starts with these; ``accepts`` are the names under which documents in other
# languages file the same things.
CHINESE_DIMENSIONS: Final = tuple(
    Dimension(name, description, title, tuple(accepts.split()))
    for name, description, title, accepts in PACK.rows("directories")
)


def dimension_of(kind: Kind, schema: Schema) -> str:
    """The schema's dimension for ``kind``; its fallback where no name or description fits."""
    return kind_directories.directory(kind, schema, PACK, described=True)
