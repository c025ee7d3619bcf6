from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.markdown.source import apply_edits, decode, encode
from wikic.model.finding import Edit


def edit(start: int, end: int, words: str) -> Edit:
    return Edit("p.md", start, end, words)


def test_insertions_at_one_point_keep_their_order_and_stand_before_a_replacement() -> None:
    edits = [edit(2, 3, "X"), edit(2, 2, "1"), edit(2, 2, "2"), edit(0, 1, ""), edit(5, 5, "!")]
    assert apply_edits("abcde", edits) == "b12Xde!"


@pytest.mark.parametrize(
    "edits",
    [
        [edit(0, 2, ""), edit(1, 3, "")],
        [edit(0, 2, ""), edit(1, 1, "x")],
        [edit(1, 2, "a"), edit(1, 2, "a")],
        [edit(4, 6, "")],
        [edit(3, 2, "")],
        [edit(-1, 0, "")],
    ],
)
def test_edits_that_overlap_or_reach_out_are_rejected(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match=r"overlaps|outside"):
        apply_edits("abcde", edits)


DATA = st.binary(max_size=40) | st.lists(
    st.sampled_from(
        (b"\xef\xbb\xbf", b"\r\n", b"\n", b"\r", b"- a", "é谭".encode(), b"\xff", b"\x00", b"\xc2\x85")
    ),
    max_size=12,
).map(b"".join)


@given(DATA, st.data())
def test_what_no_edit_names_stays_byte_for_byte(data: bytes, draw: st.DataObject) -> None:
    source = decode(data)
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(source.text)), max_size=8)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    edits = [edit(start, end, draw.draw(st.text("ab\r\n", max_size=3))) for start, end in spans]
    changed = encode(replace(source, text=apply_edits(source.text, draw.draw(st.permutations(edits)))))

    expected = b"\xef\xbb\xbf" if source.bom else b""
    at = 0
    if len(set(spans)) == len(spans):  # equal insertions have the order they are given in
        for one in edits:
            expected += (
                source.text[at : one.start].encode("utf-8", "surrogateescape") + one.replacement.encode()
            )
            at = one.end
        expected += source.text[at:].encode("utf-8", "surrogateescape")
        assert changed == expected
    assert encode(replace(source, text=apply_edits(source.text, []))) == data
