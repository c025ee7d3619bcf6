"""Paths and fields of requests, taken apart."""

from __future__ import annotations

from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from wikic.serve.exchange import fields, path_of


@given(st.binary(max_size=200))
def test_any_path_is_one_below_the_root_or_none(raw: bytes) -> None:
    path = path_of(b"/" + raw)
    if path:
        assert not path.startswith("/")
        assert not {"", ".", ".."} & set(path.removesuffix("/").split("/"))
        assert "\\" not in path
        assert path.isprintable()
        path.encode()


@given(
    st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=9), min_size=1, max_size=5)
)
def test_names_of_pages_come_through(steps: list[str]) -> None:
    assert path_of(f"/{quote('/'.join(steps))}".encode()) == "/".join(steps)


@given(st.binary(max_size=200))
def test_any_query_is_fields(raw: bytes) -> None:
    assert all(isinstance(value, str) for value in fields(raw).values())
