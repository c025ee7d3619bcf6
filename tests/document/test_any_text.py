"""Any text is read, its words stand in leaves with their places, in steps that grow with its length."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given

from tests.document.test_round_trip import spliced
from tests.support.depth import examples
from wikic.document import nodes
from wikic.document.leaves import leaves
from wikic.document.nodes import Document
from wikic.document.parse import parse_document
from wikic.document.write import write_document

# What may repeat without end in a text that nobody wrote for readers.
REPEATED = (
    "[", "[a](", "![", "[[", "*a ", "**a*", "*a_", "_a", "`", "``a` ", "~~a", "==a ", "$a ", "$$", "<",
    "<!--", "<b>", "<code>", "<x ", "&", "\\", "((", "^[", "[^a]", "[k:: ", "{{< ", "> ", ">\n", "- ",
    "- a\n", "1. a\n", "# ", "a\n---\n", "|", "a|b\n", "::: a\n", ":::\n", "!!! note\n", "#+BEGIN_NOTE\n",
    "key:: v\n", "a\n: b\n", "[a]: b\n", "[^1]: a\n", "<div>\n", "~~~\n", "word ", "line\n", "\t", "a<br>",
)  # fmt: skip


def steps(text: str) -> int:
    """How many calls reading and writing a text takes: the same on every machine, however busy."""
    taken = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal taken
        taken += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        document = parse_document(text)
        leaves(document)
        write_document(document)
    finally:
        sys.setprofile(before)
    return taken


@pytest.mark.parametrize("unit", REPEATED)
def test_what_repeats_takes_steps_that_grow_with_it(unit: str) -> None:
    few, many = ((unit * (size // len(unit))) for size in (2_000, 8_000))
    assert steps(many) < 5 * max(steps(few), 2_000), unit


def test_references_and_brackets_take_no_longer() -> None:
    few, many = ("[a]: b\n\n" + "[" * size for size in (2_000, 8_000))
    assert steps(many) < 5 * max(steps(few), 2_000)


@pytest.mark.parametrize("unit", ["> ", "- ", "1. ", "*a ", "<b>", "[^1]: ", ": ", "> [!note] "])
def test_what_nests_without_end_is_read(unit: str) -> None:
    document = parse_document(unit * 3_000 + "words")
    assert "words" in " ".join(leaf.text for leaf in leaves(document))
    assert parse_document(write_document(document)) == document


@given(spliced)
@examples(200)
def test_leaves_stand_in_order_where_their_words_are(text: str) -> None:
    found = leaves(parse_document(text))
    starts = [leaf.span.start for leaf in found]
    assert starts == sorted(starts)
    for leaf in found:
        start, end = leaf.span
        assert 0 <= start <= leaf.own_span.start <= leaf.own_span.end <= end <= len(text)
        own = set(re.findall("[a-z]{3,}", text[start:end]))
        plain = [word for word in re.findall("[a-z]{3,}", leaf.text) if word in ("words", "meaning", "Term")]
        assert own.issuperset(plain)


def test_every_word_of_a_document_stands_in_a_leaf() -> None:
    text = "\n\n".join(
        [
            "# alpha",
            "bravo *charlie* [delta](u) ![echo](v) `foxtrot` $golf$ [[hotel|india]] <kbd>juliet</kbd>",
            "- lima\n\n  mike\n- [ ] november", "> [!tip] oscar\n> papa",
            "| quebec | romeo |\n|---|---|\n| sierra | tango |", "Table: uniform", "victor\n: whiskey",
            "xray:: yankee", "```\nzulu\n```", "$$\none\n$$", "<div>\ntwo\n</div>",
            "a[^n] ^[three]", "[^n]: four",
            '!!! note "five"\n    six', '=== "seven"\n    eight', "::: nine [ten]\neleven\n:::",
        ]
    )  # fmt: skip
    words = " ".join(leaf.text for leaf in leaves(parse_document(text)))
    told = set(re.findall("[A-Za-z]{3,}", text)) - {
        "hotel",
        "kbd",
        "kilo",
        "div",
        "tip",
        "note",
        "nine",
        "Table",
    }
    assert told - set(re.findall("[A-Za-z]{3,}", words)) == set()


def test_places_are_the_texts_with_windows_line_ends() -> None:
    text = "One\r\ntwo\r\n\r\n- a [b](c)\r\n  d\r\n"
    found = leaves(parse_document(text))
    assert [text[slice(*leaf.span)] for leaf in found] == ["One\r\ntwo", "- a [b](c)\r\n  d"]
    item = found[1].node
    assert isinstance(item, nodes.ListItem)
    para = item.blocks[0]
    assert isinstance(para, nodes.Para)
    (link,) = (node for node in para.inlines if isinstance(node, nodes.Link))
    assert link.target_span is not None and text[slice(*link.target_span)] == "c"


def test_nothing_is_an_empty_document() -> None:
    assert parse_document("") == parse_document(" \n\n") == Document(())
    assert write_document(Document(())) == ""
