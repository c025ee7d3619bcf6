"""What baselines find and give a model to read: articles, chunks of them, pages, in the order of Okapi BM25,
of an embedding model's vectors, or of both; chunks along mentions; the arm of what is found.

``rlm`` and ``graphrag-local`` are RLM-on-KG's two baselines by rules, over its mention graph (section 3.1).
The paper finds people, organisations and places with spaCy; here the entities are the wiki's pages, told by
their names. Two entities of one chunk are neighbours. Chunks are ranked by the vectors of an embedding
model where one is named, as in the paper, else by BM25.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from wikic.document.quotes import segment
from wikic.evaluate.arms.arm import Means
from wikic.evaluate.run_file import CONTEXT, Reply
from wikic.llm.tokens import text_tokens
from wikic.navigate.library import Library
from wikic.navigate.tools import toolbox, wiki_read
from wikic.navigate.tools.source_parts import cut_parts
from wikic.search.fields import text_analyser
from wikic.text.tokens import tokens

if TYPE_CHECKING:
    from wikic.llm.embedding import Embedder
    from wikic.progress import Progress

K1: Final = 1.2  # as Lucene has it
B: Final = 0.75  # as Lucene has it
RRF: Final = 60  # k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009; Corpus2Skill)
FUSED: Final = 100  # of each ranking; what stands lower adds less than a hundredth of a first place

Order = Sequence[tuple[int, float]]
"""Places of texts with their scores, best first."""

Rank = Callable[[str, int], Order]
"""The best texts for a question, at most so many."""


class Bm25:
    """Okapi BM25 (Robertson and others, TREC-3) over texts, with the stems of wikic's own search."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = {}
        self._lengths: list[int] = []
        for at, text in enumerate(texts):
            counts = Counter(_stem_words(text))
            self._lengths.append(sum(counts.values()))
            for stem, count in counts.items():
                self._postings.setdefault(stem, []).append((at, count))
        self._mean = sum(self._lengths) / max(len(self._lengths), 1)

    def rank(self, question: str, limit: int) -> Order:
        """Those that share a word with ``question``, with scores above 0."""
        scores: dict[int, float] = {}
        for stem in set(_stem_words(question)):
            held = self._postings.get(stem, [])
            rarity = log(1 + (len(self._lengths) - len(held) + 0.5) / (len(held) + 0.5))
            for at, count in held:
                length = 1 - B + B * self._lengths[at] / self._mean
                score = rarity * count * (K1 + 1) / (count + K1 * length)
                scores[at] = scores.get(at, 0.0) + score
        best = sorted(scores, key=lambda at: (-scores[at], at))
        return [(at, scores[at]) for at in best[:limit]]


class Dense:
    """Texts ranked by the cosine of their vectors and a question's."""

    def __init__(self, texts: Sequence[str], embedder: Embedder, progress: Progress) -> None:
        """Sends the texts that the embedder has no vector of. Raises what ``Embedder.embed`` raises."""
        from wikic.search.sentence_vectors import Nearest

        progress.phase(f"Embedding by {embedder.name}", len(texts))
        self._embedder = embedder
        self._nearest = Nearest(embedder.embed(texts, progress.advance))

    def rank(self, question: str, limit: int) -> Order:
        """The nearest, with their cosines."""
        return self._nearest.ranked(self._embedder.embed([question])[0], limit)


def hybrid_rank(rankings: Sequence[Rank]) -> Rank:
    """By the ranks that several give, the first 100 of each."""
    return lambda question, limit: fuse_rankings([ranked_places(each(question, FUSED)) for each in rankings])[
        :limit
    ]


def fuse_rankings(rankings: Sequence[Sequence[int]]) -> Order:
    """What the rankings hold by the sum of 1 / (60 + rank), best first; the smaller place of equals."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, each in enumerate(ranking, start=1):
            scores[each] = scores.get(each, 0.0) + 1 / (RRF + rank)
    return [(at, scores[at]) for at in sorted(scores, key=lambda each: (-scores[each], each))]


def ranked_places(order: Order) -> list[int]:
    """The places alone."""
    return [at for at, _ in order]


def _stem_words(text: str) -> list[str]:
    return text_analyser().analyze(text)


ARTICLE: Final = 8_000  # characters of an article that are read (Corpus2Skill, its release)
RANKED: Final = 20  # passages
_READ: Final = 5  # passages whose text is what was retrieved
_WORDS: Final = 240  # of a window, at most (RLM-on-KG, section 3.1)
_OVERLAP: Final = 40  # words that stand in two windows (RLM-on-KG, section 3.1)
_PAGES: Final = 3  # of one search, as the agent would read them
_TOKENS: Final = 3_000  # of each, as much as the agent is given of a result


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and where it is from.

    keys: of its sources. text: what is read.
    """

    keys: tuple[str, ...]
    text: str


Find = Callable[[str], Sequence[Passage]]
"""What is found for a question, best first."""


class RetrievalArm:
    """What is found, without a model: the text of the first passages is what was retrieved."""

    def __init__(self, name: str, find: Find, read: int = _READ) -> None:
        """read: passages whose text counts."""
        self.name = name
        self._find = find
        self._read = read

    def ask(self, question: str) -> Reply:
        """The documents of all that was found, in order."""
        found = self._find(question)
        text = "\n\n".join(each.text for each in found[: self._read])
        return Reply(
            documents=keys_of(found),
            answered=bool(found),
            text=text,
            context=text[:CONTEXT],
            tokens=text_tokens(text),
        )


def rank_passages(passages: Sequence[Passage], rank: Rank, limit: int = RANKED) -> Find:
    """A search that gives the best of ``passages``."""
    return lambda question: [passages[at] for at, _ in rank(question, limit)]


def keys_of(passages: Iterable[Passage]) -> tuple[str, ...]:
    """Keys of their sources, in order, each once."""
    return tuple(dict.fromkeys(key for each in passages for key in each.keys))


# --- of documents ---------------------------------------------------------------------------------


def article_passages(library: Library, most: int | None = ARTICLE) -> tuple[Passage, ...]:
    """Every article, as far as it is read."""
    return tuple(Passage((key,), f"{title}\n{text}"[:most]) for key, title, text in _read_articles(library))


def chunk_passages(library: Library) -> tuple[Passage, ...]:
    """Every article in its parts; each says its title."""
    return tuple(
        Passage((key,), "\n".join((title, *(block.text for block in blocks))))
        for key, title, text in _read_articles(library)
        for blocks in cut_parts(segment(text))
    )


def window_passages(library: Library) -> Iterator[Passage]:
    """Every document in chunks of at most 240 words, cut between sentences; about 40 words stand in two."""
    for key, _, text in _read_articles(library):
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


def _read_articles(library: Library) -> Iterator[tuple[str, str, str]]:
    """Key, title and text of every article."""
    for source in library.sources():
        article = library.article(source.article)
        if article is not None:
            yield source.key, article.title, article.text


# --- of pages -------------------------------------------------------------------------------------


def listed_pages(library: Library, question: str) -> tuple[Passage, ...]:
    """What `wikic search` lists: titles and lines."""
    return tuple(
        Passage(of_pages(library, [hit.path]), f"{hit.title}: {hit.snippet or hit.summary}")
        for hit in library.search.search(question, limit=RANKED)
    )


def first_pages(library: Library, question: str) -> tuple[Passage, ...]:
    """The pages that a search lists first, as the agent would read them, without following links (LLM-Wiki,
    section 5.3).
    """
    return tuple(
        Passage(
            of_pages(library, [hit.path]),
            toolbox.call(library, wiki_read.NAME, {"paths": [hit.path], "max_tokens": _TOKENS}).text(),
        )
        for hit in library.search.search(question, limit=_PAGES)
    )


def of_pages(library: Library, paths: Iterable[str]) -> tuple[str, ...]:
    """Keys of the sources of pages, pages and each page's sources in order, each key once."""
    return tuple(dict.fromkeys(_source_keys(library, paths)))


def _source_keys(library: Library, paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if (source := library.source(path)) is not None and source.article == path:
            yield source.key
        elif (view := library.view(path)) is not None:
            for line in view.sources:
                if (source := library.source(line.digest)) is not None:
                    yield source.key


K: Final = 20  # chunks that are evidence
_DEPTH: Final = 3  # steps along mentions (RLM-on-KG, algorithm 2)
_BARREN: Final = 2  # entities in a row that bring no new chunk
_SEED_CHUNKS: Final = 8  # GraphRAG-local, section 3.5
_ENTITIES: Final = 12  # commonest in the seed chunks (RLM-on-KG, section 3.5)
_EXPANDED: Final = 12  # chunks that the entities add (RLM-on-KG, section 3.5)
BACKFILL: Final = 0.9  # of its score, for what the walk did not find (section 3.4)
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

    return MentionGraph(window_passages(library), named)


Walk = Callable[[MentionGraph, str, Order], Sequence[int]]
"""Places of the chunks for a question, best first, of the graph and the ranking of all."""


def along_mentions(means: Means, walk: Walk) -> Find:
    """What ``walk`` finds among the windows of all documents."""
    graph = mention_graph(means.library)
    texts = [chunk.text for chunk in graph.chunks]
    embedder = means.embedder
    rank = Bm25(texts).rank if embedder is None else Dense(texts, embedder, means.progress).rank
    return lambda question: [
        graph.chunks[at] for at in walk(graph, question, rank(question, len(graph.chunks)))
    ]


def walk_mentions(graph: MentionGraph, question: str, order: Order) -> list[int]:
    """Breadth first from what the question names, three steps at most (RLM-on-KG, algorithm 2).

    It ends with 20 chunks, or after two entities in a row that brought none. What lacks is filled up from the
    ranking, at nine tenths of its score, and all of it is ranked together (section 3.4).
    """
    depth = dict.fromkeys(graph.search(question), 0)
    frontier, collected, barren = deque(depth), dict[int, None](), 0
    while frontier and len(collected) < K and barren < _BARREN:
        entity = frontier.popleft()
        before = len(collected)
        collected |= dict.fromkeys(graph.mentions.get(entity, ()))
        barren = 0 if len(collected) > before else barren + 1
        if depth[entity] < _DEPTH:
            fresh = [each for each in graph.neighbours(entity) if each not in depth]
            depth |= dict.fromkeys(fresh, depth[entity] + 1)
            frontier.extend(fresh)
    scores = dict(order)
    missing = max(0, K - len(collected))
    backfill = [at for at, _ in order if at not in collected][:missing]
    worth = {at: scores.get(at, 0.0) for at in collected}
    worth |= {at: min(scores[at], BACKFILL * scores[at]) for at in backfill}
    places = {at: number for number, (at, _) in enumerate(order)}
    return sorted(worth, key=lambda at: (-worth[at], places.get(at, len(places)), at))[:K]


def graphrag_local(graph: MentionGraph, question: str, order: Order) -> list[int]:
    """The best 8 chunks, what their 12 commonest entities name, ranked anew (RLM-on-KG, section 3.5)."""
    seeds = [at for at, _ in order[:_SEED_CHUNKS]]
    counts = Counter(entity for at in seeds for entity in graph.entities[at])
    expanded = dict.fromkeys(
        at for entity, _ in counts.most_common(_ENTITIES) for at in graph.mentions[entity] if at not in seeds
    )
    return _rank_places([*seeds, *[*expanded][:_EXPANDED]], order)[:K]


def _rank_places(places: dict[int, None] | list[int], order: Order) -> list[int]:
    """Places by the ranking; those it does not have stand last, in their order."""
    rank = {at: number for number, (at, _) in enumerate(order)}
    return sorted(places, key=lambda at: (rank.get(at, len(rank)), at))
