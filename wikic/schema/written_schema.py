"""A schema that a person wrote: with what its libraries need and it does not say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from wikic.model.schema import Schema
from wikic.model.topics import Layout
from wikic.progress import Progress
from wikic.schema.library.directories import PEOPLE, TERMS, common, layouts
from wikic.schema.library.written_directories import own_topics
from wikic.schema.survey import Survey, survey
from wikic.wiki.documents import walk


def completed(
    schema: Schema,
    root: Path,
    paths: Sequence[Path],
    progress: Progress,
    *,
    collection: str | None = None,
    layout: Layout | None = None,
) -> tuple[Schema, Survey | None]:
    """``schema`` with layouts and, where it has none, topics made of its directories.

    paths: documents, if any are named: they choose the layout of collections it does not name.
    layout: of all collections, where a person chose it.

    Raises InputError as surveying does.
    """
    found = None
    if layout is not None:
        schema = replace(schema, layout=layout)
    if paths:
        found = survey(paths, progress, collection=collection, exclude=walk.ours(root), layout=layout)
        named = {each.name for each in schema.collections}
        default, fresh = layouts([each for each in found.collections if each.name not in named])
        schema = replace(schema, collections=(*schema.collections, *fresh))
        if not named and fresh:
            schema = replace(schema, layout=default)
    if schema.topics or "library" not in {schema.layout, *(each.layout for each in schema.collections)}:
        return schema, found
    leaves = [leaf for each in found.collections for leaf in each.leaves] if found is not None else []
    names = {each.name for each in schema.dimensions}
    more = tuple(each for each in common(leaves) if each.name not in names)
    topics = own_topics(schema, leaves, frozenset({PEOPLE, TERMS}))
    return replace(schema, dimensions=(*schema.dimensions, *more), topics=tuple(topics)), found
