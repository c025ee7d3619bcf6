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
    "signs in prose": ("It costs 3 * 4 * 5 and a_b_c.\n", "It costs 3 * 4 * 5 and a_b_c.\n"),
    "code": ("    tide --read\n    tide --log | tail\n", "```\ntide --read\ntide --log | tail\n```\n"),
    "prose in a fence": (
        "```\nThe light is old. It stands\non the point.\n\nNobody lives there.\n```\n",
        "The light is old. It stands on the point.\n\nNobody lives there.\n",
    ),
    "Markdown": ("# A title\n\nSome *words*.\n", "# A title\n\nSome *words*.\n"),
    "a table": ("| a | b |\n|---|---|\n| c | d |\n", "| a | b |\n|---|---|\n| c | d |\n"),
}


@pytest.mark.parametrize(("text", "markdown"), SHAPES.values(), ids=SHAPES)
def test_each_shape_is_the_markdown_that_says_it(text: str, markdown: str) -> None:
    assert article_of(text, tongue="en").text == markdown


def test_a_picture_in_restructured_text_stays_a_picture() -> None:
    picture = "![The gauge](docs-a-rst-1234ab.files/g-0a1b2c3d.png)"
    text = (
        ".. _gauge:\n\nGauge\n-----\n\nIt stands in the basin.\n\n"
        f"{picture}\n\n.. note:: It stops in frost.\n"
    )
    assert article_of(text, tongue="en").text == (
        f"## Gauge\n\nIt stands in the basin.\n\n{picture}\n\nIt stops in frost.\n"
    )


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
