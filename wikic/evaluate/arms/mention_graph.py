"""The mention graph of RLM-on-KG (section 3.1): which chunks of documents name which pages of the wiki.

The paper finds people, organisations and places with spaCy; here the entities are the wiki's pages, told by
their names. Two entities of one chunk are neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from wikic.document.quotes import segment
from wikic.evaluate.arms.passages import Passage, texts_of
from wikic.navigate.library import Library
from wikic.text.tokens import tokens

_WORDS: Final = 240  # of a chunk, at most (RLM-on-KG, section 3.1)
_OVERLAP: Final = 40
_SEEDS: Final = 10  # entities that a question begins with (section 3.7)
_FEW: Final = 3  # exact names, below which mistyped ones count too


class MentionGraph:
    """Chunks and the entities they name.

    chunks: of all documents, in order. mentions: places of the chunks that name a page, by its path.
    entities: paths of the pages that a chunk names, by its place.
    """

    def __init__(self, chunks: Iterable[Passage], named: Callable[[str, bool], tuple[str, ...]]) -> None:
        """named: paths of the pages that a text names; and whether names may be mistyped."""
        self._named = named
        self.chunks: Final = tuple(chunks)
        self.entities: Final = tuple(named(chunk.text, False) for chunk in self.chunks)
        self.mentions: dict[str, list[int]] = {}
        for at, paths in enumerate(self.entities):
            for path in paths:
                self.mentions.setdefault(path, []).append(at)

    def search(self, question: str) -> list[str]:
        """Entities that ``question`` names, those of most chunks first (``entity_search``)."""
        found = self._named(question, False)
        if len(found) < _FEW:
            found = tuple(dict.fromkeys((*found, *self._named(question, True))))
        return sorted(found, key=lambda path: -len(self.mentions.get(path, ())))[:_SEEDS]

    def neighbours(self, path: str) -> list[str]:
        """Entities that share a chunk with one, those that share most first (``expand_neighbors``)."""
        shared = Counter(each for at in self.mentions.get(path, ()) for each in self.entities[at])
        del shared[path]
        return [each for each, _ in shared.most_common()]


def mention_graph(library: Library) -> MentionGraph:
    """The graph of a wiki's documents; reads every one."""
    names = library.names

    def named(text: str, typos: bool) -> tuple[str, ...]:
        found = names.find(text, typos=typos)
        return tuple(dict.fromkeys(path for each in found for path in each.paths))

    return MentionGraph(windows(library), named)


def windows(library: Library) -> Iterator[Passage]:
    """Every document in chunks of at most 240 words, cut between sentences; about 40 words stand in two."""
    for key, _, text in texts_of(library):
        held: list[tuple[str, int]] = []
        for block in segment(text):
            size = len(tokens(block.text))
            if held and sum(words for _, words in held) + size > _WORDS:
                yield Passage((key,), "\n".join(line for line, _ in held))
                while held and sum(words for _, words in held) > _OVERLAP:
                    held.pop(0)
            held.append((block.text, size))
        if held:
            yield Passage((key,), "\n".join(line for line, _ in held))
