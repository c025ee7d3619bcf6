"""Documents in parts of about 1,000 tokens, cut between sentences: the chunks of A-RAG (section 3); and as
searches show them, with the sentences for which they were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from wikic.llm.tokens import text_tokens
from wikic.model.article import Article
from wikic.model.statement import Block
from wikic.navigate.indexes.catalogue_view import SourceRef
from wikic.navigate.tools.result import count_tokens, cut_to_tokens

PART: Final = 1_000  # tokens


def cut_parts(blocks: Iterable[Block]) -> Iterator[tuple[Block, ...]]:
    """The blocks of an article in its parts, in order: as many as fit, at least one."""
    held: list[Block] = []
    size = 0
    for block in blocks:
        tokens = text_tokens(block.text)
        if held and size + tokens > PART:
            yield tuple(held)
            held, size = [], 0
        held.append(block)
        size += tokens
    if held:
        yield tuple(held)


def keywords_of(given: Iterable[str]) -> tuple[str, ...]:
    """Keywords as they are compared: without regard to case and outer spaces, each once."""
    return tuple(dict.fromkeys(folded for each in given if (folded := each.strip().casefold())))


def keyword_score(text: str, keywords: Sequence[str]) -> int:
    """How often a casefolded text holds each keyword, times the keyword's length, in all (equation 1)."""
    return sum(text.count(each) * len(each) for each in keywords)


def holds_keyword(text: str, keywords: Sequence[str]) -> bool:
    """Whether a text holds one of the keywords."""
    folded = text.casefold()
    return any(each in folded for each in keywords)


# The argument of the tools that find parts; A-RAG, section 3.2, has 5.
Parts = Annotated[int, Meta(description="How many parts.", ge=1, le=20)]
_SENTENCES: Final = 6  # shown of a part
_SENTENCE: Final = 80  # tokens of one


@dataclass(frozen=True, slots=True)
class FoundSentence:
    """A sentence for which a part was found.

    id: of its block, as facts cite it. text: as it stands there, cut where it is long.
    """

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part of a document that a search found.

    number: of the document, by which texts cite it.
    digest, article: page paths of its files.
    key, title, date: of the document.
    part, parts: which part it is, from 1, and how many the document has.
    section: heading that its first sentence found stands under, or "".
    score: what parts are ordered by: by keywords how often it holds each, times the keyword's length; by
        meaning the cosine of its nearest sentence.
    sentences: for which it was found, at most 6, and ``more`` besides.
    """

    number: int
    digest: str
    article: str
    key: str
    title: str
    date: str | None
    part: int
    parts: int
    section: str
    score: float
    sentences: tuple[FoundSentence, ...]
    more: int = 0

    def text(self) -> str:
        """Where it is, then the sentences."""
        where = f", part {self.part} of {self.parts}" if self.parts > 1 else ""
        section = f" -- {self.section}" if self.section and self.section != self.title else ""
        lines = [f"[{self.number}] {self.title}{where}{section}"]
        lines += [f"   … {each.text} ^{each.id}" for each in self.sentences]
        if self.more:
            lines.append(f"   ({self.more:,} more sentences like these)")
        return "\n".join(lines)


def parts_of(article: Article) -> tuple[tuple[Block, ...], ...]:
    """The parts of an article, as ``source_read`` numbers them."""
    from wikic.document.quotes import segment

    return tuple(cut_parts(segment(article.text, article.language)))


def found_part(
    source: SourceRef, article: Article, part: tuple[int, int], score: float, sentences: Sequence[Block]
) -> FoundPart:
    """A part that was found for these sentences; its document has no number yet.

    part: its number, and how many the document has.
    """
    return FoundPart(
        number=0,
        digest=source.digest,
        article=source.article,
        key=source.key,
        title=article.title,
        date=article.date,
        part=part[0],
        parts=part[1],
        section=sentences[0].section,
        score=score,
        sentences=tuple(FoundSentence(each.id, _shown_text(each.text)) for each in sentences[:_SENTENCES]),
        more=max(0, len(sentences) - _SENTENCES),
    )


def _shown_text(text: str) -> str:
    return text if count_tokens(text) <= _SENTENCE else f"{cut_to_tokens(text, _SENTENCE)} …"
