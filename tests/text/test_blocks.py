from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.text import blocks

MARKDOWN = """---
title: x
---
# Tide gauge

The gauge measures the tide. It stands
in the basin.

- one item
- two items
  go on

1. first

> A quoted sentence that runs
> over two lines.

| Ship | Crew |
|------|-----:|
| Grey Heron | 19 |
| Ann \\| Mary | |

```sh
make  demo
```

Setext
------
Last words.
"""


def test_markdown_becomes_numbered_blocks() -> None:
    found = blocks.segment(MARKDOWN, "en")
    assert [(block.kind, block.text) for block in found] == [
        ("heading", "Tide gauge"),
        ("sentence", "The gauge measures the tide."),
        ("sentence", "It stands in the basin."),
        ("item", "one item"),
        ("item", "two items go on"),
        ("item", "first"),
        ("sentence", "A quoted sentence that runs over two lines."),
        ("row", "Ship: Grey Heron; Crew: 19"),
        ("row", "Ship: Ann \\| Mary"),
        ("code", "make demo"),
        ("heading", "Setext"),
        ("sentence", "Last words."),
    ]
    assert [block.number for block in found] == list(range(1, len(found) + 1))
    assert found[1].section == "Tide gauge"
    assert found[-1].section == "Setext"
    assert all(block.id == layout.block_id(block.text) for block in found)


def test_every_block_stands_in_its_article() -> None:
    assert all(blocks.contains(MARKDOWN, block.text) for block in blocks.segment(MARKDOWN, "en"))


@pytest.mark.parametrize("quote", ["The gauge measures the flood.", "Ship: Grey Heron; Crew: 20", "", "  "])
def test_what_the_article_does_not_say_is_not_in_it(quote: str) -> None:
    assert not blocks.contains(MARKDOWN, quote)


def test_hard_wrapped_text_and_its_headings() -> None:
    text = (
        "CHAPTER I\n\nIt was a dark night and the\nwind blew. Nobody\nslept.\n\nDAY THE SECOND\n\nThey "
        "left.\n"
    )
    assert [(block.kind, block.text) for block in blocks.segment(text, "en")] == [
        ("heading", "CHAPTER I"),
        ("sentence", "It was a dark night and the wind blew."),
        ("sentence", "Nobody slept."),
        ("heading", "DAY THE SECOND"),
        ("sentence", "They left."),
    ]


def test_long_lines_are_paragraphs_of_their_own() -> None:
    text = f"He married Ana{' and so on' * 12}, and had issue:\nAs Juan died first, the title passed on."
    assert len(blocks.segment(text, "en")) == 2


def test_an_unclosed_fence_runs_to_the_end() -> None:
    assert [block.kind for block in blocks.segment("```\na = 1\n\nb = 2", "en")] == ["code"]


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=300))
def test_any_text_segments_into_quotes_of_itself(text: str) -> None:
    found = blocks.segment(text, "en")
    assert [block.number for block in found] == list(range(1, len(found) + 1))
    assert all(blocks.contains(text, block.text) for block in found if block.kind != "heading")


@given(
    st.lists(
        st.sampled_from(
            [
                "# H",
                "- item one",
                "> q",
                "| a | b |",
                "|--|--|",
                "```",
                "Text. More",
                "",
                "===",
                "1. x",
                "  y",
            ]
        )
    )
)
def test_any_markdown_segments_into_quotes_of_itself(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert all(
        blocks.contains(text, block.text) for block in blocks.segment(text, "en") if block.kind != "heading"
    )
