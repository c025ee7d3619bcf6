"""What ``init`` proposes: the positioning first, then directories anchored on it (WikiKV, section III-C).

Topics of a library may be put in a model's words: what clustering found is called and described anew. What
the author called so stays: folders, participants, beginnings of titles. A name that the documents do not
bear out, or that another directory has, leaves the words of the rules. ``wikic init --add`` gives a
collection that comes later a layout and topics of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wikic.curator.offline import OfflineCurator
from wikic.curator.positioned import Positioned, Positioner, Replaced
from wikic.curator.protocol import Curator, Wording
from wikic.errors import UsageError
from wikic.model.article import Article
from wikic.model.placing import TopicPlacer
from wikic.model.schema import Positioning, Schema
from wikic.model.topics import Layout
from wikic.progress import Progress, Silent
from wikic.schema.library.choose_layout import Looked
from wikic.schema.library.directories import Library, choose_layouts, propose_library, word_positioning
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.scaffold import FALLBACK, make_sound, name_of, one_line
from wikic.schema.survey import Survey, survey_corpus
from wikic.wiki.documents import walk

_SHOWN: Final = 15  # documents of a topic (Corpus2Skill, appendix A),
_SHOWN_TEXT: Final = 600  # and characters of each


def reword_topics(
    found: Library, leaves: Sequence[DocumentFeatures], curator: Curator, taken: Iterable[str] = ()
) -> Library:
    """``found`` with the topics that words make called by ``curator``; unchanged without a model.

    taken: names of directories there are already.

    Raises ModelError as the curator does.
    """
    told = {each.directory for each in found.topics if each.words and not (each.folder or each.speaker)}
    wanted = [each for each in found.dimensions if each.name in told]
    if not isinstance(curator, Wording) or not wanted:
        return found
    shown = _show_documents(found, leaves)

    said: dict[str, tuple[str, str]] = {}
    for each in wanted:
        lines = shown.get(each.name, [])
        said[each.name] = (curator.label(lines), curator.summarize(lines)) if lines else ("", "")
    labels = {name: label for name, (label, _) in said.items()}
    renamed = _rename_directories([each.name for each in found.dimensions], labels, taken)
    dimensions = []
    for each in found.dimensions:
        label, summary = said.get(each.name, ("", ""))
        new = renamed[each.name]
        title = label if new.rpartition("/")[2] == name_of(label) else each.title
        dimensions.append(
            replace(each, name=new, title=title, description=one_line(summary) or each.description)
        )
    topics = [replace(each, directory=renamed.get(each.directory, each.directory)) for each in found.topics]
    return Library(dimensions, topics, found.sizes, found.hows)


def _show_documents(found: Library, leaves: Sequence[DocumentFeatures]) -> dict[str, list[str]]:
    """A line on each of some documents of every directory."""
    placer = TopicPlacer(Schema(Positioning(), (), fallback="", topics=tuple(found.topics)))
    shown: dict[str, list[str]] = {}
    for leaf in sorted(leaves, key=lambda each: each.key):
        home = placer.place(leaf.key, leaf.title, leaf.speakers, leaf.words)
        shown.setdefault(home, []).append(" ".join(f"{leaf.title}: {leaf.opening}".split())[:_SHOWN_TEXT])
    return {name: lines[:: max(1, len(lines) // _SHOWN)][:_SHOWN] for name, lines in shown.items()}


def _rename_directories(
    names: Sequence[str], labels: dict[str, str], others: Iterable[str]
) -> dict[str, str]:
    """The new name of every directory, below its parent's new one; its old one where the new is taken."""
    taken = {*names, *others}
    found: dict[str, str] = {}
    for name in sorted(names, key=lambda each: each.count("/")):
        parent, _, last = name.rpartition("/")
        above = f"{found.get(parent, parent)}/" if parent else ""
        new = f"{above}{name_of(labels.get(name, '')) or last}"
        if new != name and new in taken:
            new = f"{above}{last}"
        taken.add(new)
        found[name] = new
    return found


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
    found = survey_corpus(paths, progress, collection=collection, exclude=walk.ours(root), layout=layout)
    progress.phase("propose", None)
    libraries = [each for each in found.collections if each.layout == "library"]
    others = {each.name for each in found.collections if each.layout == "things"}
    if not libraries:
        said, schema = propose_schema(curator, found.sample)
    elif others:
        some = [each for each in found.sample if each.key.partition("/")[0] in others]
        said, schema = propose_schema(curator, some)
    else:
        said, schema = Positioned(Positioning()), Schema(Positioning(), ())
    taken = [each.name for each in schema.dimensions]
    made = propose_library(libraries, taken, alone=not others) if libraries else Library()
    leaves = [leaf for each in libraries for leaf in each.leaves]
    made = reword_topics(made, leaves, curator)
    if not others:
        said = propose_positioning(curator, found.sample, made, leaves)
    default, layouts_said = choose_layouts(found.collections)
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


def propose_schema(curator: Curator, sample: Sequence[Article]) -> tuple[Positioned, Schema]:
    """A schema for the sampled corpus, of things; what it is about, with what of that was replaced."""
    said = _ask_positioning(curator, sample)
    return said, make_sound(said.positioning, curator.scaffold(said.positioning, sample))


def propose_positioning(
    curator: Curator, sample: Sequence[Article], made: Library, leaves: Sequence[DocumentFeatures]
) -> Positioned:
    """What a wiki of libraries is about: a model words it; the rules would look for kinds of things."""
    if isinstance(curator, OfflineCurator):
        return Positioned(word_positioning(made, leaves))
    return _ask_positioning(curator, sample)


def _ask_positioning(curator: Curator, sample: Sequence[Article]) -> Positioned:
    if isinstance(curator, Positioner):
        return curator.positioned(sample)
    return Positioned(curator.position(sample))


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


def add_collection(
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
    found = survey_corpus(
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
        _, made = propose_schema(
            curator, [each for each in found.sample if each.key.partition("/")[0] in things]
        )
        fresh_ones = tuple(each for each in made.dimensions if each.name not in names)
        schema = replace(schema, dimensions=(*schema.dimensions, *fresh_ones), fallback=FALLBACK)
        names |= {each.name for each in fresh_ones}
    shelves = propose_library(libraries, names, alone=False) if libraries else None
    if shelves is not None:
        leaves = [leaf for each in libraries for leaf in each.leaves]
        shelves = reword_topics(shelves, leaves, curator, names)
        schema = replace(
            schema,
            dimensions=(*schema.dimensions, *(each for each in shelves.dimensions if each.name not in names)),
            topics=(*schema.topics, *shelves.topics),
        )
    schema = replace(schema, collections=(*schema.collections, *choose_layouts(fresh)[1]))
    return Added(schema, tuple(fresh), tuple(shelves.hows) if shelves else ())
