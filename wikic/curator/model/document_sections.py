"""Cuts a long document into sections that one call can take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wikic.curator.model import bounds
from wikic.llm.tokens import text_tokens
from wikic.model.statement import Block


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a document, as a prompt shows it.

    blocks: its own, which may be cited.
    number, of: which section it is, and how many there are.
    before: blocks just above it, for what its first pronouns mean; not to be cited.
    """

    blocks: Sequence[Block]
    number: int = 1
    of: int = 1
    before: Sequence[Block] = ()


def cut_sections(blocks: Sequence[Block], *, library: bool = False) -> tuple[tuple[Block, ...], ...]:
    """The blocks in sections that a call takes, a longer block alone; every section can be cited.

    A section ends before a heading once it is half full, where it cannot take the rest, so that what belongs
    together stays together.
    """
    limit = bounds.LIBRARY_SECTION if library else bounds.SECTION
    sections: list[tuple[Block, ...]] = []
    current: list[Block] = []
    size = 0
    costs = [text_tokens(block.text[: bounds.BLOCK]) + 4 for block in blocks]  # with number and line break
    left = sum(costs)
    for block, cost in zip(blocks, costs, strict=True):
        fits = size + left <= limit  # with all that is left
        full = size + cost > limit or (block.kind == "heading" and 2 * size > limit and not fits)
        left -= cost
        if full and any(each.kind != "heading" for each in current):
            sections.append(tuple(current))
            current, size = [], 0
        current.append(block)
        size += cost
    if any(each.kind != "heading" for each in current):
        sections.append(tuple(current))
    return tuple(sections)
