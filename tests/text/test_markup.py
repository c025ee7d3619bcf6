"""Links, images, tags and footnotes go; code that looks like them stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text.code_tokens import without_links, without_tags


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("see [the guide](a/b.md) and [this][1]", "see the guide and this"),
        ("see [[Page|the page]] and [[Other]]", "see the page and Other"),
        ("a ![map](map.png)![[map.svg]]![[map.svg#icon]]![[map.svg|small]] here", "a  here"),
        ("he died there[12]. In 1990[3] too.[4] [citation needed]", "he died there. In 1990 too. "),
        ("word[link](https://x.y/z)", "wordlink"),
        ("handlers[name](event) and grid[i][j]", "handlers[name](event) and grid[i][j]"),
        ("row[0], argv[1], sys.argv[1], row_2[3]", "row[0], argv[1], sys.argv[1], row_2[3]"),
        ("if [[ -f notes.md ]]; then [[:alpha:]]", "if [[ -f notes.md ]]; then [[:alpha:]]"),
    ],
)
def test_links_are_told_from_code(text: str, left: str) -> None:
    assert without_links(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<b>bold</b> and <a href='x'>y</a> <p>z", "bold and y z"),
        ("one<br>two<br/>three", "one two three"),
        ("<table> <tr> <th>Name</th>", "  Name"),
        ("list <table> of <section>", "list <table> of <section>"),
        ("cp -d <domain> -i <instance> <title>", "cp -d <domain> -i <instance> <title>"),
        ("<mime><extension>csv</extension></mime>", "<mime><extension>csv</extension></mime>"),
        ("the <b> element", "the <b> element"),
    ],
)
def test_tags_are_told_from_placeholders(text: str, left: str) -> None:
    assert without_tags(text) == left


@given(st.text(alphabet="ab[]()<>|!:/ 1", max_size=80))
def test_nothing_is_added(text: str) -> None:
    left = without_tags(without_links(text))
    letters = [char for char in text if char.isalnum()]
    at = iter(letters)
    assert all(char in at for char in left if char.isalnum())
