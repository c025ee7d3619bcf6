"""What is blanked out and what is passed over never moves what stands beside it."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from wikic.lint.profile import VAULT
from wikic.lint.view.more_links import is_within, more_links, unread_spans, without_code
from wikic.lint.view.page import scan_page

PIECES = st.lists(
    st.sampled_from(
        [
            "$", "$$", "%%", "`", "```\n", "<!--", "-->", "<code>", "</code>", "<% ", "%>", "[[a]]", " ",
            "\n", "x",
            "\r\n", "---\n", 'up: "[[b]]"\n', "<img src='c.png'>", "\n\n", "5",
        ]
    ),
    max_size=20,
).map("".join)  # fmt: skip


@given(PIECES)
def test_offsets_stay_and_spans_are_in_order(text: str) -> None:
    page = scan_page("a.md", text.encode())
    plain = without_code(page)
    assert len(plain) == len(page.text)
    assert plain.count("\n") == page.text.count("\n")
    spans = unread_spans(page, vault=True)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))
    assert all(start < end and is_within(spans, start) and page.body <= start for start, end in spans)


@given(PIECES)
def test_links_that_markdown_does_not_know_stand_where_they_say(text: str) -> None:
    page = scan_page("a.md", text.encode())
    for link in more_links(page, VAULT):
        assert page.text[link.start : link.end] in ("[[b]]", "[[a]]", "c.png")
        assert (link.line, link.column) == page.at(link.start)
