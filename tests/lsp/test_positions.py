"""Offsets and positions: whatever a text holds, and as the protocol counts, not as Python does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind
from support.editor_client import edited, offset, position

from wikic.lsp.open_documents import UTF16, Positions
from wikic.lsp.protocol_values import differing

# Every kind of line end, what only Python ends lines at, letters of one to four bytes, half a pair.
TEXTS = st.text(
    st.sampled_from("ab \r\n\x0b\x0c\x85\u2028é燈🍅👩🏽‍🌾\ufeff\udc80") | st.characters(codec="utf-8"),
    max_size=60,
)
UNITS = {
    PositionEncodingKind.Utf8: lambda text: len(text.encode("utf-8", "surrogatepass")),
    PositionEncodingKind.Utf16: lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    PositionEncodingKind.Utf32: len,
}


@given(TEXTS)
def test_positions_are_those_of_the_protocol(text: str) -> None:
    known = Positions(text)
    for at in range(len(text) + 1):
        inside_crlf = text[at - 1 : at + 1] == "\r\n"  # no place a client can name
        if not inside_crlf:
            assert known.at(at) == position(text, at)
            assert known.offset(position(text, at)) == at
            assert offset(text, known.at(at)) == at


@given(TEXTS, st.sampled_from(list(UNITS)))
def test_a_position_counts_what_was_agreed_on(text: str, encoding: PositionEncodingKind) -> None:
    line = text.replace("\r", "").replace("\n", "")
    known = Positions(line, encoding)
    for at in range(len(line) + 1):
        assert known.at(at) == Position(0, UNITS[encoding](line[:at]))
        assert known.offset(known.at(at)) == at


@given(TEXTS, st.integers(0, 70), st.integers(0, 70))
def test_any_position_is_somewhere_in_the_text(text: str, line: int, character: int) -> None:
    at = Positions(text).offset(Position(line, character))
    assert 0 <= at <= len(text)


def test_the_middle_of_a_character_is_its_beginning_and_behind_a_line_is_its_end() -> None:
    known = Positions("a🍅b\r\nc", UTF16)
    assert known.offset(Position(0, 2)) == 1
    assert known.offset(Position(0, 99)) == 3
    assert known.offset(Position(7, 0)) == 6


@given(TEXTS, TEXTS)
def test_edits_make_one_text_the_other(before: str, after: str) -> None:
    assert edited(before, differing(Positions(before), after)) == after


@given(st.lists(st.sampled_from(["one\n", "two\r\n", "three 🍅\n", "\n"]), max_size=30), st.data())
def test_lines_that_are_equal_are_left_alone(lines: list[str], data: st.DataObject) -> None:
    changed = [*lines]
    at = data.draw(st.integers(0, len(lines)))
    changed[at:at] = ["new line\n"]
    edits = differing(Positions("".join(lines)), "".join(changed))
    assert len(edits) == 1
    assert edited("".join(lines), edits) == "".join(changed)
