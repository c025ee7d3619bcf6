"""Topics for directories that a person wrote without any: by the words of their names and descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.document.document_words import WordReader
from wikic.model.schema import Dimension, Schema
from wikic.model.topics import MAX_TOPIC_WORDS, Topic
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.vectors import Vector, centroid, space, topic_words
from wikic.text.language import guess

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
    said = {each.name: _said(each, code) for each in directories}
    said = {name: words for name, words in said.items() if words}
    if leaves:
        said = _learned(said, sorted(leaves, key=lambda each: each.key))
    return [Topic(name, words=words) for name, words in said.items()]


def _said(dimension: Dimension, code: str) -> dict[str, int]:
    name = " ".join((dimension.name, dimension.title, *dimension.accepts)).replace("/", " ").replace("-", " ")
    reader = WordReader(code or guess(f"{name} {dimension.description}"))
    words = dict.fromkeys(reader.words(dimension.description), 1)
    words |= dict.fromkeys(reader.words(name), _NAMED)
    return dict(sorted(words.items(), key=lambda each: -each[1])[:MAX_TOPIC_WORDS])


def _learned(
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
            near = {name: _product(vector, middle) for name, middle in middles.items()}
            best = max(near, key=lambda name: near[name], default="")
            if best and near[best] >= _NEAR:
                inside[best].append(vector)
        # What the person said weighs as much as all documents together.
        middles = {
            name: centroid([seeds[name], centroid(inside[name])]) if inside[name] else seeds[name]
            for name in seeds
        }
    return {name: topic_words(middle) for name, middle in middles.items()}


def _product(a: Vector, b: Vector) -> float:
    return sum(weight * b[word] for word, weight in a.items() if word in b)
