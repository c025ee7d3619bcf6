"""Text without a format, written as the Markdown that its lines tell."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.depth import examples
from tests.support.written import article_of
from wikic.document.leaves import leaves
from wikic.document.parse import parse_document
from wikic.document.write import write_document
from wikic.wiki.documents.plain_text import read_plain
from wikic.wiki.documents.rst import read_tree

SHAPES = {
    "lines in capitals": (
        "CAUSE\nThe file is old. It moved.\nANSWER\nCopy it.\n",
        "## CAUSE\n\nThe file is old. It moved.\n\n## ANSWER\n\nCopy it.\n",
    ),
    "wrapped lines": (
        "It was a dark night and the\nwind blew. Nobody\nslept.\n",
        "It was a dark night and the wind blew. Nobody slept.\n",
    ),
    "a list": (
        "The lamps:\n- one\n  - its plate\n- two\n",
        "The lamps:\n\n- one\n  - its plate\n- two\n",
    ),
    "labels": ("3) Open it.\n4) Shut it.\n", "3) Open it.\n4) Shut it.\n"),
    "who speaks": (
        "Leila: The crane costs 38,000 pounds in May.\nBen: Who pays for the crane?\n"
        "Leila: The Board pays from its reserve.\nBen: Thanks!\n",
        "**Leila:** The crane costs 38,000 pounds in May.\n\n**Ben:** Who pays for the crane?\n\n"
        "**Leila:** The Board pays from its reserve.\n\n**Ben:** Thanks!\n",
    ),
    "words set off": ("He saw _it_, and _the old quay_ too.\n", "He saw *it*, and *the old quay* too.\n"),
    "signs in prose": ("It costs 3 * 4 * 5 and a_b_c.\n", "It costs 3 * 4 * 5 and a_b_c.\n"),
    "code": ("    tide --read\n    tide --log | tail\n", "```\ntide --read\ntide --log | tail\n```\n"),
    "prose in a fence": (
        "```\nThe light is old. It stands\non the point.\n\nNobody lives there.\n```\n",
        "The light is old. It stands on the point.\n\nNobody lives there.\n",
    ),
    "Markdown": ("# A title\n\nSome *words*.\n", "# A title\n\nSome *words*.\n"),
    "columns whose blank lines are empty cells": (
        "Berths\n2021\n2022\nNorth pier\n12\n14\nOld quay\n \n9\nEast pier\n7\n8\n",
        "# Berths\n\n|  | 2021 | 2022 |\n|---|---|---|\n| North pier | 12 | 14 |\n| Old quay |  | 9 |\n"
        "| East pier | 7 | 8 |\n",
    ),
    "columns in doubt": (
        "North\nSouth\nBerths\n$\n12\n$\n14\nSheds\n \n9\nBoats\n7\n8\nCranes\n1\n2\n",
        "```\nNorth\nSouth\nBerths  $12  $14\nSheds  9\nBoats  7  8\nCranes  1  2\n```\n",
    ),
    "a table": ("| a | b |\n|---|---|\n| c | d |\n", "| a | b |\n|---|---|\n| c | d |\n"),
}


@pytest.mark.parametrize(("text", "markdown"), SHAPES.values(), ids=SHAPES)
def test_each_shape_is_the_markdown_that_says_it(text: str, markdown: str) -> None:
    assert article_of(text, tongue="en").text == markdown


@pytest.mark.parametrize(
    "sign",
    [
        "## Step",
        "    ```sh",
        "|---|---|",
        "> [!note] Mind it",
        "::: tip",
        ":::{tab-item} Linux",
        '!!! note "Mind it"',
        '=== "Linux"',
        "[^1]: Its list.",
        "$$",
        "See [[Tide gauge|the gauge]].",
        "![The gauge](gauge.png)",
        '{{< tab "Linux" >}}',
        "{% tab title %}",
        "<details>",
    ],
)
def test_what_only_markdown_has_is_left_to_its_reader(sign: str) -> None:
    text = f"HARBOUR\nThe gauge\nis read.\n\n{sign}\n"
    assert article_of(text).text == text


@pytest.mark.parametrize(
    "line",
    [
        "Install\n~~~~~~~",
        "> quoted",
        "argv[[0]]",
        "if [[ -f x ]]",
        "It costs $5 and $6.",
        "!!!",
        "x ::: y",
        "#5",
    ],
)
def test_what_other_texts_have_too_is_read_as_plain_text(line: str) -> None:
    assert article_of(f"HARBOUR\nThe gauge is read.\n\n{line}\n").text.startswith("## HARBOUR\n\nThe gauge")


def test_a_quotation_of_mail_keeps_its_list() -> None:
    text = "It is shut.\n\nBen wrote:\n> Which gate?\n> - the north one\n> - the south one\n>\n> Tell me.\n"
    assert article_of(text, tongue="en").text == (
        "It is shut.\n\nBen wrote:\n\n> Which gate?\n>\n> - the north one\n> - the south one\n>\n> Tell me.\n"
    )


def test_restructured_text_is_read_as_its_files_are() -> None:
    text = ".. _gauge:\n\nGauge\n-----\n\nIt is read. [#]_\n\n.. note:: It stops.\n\n.. [#] So it is.\n"
    assert article_of(text, tongue="en").text == write_document(read_tree(text))


def test_subtitles_are_read_as_their_files_are() -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nLeila: {}\n\n2\n00:00:02,000 --> 00:00:03,000\n{}{}\n"
    both = article_of(text.format("Who pays?", "Ben: ", "The Board."), tongue="en")
    assert both.text == "- **Leila:** Who pays?\n- **Ben:** The Board.\n"
    alone = article_of(text.format("The gate is", "", "shut."), tongue="en")
    assert (alone.text, alone.author) == ("The gate is shut.\n", "Leila")


LINES = st.sampled_from(
    """Harbour notes/CHAPTER I/The gauge stands in the basin./It measures the height/of the water 3 * 4.
- a rope/  - its end/1. Open it./2) Shut it./(a) first/Key: value/Note:/> quoted words/======/* * *
Leila: The crane is here./[12.01.24, 10:03] Ben: Who pays for it?/    make demo/Wages/(231,900)/2024/a | b
<b>bold/$5 and $6/[x] box/^id////灯塔今年重新点亮。""".replace("\n", "/").split("/")
)
_WORD = re.compile(r"[^\W_]+")


@given(st.lists(LINES, max_size=14).map("\n".join), st.sampled_from(["en", "zh", "und"]))
@examples(150)
def test_what_is_written_reads_as_what_was_told(text: str, language: str) -> None:
    tree = read_plain(text, language)
    again = parse_document(write_document(tree))
    assert [(leaf.kind, leaf.text) for leaf in leaves(again)] == [
        (leaf.kind, leaf.text) for leaf in leaves(tree)
    ]


@given(st.lists(LINES.filter(lambda line: not re.search(r"\d\d\.|[|(]", line)), max_size=14).map("\n".join))
@examples(150)
def test_every_word_of_a_text_is_said_in_its_order(text: str) -> None:
    said = " ".join(leaf.text for leaf in leaves(parse_document(write_document(read_plain(text, "en")))))
    ordered = iter(_WORD.findall(said))
    wanted = [word for word in _WORD.findall(text) if not word.isdigit()]
    assert [word for word in wanted if word not in ordered] == []
