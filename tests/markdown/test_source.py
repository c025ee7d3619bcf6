from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wikic.markdown.source import decode, encode


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b"\xef\xbb\xbf---\r\na: b\r\n---\r\n")
@example(b"\xef\xbb\xbf\xef\xbb\xbfx")
@example(b"\xed\xa0\x80\xff\x00\x0c\xc2\x85")
def test_encode_is_the_inverse_of_decode(data: bytes) -> None:
    assert encode(decode(data)) == data


def test_a_byte_order_mark_is_kept_aside_and_line_ends_stay() -> None:
    source = decode(b"\xef\xbb\xbf# A\r\nb\n")
    assert (source.text, source.bom, source.invalid) == ("# A\r\nb\n", True, ())


def test_bytes_that_are_no_utf8_are_told() -> None:
    source = decode("é".encode() + b"\xe9 b\xff")
    assert source.invalid == (1, 4)
    assert source.text[0] == "é"


@pytest.mark.parametrize(
    ("data", "newline"), [(b"", "\n"), (b"a\nb\n", "\n"), (b"a\r\nb\r\nc\n", "\r\n"), (b"a\r\nb\n", "\n")]
)
def test_newline_is_what_most_lines_have(data: bytes, newline: str) -> None:
    assert decode(data).newline == newline
