"""Comments are not seen, code and what never closes are; the number of lines stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.document.quotes import contains, segment
from wikic.text.structure_marks import without_comments


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a <!-- b --> c", "a c"),
        ("<!--more-->", ""),
        ("a <!-- b\nc\nd --> e\nf", "a\n\n e\nf"),
        ("<!-- a --> b <!-- c --> d", " b d"),
        ("a `<!-- b -->` c", "a `<!-- b -->` c"),
        ("a `x` <!-- b --> `<!--` c", "a `x` `<!--` c"),
        ("```html\n<!-- a -->\n```\n<!-- b -->", "```html\n<!-- a -->\n```\n"),
        ("a <!-- never", "a <!-- never"),
        ("a <!-- never\n\nb", "a <!-- never\n\nb"),
        ("%% note to self %%\nb", "\nb"),
        ("%% kanban:settings\n```\n{}\n```\n%%\nb", "\n\n\n\n\nb"),
        ("100 %% of it", "100 %% of it"),
        ("%% never\nb", "%% never\nb"),
        (
            "%% Load the data\nThe data.\n%% Plot\nThe plot.",
            "%% Load the data\nThe data.\n%% Plot\nThe plot.",
        ),
        ("%%\nhidden\n%%\nb", "\n\n\nb"),
        ("Write:\n\n    <!-- config -->\n\n    <div>\nb", "Write:\n\n    <!-- config -->\n\n    <div>\nb"),
        ("- item\n\n    <!-- x -->\n    more", "- item\n\n\n    more"),
        ("- item <!-- x -->", "- item"),
        ("  - item <!-- x -->", "  - item"),
        ("<details>\n<summary>More</summary>\n\nText.\n</details>", "\nMore\n\nText.\n"),
        ('<p align="center">\n<br/>', "\n"),
        ("a <b>c</b>", "a <b>c</b>"),
        ("```html\n<div>\n```", "```html\n<div>\n```"),
    ],
)
def test_what_a_reader_sees(text: str, seen: str) -> None:
    assert without_comments(text.split("\n")) == seen.split("\n")


@given(st.lists(st.text(st.sampled_from("a<!->`%\n "), max_size=12), max_size=12))
def test_lines_stay_lines_and_a_second_look_finds_no_whole_comment(parts: list[str]) -> None:
    lines = "\n".join(parts).split("\n")
    seen = without_comments(lines)
    assert len(seen) == len(lines)
    assert all(len(after) <= len(before) for before, after in zip(lines, seen, strict=True))


def test_no_fact_comes_of_a_comment() -> None:
    text = "The quay is long.\n\n<!-- Ask Bo whether\nthis is true. -->\n\n<!--more-->\n\nThe gate is blue.\n"
    assert [each.text for each in segment(text, "en")] == ["The quay is long.", "The gate is blue."]


@pytest.mark.parametrize(
    "text",
    [
        "The tide <!-- checked by Ada --> rises at noon.",
        "The tide <!-- checked\nby Ada --> rises at noon.",
        "%% to do %%\nThe tide rises at noon.\n",
    ],
)
def test_what_is_cut_out_of_a_sentence_is_no_reason_not_to_find_it(text: str) -> None:
    assert segment(text, "en") and all(contains(text, each.text) for each in segment(text, "en"))


HTML_LINES = st.sampled_from(
    (
        "<details>",
        "<details open><summary>Spoiler</summary>",
        "<summary>More of it</summary>",
        "</details>",
        "<div class='a'>",
        "</div>",
        "<br>",
        "<table><tr><td>One fish</td><td>Two</td></tr></table>",
        "<tr><td>",
        "The fish was cod<br>and good.",
        "The fish <!-- no --> was cod.",
        "<!-- hidden",
        "and shown -->",
        "It was <b>fresh</b>",
        "from the sea.",
        "- an item",
        "```",
        "",
    )
)


@given(
    st.lists(
        st.tuples(st.sampled_from(("", "", "", "  ", "> ")), HTML_LINES).map("".join), min_size=1, max_size=9
    )
)
def test_every_block_of_html_in_markdown_is_a_quote(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert [each.text for each in segment(text, "en") if not contains(text, each.text)] == []
