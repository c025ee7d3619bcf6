"""Parts hold every sentence once, in order, and none is longer than it may be unless one sentence is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.llm.tokens import text_tokens
from wikic.model.statement import Block
from wikic.navigate.tools.source_parts import PART, cut_parts, holds_keyword, keyword_score, keywords_of

blocks = st.lists(st.integers(1, 700), max_size=12).map(
    lambda sizes: [Block(f"p{at:08x}", "word " * size, at + 1) for at, size in enumerate(sizes)]
)


@given(blocks)
def test_parts_are_the_blocks_cut_where_the_next_does_not_fit(given_blocks: list[Block]) -> None:
    found = list(cut_parts(given_blocks))
    assert [block for part in found for block in part] == given_blocks
    sizes = [sum(text_tokens(block.text) for block in part) for part in found]
    assert all(size <= PART or len(part) == 1 for size, part in zip(sizes, found, strict=True))
    for size, following in zip(sizes, found[1:], strict=False):
        assert size + text_tokens(following[0].text) > PART


def test_keywords_are_counted_letter_for_letter_but_for_case() -> None:
    assert keywords_of(["Ada ", "ADA", "", " Byron"]) == ("ada", "byron")
    # Twice three letters, once five (A-RAG, equation 1).
    assert keyword_score("ada byron. ada?", ("ada", "byron")) == 11
    assert keyword_score("lovelace", ("love",)) == 4
    assert holds_keyword("LOVElace", ("love",)) and not holds_keyword("Lovlace", ("love",))
