"""Statements of several lines: what is written is read back, and stays one bullet to Markdown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from wikic.markdown.bullet_lines import (
    canonical,
    ends_apart,
    fenced,
    from_markdown,
    table,
    to_markdown,
    unmarked,
)

_CHARACTERS = st.characters(exclude_categories=("Cs", "Cc"), include_characters="`|*_[]#-\\$~<>&^")
_LINE = st.text(_CHARACTERS, max_size=30)
_MARKED = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "  ", "    ", "      "]),
    st.sampled_from(["- ", "1. ", "12. ", "- [ ] ", "[x] ", ""]),
    _LINE,
)
_CODE = st.builds(
    fenced, st.lists(_LINE, min_size=1, max_size=4).map("\n".join), st.sampled_from(["", "sh", "c++"])
)
_ROWS = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(_LINE, min_size=width, max_size=width), min_size=1, max_size=4)
)
_TEXT = st.lists(st.one_of(_LINE, _MARKED, _CODE, _ROWS.map(table)), min_size=1, max_size=5).map("\n".join)


@given(_TEXT)
def test_what_is_written_is_read_back(text: str) -> None:
    held = canonical(text)
    assert from_markdown(to_markdown(held)) == held


@given(_TEXT)
def test_the_canonical_text_is_its_own(text: str) -> None:
    held = canonical(text)
    assert canonical(held) == held


@given(st.lists(_LINE.filter(str.strip), min_size=1, max_size=3), _CODE)
def test_code_stays_verbatim(steps: list[str], code: str) -> None:
    text = canonical("\n".join(["Run:", *(f"1. {step}" for step in steps), code]))
    assert text.endswith("\n".join(line.rstrip() for line in code.split("\n")))


def test_a_procedure_is_one_bullet_with_a_list_of_steps() -> None:
    text = canonical("To connect:\n1. Open *Settings*.\n2. Type `x`.\n  - or paste it")
    markdown = "- " + "\n  ".join(to_markdown(text))
    html = MarkdownIt().render(markdown)
    assert html.count("<ol>") == 1 and html.count("<ul>") == 2
    assert "*Settings*" in html


def test_a_table_is_one_bullet_with_a_table() -> None:
    text = canonical("Dues\n" + table([["Year", "Pounds | pence"], ["1871", "12"], ["1872", "-4"]]))
    html = MarkdownIt("commonmark").enable("table").render("- " + "\n  ".join(to_markdown(text)))
    assert html.count("<tr>") == 3
    assert "<th>Pounds | pence</th>" in html
    assert ends_apart(text)


def test_a_text_of_one_line_has_no_marks() -> None:
    assert to_markdown("1. is a number") == ["1\\. is a number"]
    assert not ends_apart("| a |")


def test_the_box_of_a_task_stays_a_box_and_is_no_word() -> None:
    assert to_markdown("[ ] buy *milk*") == ["[ ] buy \\*milk\\*"]
    assert to_markdown(canonical("House:\n- [x] sweep\n1. [ ] paint [x] it")) == [
        "House:",
        "- [x] sweep",
        "1. [ ] paint [x] it",
    ]
    assert unmarked("[x] buy milk") == "buy milk"
    assert unmarked("House:\n- [x] sweep") == "House:\nsweep"


def test_a_box_that_was_escaped_is_read_as_before() -> None:
    assert from_markdown(["House:", "- \\[x] sweep"]) == "House:\n- [x] sweep"
    assert from_markdown(["\\[x] sweep"]) == "[x] sweep"


def test_an_unclosed_fence_is_text() -> None:
    held = canonical("Run:\n```\nls")
    assert from_markdown(to_markdown(held)) == held
