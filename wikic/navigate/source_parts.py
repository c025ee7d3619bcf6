"""Documents in parts of about 1,000 tokens, cut between sentences: the chunks of A-RAG (section 3). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wikic.llm.tokens import text_tokens
from wikic.model.statement import Block

PART: Final = 1_000  # tokens


def parts(blocks: Iterable[Block]) -> Iterator[tuple[Block, ...]]:
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


def holds(text: str, keywords: Sequence[str]) -> bool:
    """Whether a text holds one of the keywords."""
    folded = text.casefold()
    return any(each in folded for each in keywords)
