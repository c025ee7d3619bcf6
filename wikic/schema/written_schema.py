"""A schema that a person wrote: with what its libraries need and it does not say.

Topics for directories that have none are made of the words of their names and descriptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from wikic.document.document_words import WordReader
from wikic.model.schema import Dimension, Schema
from wikic.model.topics import MAX_TOPIC_WORDS, Layout, Topic
from wikic.progress import Progress
from wikic.schema.library.directories import PEOPLE, TERMS, choose_layouts, common_directories
from wikic.schema.library.document_features import DocumentFeatures, Vector, centroid, space, topic_words
from wikic.schema.survey import Survey, survey_corpus
from wikic.text.language import guess
from wikic.wiki.documents import walk

_NAMED: Final = 3  # what a word of the name, title or accepts weighs beside one of the description
_NEAR: Final = 0.03  # product of a document and a directory's words from which it shows what is meant
_ROUNDS: Final = 2


def own_topics(
    schema: Schema, leaves: Sequence[DocumentFeatures] = (), kept: frozenset[str] = frozenset()
) -> list[Topic]:
    """A topic for each directory but the fallback and those in ``kept``.

    leaves: documents, if any are named: those nearest to a directory's words add theirs, since a line of
    description shares few words with a document.
    """
    directories = [each for each in schema.dimensions if each.name not in {schema.fallback, *kept}]
    codes = sorted(each.language for each in leaves)
    code = max(codes, key=codes.count, default="")
    said = {each.name: _count_words(each, code) for each in directories}
    said = {name: words for name, words in said.items() if words}
    if leaves:
        said = _learn_words(said, sorted(leaves, key=lambda each: each.key))
    return [Topic(name, words=words) for name, words in said.items()]


def _count_words(dimension: Dimension, code: str) -> dict[str, int]:
    name = " ".join((dimension.name, dimension.title, *dimension.accepts)).replace("/", " ").replace("-", " ")
    reader = WordReader(code or guess(f"{name} {dimension.description}"))
    words = dict.fromkeys(reader.words(dimension.description), 1)
    words |= dict.fromkeys(reader.words(name), _NAMED)
    return dict(sorted(words.items(), key=lambda each: -each[1])[:MAX_TOPIC_WORDS])


def _learn_words(
    said: dict[str, dict[str, int]], leaves: Sequence[DocumentFeatures]
) -> dict[str, dict[str, int]]:
    known = space(leaves)
    # Words no document has count for documents to come.
    seeds = {
        name: centroid([{word: weight * known.rarity.get(word, 1.0) for word, weight in words.items()}])
        for name, words in said.items()
    }
    middles: dict[str, Vector] = dict(seeds)
    for _ in range(_ROUNDS):
        inside: dict[str, list[Vector]] = {name: [] for name in seeds}
        for vector in known.vectors:
            near = {name: _dot_product(vector, middle) for name, middle in middles.items()}
            best = max(near, key=lambda name: near[name], default="")
            if best and near[best] >= _NEAR:
                inside[best].append(vector)
        # What the person said weighs as much as all documents together.
        middles = {
            name: centroid([seeds[name], centroid(inside[name])]) if inside[name] else seeds[name]
            for name in seeds
        }
    return {name: topic_words(middle) for name, middle in middles.items()}


def _dot_product(a: Vector, b: Vector) -> float:
    return sum(weight * b[word] for word, weight in a.items() if word in b)


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
        found = survey_corpus(paths, progress, collection=collection, exclude=walk.ours(root), layout=layout)
        named = {each.name for each in schema.collections}
        default, fresh = choose_layouts([each for each in found.collections if each.name not in named])
        schema = replace(schema, collections=(*schema.collections, *fresh))
        if not named and fresh:
            schema = replace(schema, layout=default)
    if schema.topics or "library" not in {schema.layout, *(each.layout for each in schema.collections)}:
        return schema, found
    leaves = [leaf for each in found.collections for leaf in each.leaves] if found is not None else []
    names = {each.name for each in schema.dimensions}
    more = tuple(each for each in common_directories(leaves) if each.name not in names)
    topics = own_topics(schema, leaves, frozenset({PEOPLE, TERMS}))
    return replace(schema, dimensions=(*schema.dimensions, *more), topics=tuple(topics)), found
