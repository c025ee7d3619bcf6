"""Canvases are read whatever they hold."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from wikic.lint.view.more_links import canvas_links

VALUES = st.recursive(
    st.one_of(
        st.none(), st.integers(), st.text(max_size=8), st.just("file"), st.just("text"), st.just("[[a#b]]")
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["nodes", "type", "file", "text", "subpath"]), inner, max_size=4),
    ),
    max_leaves=12,
)


@given(st.one_of(st.binary(max_size=40), VALUES.map(lambda value: json.dumps(value).encode())))
def test_any_canvas_is_read(data: bytes) -> None:
    for link in canvas_links(data):
        assert link.line >= 1 and link.column >= 1


def test_cards_are_links() -> None:
    nodes = [
        {"type": "file", "file": "A b/50%.md", "subpath": "#^x"},
        {"type": "text", "text": "See `[[no]]` and [[C#D|e]]."},
        {"type": "link", "url": "https://example.org"},
    ]
    one, other = canvas_links(json.dumps({"nodes": nodes}, indent=1).encode())
    assert (one.kind, one.target, one.block, one.line) == ("markdown", "A%20b/50%25.md", "x", 5)
    assert (other.kind, other.target, other.heading, other.line) == ("wiki", "C", "D", 10)
