"""``wikic init --add``: a collection that comes to a wiki later gets a layout and topics of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikic.curator.protocol import Curator
from wikic.errors import UsageError
from wikic.model.schema import Schema
from wikic.model.topics import Layout
from wikic.progress import Progress, Silent
from wikic.schema.library.collections import Looked
from wikic.schema.library.directories import layouts, library
from wikic.schema.model_labels import reworded
from wikic.schema.proposal import propose
from wikic.schema.scaffold import FALLBACK
from wikic.schema.survey import survey
from wikic.wiki.documents import walk


@dataclass(frozen=True, slots=True)
class Added:
    """A schema with collections added.

    collections: what was looked at of each new one.
    topics: as in ``Proposal``.
    """

    schema: Schema
    collections: tuple[Looked, ...]
    topics: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class NewDocuments:
    """What is to be added.

    root: the knowledge base; its own files are no documents. paths: files and folders.
    collection: the name of them all, or None for those of their folders. layout: or None to choose it.
    """

    root: Path
    paths: Sequence[Path]
    collection: str | None = None
    layout: Layout | None = None


def add(
    schema: Schema,
    known: Collection[str],
    documents: NewDocuments,
    curator: Curator,
    progress: Progress | None = None,
) -> Added:
    """``schema`` with layout, directories and topics of the collections of ``documents`` that it lacks.

    What it says of others stays, so no document there is moves. known: names of collections that have
    sources.

    Raises InputError as surveying does, UsageError where no collection is new.
    """
    found = survey(
        documents.paths,
        progress or Silent(),
        collection=documents.collection,
        exclude=walk.ours(documents.root),
        layout=documents.layout,
    )
    there = {*known, *(each.name for each in schema.collections)}
    fresh = [each for each in found.collections if each.name not in there]
    if not fresh:
        named = ", ".join(each.name for each in found.collections)
        raise UsageError(
            f"the wiki knows {named} already; nothing was changed",
            hint="its layout and topics stand in wiki/schema.yaml; --collection gives documents another name",
        )
    names = {each.name for each in schema.dimensions}
    libraries = [each for each in fresh if each.layout == "library"]
    things = {each.name for each in fresh if each.layout == "things"}
    if things and "things" not in {schema.layout, *(each.layout for each in schema.collections)}:
        _, made = propose(curator, [each for each in found.sample if each.key.partition("/")[0] in things])
        fresh_ones = tuple(each for each in made.dimensions if each.name not in names)
        schema = replace(schema, dimensions=(*schema.dimensions, *fresh_ones), fallback=FALLBACK)
        names |= {each.name for each in fresh_ones}
    shelves = library(libraries, names, alone=False) if libraries else None
    if shelves is not None:
        leaves = [leaf for each in libraries for leaf in each.leaves]
        shelves = reworded(shelves, leaves, curator, names)
        schema = replace(
            schema,
            dimensions=(*schema.dimensions, *(each for each in shelves.dimensions if each.name not in names)),
            topics=(*schema.topics, *shelves.topics),
        )
    schema = replace(schema, collections=(*schema.collections, *layouts(fresh)[1]))
    return Added(schema, tuple(fresh), tuple(shelves.hows) if shelves else ())
