"""``rerank``: what was read, and what lies near it, in the order of a question (RLM-on-KG, section 3.4).

A passage counts by the cosine of its sentence and the question's where the wiki has vectors, else by the
share of the question's words that it holds, rare ones more; by 0.10 more where it was collected. What lacks
is filled up by a search, at nine tenths. Nothing else counts: blended scores cost the paper 6.8 points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from msgspec import Meta

from wikic import layout
from wikic.model.page import Citation
from wikic.navigate.ask.answer.compose import compose_answer
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import Taken
from wikic.navigate.tools.result import Problem, Reading, Result
from wikic.search.sentence_vectors import Meaning

NAME: Final = "rerank"
DESCRIPTION: Final = (
    "Put what was read so far in the order of a question, the best first, and fill up with what a search "
    "finds beside it. What you name as collected counts more. Use it before you answer, to see what is "
    "missing."
)

COLLECTED: Final = 0.10
BACKFILL: Final = 0.9  # of its score, for what was not collected (RLM-on-KG, section 3.4)


class Arguments(Taken, frozen=True):
    question: Annotated[str, Meta(description="What the passages are to answer.")]
    collected: Annotated[
        tuple[str, ...],
        Meta(description="Facts and sentences you found to matter, by id, such as `f1a2b3c4`."),
    ] = ()
    # RLM-on-KG, section 3.4: k
    limit: Annotated[int, Meta(description="How many passages.", ge=1, le=50)] = 20


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A fact or a sentence.

    page: page path of the page that holds it; of a sentence, the digest's. title: of the page or document.
    id: of the fact, or of the sentence's block. text: what it says.
    fact: whether it is a fact of a page.
    citations: blocks it rests on.
    score: from 0 to 1. collected: whether it was named as such.
    read: whether it was read before; else a search brought it.
    """

    page: str
    title: str
    id: str
    text: str
    fact: bool
    citations: tuple[Citation, ...]
    score: float = 0.0
    collected: bool = False
    read: bool = True

    def line(self) -> str:
        """``0.83 collected: text ^id (Title)``."""
        how = " collected" if self.collected else "" if self.read else " not read"
        return f"{self.score:.2f}{how}: {self.text} ^{self.id} ({self.title})"


@dataclass(frozen=True, slots=True)
class Ranking:
    """Passages in the order of a question.

    by: ``vectors`` or ``words``. passages: best first. unknown: ids named as collected that were not read.
    """

    by: str
    passages: tuple[RankedPassage, ...]
    unknown: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is anything to rank."""
        return bool(self.passages)

    def text(self) -> str:
        """A line for each passage."""
        lines = [f"By {self.by}:", *(each.line() for each in self.passages)]
        if not self.passages:
            lines = ["Nothing was read, and nothing was found."]
        if self.unknown:
            lines.append(f"(not read, so not collected: {', '.join(self.unknown)})")
        return "\n".join(lines)


def run(library: Library, asked: Arguments, reading: Reading) -> Result:
    """The tool; arguments are checked. Raises what embedding raises."""
    question, limit = asked.question.strip(), asked.limit
    if not question:
        return Problem("The question is empty.", next="Say what the passages are to answer.")
    wanted = {each.strip("^[] ").lower() for each in asked.collected} - {""}
    read = list(_read_passages(library, reading))
    scorer = _ByVectors(library, library.meaning) if library.meaning is not None else _ByWords(library)
    collected = [each for each in read if wanted.intersection(_passage_ids(each))]
    known = {each for passage in collected for each in _passage_ids(passage)}
    scores = scorer.scores(question, read)
    ranked = [
        replace(each, score=min(score + COLLECTED * (each in collected), 1.0), collected=each in collected)
        for each, score in zip(read, scores, strict=True)
    ]
    if len(ranked) < limit:
        held = {cite for each in read for cite in each.citations}
        near = [each for each in scorer.near(question, limit + len(held)) if held.isdisjoint(each.citations)]
        near = near[: limit - len(ranked)]
        fill = zip(near, scorer.scores(question, near), strict=True)
        ranked += [replace(each, score=BACKFILL * score, read=False) for each, score in fill]
    ranked.sort(key=lambda each: (-each.score, not each.collected, each.page, each.id))
    for each in ranked[:limit]:
        _note_shown(reading, each)
    return Ranking(scorer.by, tuple(ranked[:limit]), tuple(sorted(wanted - known)))


def _passage_ids(passage: RankedPassage) -> tuple[str, ...]:
    """The names by which a passage may be collected."""
    return passage.id, *(cite.block for cite in passage.citations)


def _note_shown(reading: Reading, passage: RankedPassage) -> None:
    """It was shown, and may be cited."""
    reading.blocks.update(passage.citations)
    for cite in passage.citations:
        reading.number(cite.digest)
    if passage.fact and passage.id:
        reading.facts[passage.id] = passage.page


def _read_passages(library: Library, reading: Reading) -> Iterator[RankedPassage]:
    """The facts and the sentences that were read, as they stand now."""
    for path in dict.fromkeys(reading.facts.values()):
        view = library.view(path)
        for fact in view.facts if view is not None else ():
            if view is not None and fact.id and reading.facts.get(fact.id) == path:
                yield RankedPassage(path, view.title, fact.id, fact.text, True, fact.citations)
    by_digest: dict[str, set[str]] = {}
    for cite in reading.lines:
        by_digest.setdefault(cite.digest, set()).add(cite.block)
    for digest in sorted(by_digest):
        yield from _read_sentences(library, digest, by_digest[digest])


def _read_sentences(library: Library, digest: str, ids: Collection[str]) -> Iterator[RankedPassage]:
    """Those of a document's sentences, in its order, each once."""
    from wikic.document.quotes import segment

    source = library.source(digest)
    article = library.article(source.article) if source is not None else None
    waiting = set(ids)
    for block in segment(article.text, article.language) if article is not None else ():
        if block.id in waiting and article is not None:
            waiting.discard(block.id)
            cites = (Citation(digest, block.id),)
            yield RankedPassage(digest, article.title, block.id, block.text, False, cites)


class _ByWords:
    """By the share of the question's words that a passage and its title hold, rare ones more."""

    by: Final = "words"

    def __init__(self, library: Library) -> None:
        self._library = library
        self._heuristic = Heuristic(library)

    def scores(self, question: str, passages: Sequence[RankedPassage]) -> list[float]:
        read = self._heuristic.question(question)
        texts = (f"{each.title}\n{each.text}" for each in passages)
        return [read.weight(read.matcher.held(text)) for text in texts]

    def near(self, question: str, limit: int) -> Iterator[RankedPassage]:
        """What the rules would answer with."""
        found = compose_answer(self._heuristic.explore(question), self._library, limit=limit)
        for each in found.evidence:
            if each.citations:
                name = each.fact or each.citations[0].block
                yield RankedPassage(each.page, each.title, name, each.text, bool(each.fact), each.citations)


class _ByVectors:
    """By the cosine of the question and the nearest sentence that a passage rests on."""

    by: Final = "vectors"

    def __init__(self, library: Library, meaning: Meaning) -> None:
        self._library = library
        self._meaning = meaning

    def scores(self, question: str, passages: Sequence[RankedPassage]) -> list[float]:
        wanted = {(_cited_article(cite), cite.block) for each in passages for cite in each.citations}
        cosines = self._meaning.cosines(question, wanted) if wanted else {}

        def score(each: RankedPassage) -> float:
            found = (cosines.get((_cited_article(cite), cite.block), 0.0) for cite in each.citations)
            return max(0.0, max(found, default=0.0))

        return [score(each) for each in passages]

    def near(self, question: str, limit: int) -> Iterator[RankedPassage]:
        """The nearest sentences."""
        for path, block, _ in self._meaning.nearest(question, limit):
            source = self._library.source(path)
            if source is not None:
                yield from _read_sentences(self._library, source.digest, (block,))


def _cited_article(cite: Citation) -> str:
    return f"{layout.ARTICLES_DIR}/{layout.stem(cite.digest)}"
