"""What ``init`` proposes: the positioning first, then directories anchored on it (WikiKV, section III-C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikic.curator.offline import OfflineCurator
from wikic.curator.positioned import Positioned, Positioner, Replaced
from wikic.curator.protocol import Curator
from wikic.model.article import Article
from wikic.model.schema import Positioning, Schema
from wikic.model.topics import Layout
from wikic.progress import Progress, Silent
from wikic.schema.library.directories import Library, layouts, library, positioning
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.model_labels import reworded
from wikic.schema.scaffold import sound
from wikic.schema.survey import Survey, survey
from wikic.wiki.documents import walk


@dataclass(frozen=True, slots=True)
class Proposal:
    """A schema, and what it was made from.

    schema: valid, and not written yet.
    survey: what the corpus holds.
    topics: name of each library among the collections, and what its directories are by, "" for one of few
        documents.
    replaced: what a model said of the corpus and was not taken.
    """

    schema: Schema
    survey: Survey
    topics: tuple[tuple[str, str], ...] = ()
    replaced: tuple[Replaced, ...] = ()


def propose_for(
    root: Path,
    paths: Sequence[Path],
    curator: Curator,
    *,
    collection: str | None = None,
    progress: Progress | None = None,
    layout: Layout | None = None,
) -> Proposal:
    """A schema for the documents under ``paths``; writes nothing.

    layout: of all of them, where a person chose it.

    Raises InputError when a path is missing or no document can be read, ModelError when the curator's model
    does not answer.
    """
    progress = progress or Silent()
    found = survey(paths, progress, collection=collection, exclude=walk.ours(root), layout=layout)
    progress.phase("propose", None)
    libraries = [each for each in found.collections if each.layout == "library"]
    others = {each.name for each in found.collections if each.layout == "things"}
    if not libraries:
        said, schema = propose(curator, found.sample)
    elif others:
        some = [each for each in found.sample if each.key.partition("/")[0] in others]
        said, schema = propose(curator, some)
    else:
        said, schema = Positioned(Positioning()), Schema(Positioning(), ())
    taken = [each.name for each in schema.dimensions]
    made = library(libraries, taken, alone=not others) if libraries else Library()
    leaves = [leaf for each in libraries for leaf in each.leaves]
    made = reworded(made, leaves, curator)
    if not others:
        said = positioned(curator, found.sample, made, leaves)
    default, layouts_said = layouts(found.collections)
    names = {each.name for each in schema.dimensions}
    schema = replace(
        schema,
        positioning=schema.positioning if others else said.positioning,
        dimensions=(*schema.dimensions, *(each for each in made.dimensions if each.name not in names)),
        fallback=schema.fallback if others else made.topics[-1].directory,
        layout=default,
        collections=layouts_said,
        topics=tuple(made.topics),
    )
    return Proposal(schema, found, tuple(made.hows), said.replaced)


def propose(curator: Curator, sample: Sequence[Article]) -> tuple[Positioned, Schema]:
    """A schema for the sampled corpus, of things; what it is about, with what of that was replaced."""
    said = _said(curator, sample)
    return said, sound(said.positioning, curator.scaffold(said.positioning, sample))


def positioned(
    curator: Curator, sample: Sequence[Article], made: Library, leaves: Sequence[DocumentFeatures]
) -> Positioned:
    """What a wiki of libraries is about: a model words it; the rules would look for kinds of things."""
    if isinstance(curator, OfflineCurator):
        return Positioned(positioning(made, leaves))
    return _said(curator, sample)


def _said(curator: Curator, sample: Sequence[Article]) -> Positioned:
    if isinstance(curator, Positioner):
        return curator.positioned(sample)
    return Positioned(curator.position(sample))
