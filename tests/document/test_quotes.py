"""Blocks: what an article is cited by, and whether a quote stands in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.written import article_of
from wikic import layout
from wikic.document import quotes as blocks
from wikic.model.statement import Block


def written(text: str, tongue: str) -> tuple[Block, ...]:
    """The blocks of a text file."""
    return blocks.segment(article_of(text, tongue=tongue).text, tongue)


MARKDOWN = """# Tide gauge

The gauge measures the tide. It stands
in the basin.

- one item
- two items
  go on

1) first

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
        ("row", "Ship: Ann | Mary"),
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
    assert [(block.kind, block.text) for block in written(text, "en")] == [
        ("heading", "CHAPTER I"),
        ("sentence", "It was a dark night and the wind blew."),
        ("sentence", "Nobody slept."),
        ("heading", "DAY THE SECOND"),
        ("sentence", "They left."),
    ]


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
                "Stand-up 10:30 AM",
                "Ann  10:03",
                "[12/01/24, 10:03] Ann: Good morning to you all.",
                "Ann: The tide is in.",
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


FENCED = (
    "```\n皇汉医学\n\n　　革命成功〔2〕之后，“国医”闹得乌烟瘴气。译本也将出版了。\n　　我们有些怪脾气的。\n"
    "\n※\n\n〔2〕 指北伐。\n```\n"
)
HARD_WRAPPED = (
    "　　我今天要讲的是娜拉走后怎样，而这一个题目是我在昨天的夜里才想到\n的，所以并没有什么准备。\n"
    "　　伊孛生是十九世纪后半的瑙威的一个文人。\n"
)


def test_a_fence_around_a_whole_document_of_prose_is_seen_through() -> None:
    found = written(FENCED, "zh")
    assert [(block.kind, block.text) for block in found] == [
        ("heading", "皇汉医学"),
        ("sentence", "革命成功〔2〕之后，“国医”闹得乌烟瘴气。"),
        ("sentence", "译本也将出版了。"),
        ("sentence", "我们有些怪脾气的。"),
        ("sentence", "〔2〕指北伐。"),
    ]
    english = "~~~\nThe light was built in 1851. It stands\non the point.\n\nNobody lives there.\n~~~"
    assert [block.text for block in written(english, "en")] == [
        "The light was built in 1851.",
        "It stands on the point.",
        "Nobody lives there.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```sh\nmake demo. Then rest.\n\nNothing.\n```",
        "```\ndef f(x):\n    return x.\n\nprint(f(1))\n```",
        "```\nOne sentence. Two.\n```\n\nProse between.\n\n```\nb = 2\n```",
    ],
)
def test_other_fences_hold_code(text: str) -> None:
    assert written(text, "en")[0].kind == "code"


def test_hard_wrapped_chinese_is_joined_and_indents_open_paragraphs() -> None:
    found = [block.text for block in written(HARD_WRAPPED, "zh")]
    assert found == [
        "我今天要讲的是娜拉走后怎样，而这一个题目是我在昨天的夜里才想到的，所以并没有什么准备。",
        "伊孛生是十九世纪后半的瑙威的一个文人。",
    ]


def test_numbers_and_chapters_are_headings_in_chinese() -> None:
    found = written("一\n\n夜里。\n\n第二章 灯\n\n天亮了。\n", "zh")
    assert [(block.kind, block.section) for block in found] == [
        ("heading", "一"),
        ("sentence", "一"),
        ("heading", "第二章灯"),
        ("sentence", "第二章灯"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Isaac Dunn\n\nIsaac Dunn (1829 – 1903) was a keeper.",
        "Isaac Dunn\nIsaac Dunn (1829 – 1903) was a keeper.",
        "\n石帆镇\n\n石帆镇是一座渔镇。",
        "石帆镇\n石帆镇是一座渔镇。",
    ],
)
def test_a_title_above_plain_text_is_a_heading_and_no_fact(text: str) -> None:
    assert [block.kind for block in written(text, "und")] == ["heading", "sentence"]


@pytest.mark.parametrize(
    "text",
    [
        "我以为灯不是给外人看的。唐代的人也这样想。〔1〕\n\n完了。",
        "It rained. Nobody came [3]\n\nThey left.",
        "Isaac Dunn",
        "It rained.\n\nThey left.",
        "Dear Hester,\n\nIt rained.",
        "One line\nand another.",
    ],
)
def test_a_first_line_that_says_something_is_no_title(text: str) -> None:
    assert {block.kind for block in written(text, "en")} == {"sentence"}


CHINESE_LINES = st.sampled_from(
    [
        "```",
        "~~~",
        "一",
        "第一章 序",
        "　　他说：“走罢。不走！”便走了",
        "革命成功之后，国医闹得乌烟瘴气之时，译本也将出版",
        "〔１〕 鲁彦，即王鲁彦。",
        "※",
        "",
        "- 项目",
        "# 题",
        "> 引",
        "| 甲 | 乙 |",
        "|--|--|",
        "Latin words，与中文。 And more.",
        "\ue4c2\ue4c2缩进。",
        "①注；……",
    ]
)


@given(st.lists(CHINESE_LINES, max_size=14), st.sampled_from(["zh", "ja", "und", "en"]))
def test_any_chinese_text_segments_into_quotes_of_itself(lines: list[str], language: str) -> None:
    text = "\n".join(lines)
    assert all(
        blocks.contains(text, block.text)
        for block in blocks.segment(text, language)
        if block.kind != "heading"
    )


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=200))
def test_any_text_read_as_chinese_segments_into_quotes_of_itself(text: str) -> None:
    found = blocks.segment(text, "zh")
    assert all(blocks.contains(text, block.text) for block in found if block.kind != "heading")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("# Rome is a city in Italy.", ["sentence"]),
        ("# Rome is a city in Italy. Rome lies on the Tiber.", ["sentence", "sentence"]),
        ("# Rome", ["heading"]),
        ("# Rome\n\n## History", ["heading", "heading"]),
        ("# Rome\n\n## Rome is a city in Italy.", ["heading", "sentence"]),
        ("# What is Rome?\n\nRome is a city.", ["heading", "sentence"]),
        ("# " + "Rome is a city in Italy. " * 8 + "\n\nIt is old.", ["sentence"] * 9),
        ("# " + "罗马是意大利的城市。" * 2, ["sentence"] * 2),
    ],
)
def test_sentences_behind_a_headings_sign_are_sentences(text: str, kinds: list[str]) -> None:
    assert [block.kind for block in blocks.segment(text)] == kinds
