"""Paths and fields of requests, taken apart."""

from __future__ import annotations

import gzip
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.serve.exchange import Reply, fields, path_of, takes_gzip


@given(st.binary(max_size=200))
def test_any_path_is_one_below_the_root_or_none(raw: bytes) -> None:
    path = path_of(b"/" + raw)
    if path:
        assert not path.startswith("/")
        assert not {"", ".", ".."} & set(path.removesuffix("/").split("/"))
        assert "\\" not in path
        assert not {"Cc", "Cs"} & {unicodedata.category(sign) for sign in path}
        path.encode()


@given(
    st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=9), min_size=1, max_size=5)
)
def test_names_of_pages_come_through(steps: list[str]) -> None:
    assert path_of(f"/{quote('/'.join(steps))}".encode()) == "/".join(steps)


@given(st.binary(max_size=200))
def test_any_query_is_fields(raw: bytes) -> None:
    assert all(isinstance(value, str) for value in fields(raw).values())


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.1", True),
        ("br;q=1.0, *;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.00", False),
        ("*, gzip;q=0", False),
        ("*;q=0", False),
        ("identity", False),
        ("gzipped", False),
        ("", False),
    ],
)
def test_gzip_is_for_who_takes_it(accepted: str, taken: bool) -> None:
    assert takes_gzip(accepted) is taken


@given(st.text())
def test_any_header_takes_gzip_or_does_not(accepted: str) -> None:
    assert takes_gzip(f"{accepted},gzip") in (True, False)
    assert not takes_gzip("".join(each for each in accepted if each not in "zZ*"))


@given(
    st.binary(max_size=3_000), st.sampled_from(["text/html; charset=utf-8", "application/json", "image/png"])
)
def test_a_packed_reply_is_the_same_twice(body: bytes, kind: str) -> None:
    reply = Reply.lasting(body, kind).packed()
    assert bool(reply.zipped) == (len(body) >= 1_024 and kind != "image/png")
    if reply.zipped:
        assert gzip.decompress(reply.zipped) == body
    assert reply == Reply.lasting(body, kind).packed()
