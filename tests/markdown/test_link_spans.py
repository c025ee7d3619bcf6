"""Parts of a link as they stand in a page: for every way a link is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.markdown.read import read
from wikic.markdown.wikilink import spans


@pytest.mark.parametrize(
    ("written", "target", "part"),
    [
        ("[[Page]]", "Page", None),
        ("![[Page#Heading|shown]]", "Page", "Heading"),
        ("[[Page#^block]]", "Page", "^block"),
        ("[[#Heading]]", "", "Heading"),
        ("[[dir/Page.md#One#Two]]", "dir/Page.md", "One#Two"),
        ("[words](Page.md)", "Page.md", None),
        ("[words](../a%20b.md#anchor)", "../a%20b.md", "anchor"),
        ("[words](<a b.md#anchor> 'title')", "a b.md", "anchor"),
        ('[words](a(b).md "title")', "a(b).md", None),
        ("[a [b] c](Page.md)", "Page.md", None),
        ("![x](pic.png)", "pic.png", None),
    ],
)
def test_each_part_stands_where_it_is_said_to(written: str, target: str, part: str | None) -> None:
    text = f"燈 🍅 {written} words"
    (link,) = read(text).links
    found = spans(text, link)
    assert found is not None
    assert text[slice(*found.target)] == target
    assert (None if found.part is None else text[slice(*found.part)]) == part


def test_a_bar_that_is_escaped_in_a_table_ends_the_name() -> None:
    text = "| a | b |\n| --- | --- |\n| [[Page\\|shown]] | x |\n"
    (link,) = read(text).links
    found = spans(text, link)
    assert found is not None
    assert text[slice(*found.target)] == "Page"


@given(st.text(st.sampled_from("[]()#|^\\!<> ab.md/%燈🍅\n"), max_size=40))
def test_whatever_is_written_parts_lie_in_their_link(text: str) -> None:
    for link in read(text).links:
        found = spans(text, link)
        if found is not None:
            for start, end in filter(None, (found.target, found.part)):
                assert link.start <= start <= end <= link.end
            renamed = f"{text[: found.target[0]]}New{text[found.target[1] :]}"
            assert any(each.target == "New" for each in read(renamed).links) or link.kind == "markdown"
