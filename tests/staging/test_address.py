"""What is an address, what of it is shown, and what a path is called that was given as one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import UsageError
from wikic.staging.address import address_of, is_address, path_of, shown

WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789.-_~", min_size=1, max_size=12).filter(
    lambda word: set(word) != {"."}
)


@given(st.sampled_from(["s3", "gs", "https", "abfs"]), WORD, st.lists(WORD, max_size=4))
def test_an_address_survives_being_a_path(scheme: str, host: str, steps: list[str]) -> None:
    given = f"{scheme}://{'/'.join([host, *steps])}"
    address = address_of(Path(given))
    assert address is not None
    assert str(address) == given
    assert address.name == (steps[-1] if steps else host)
    assert address.parent == (steps[-2] if len(steps) > 1 else host)


def test_what_is_secret_is_opened_and_not_shown() -> None:
    address = address_of(Path("https://me:hush@kb.example:8443/a/b%20c.html?X-Signature=hush2"))
    assert address is not None
    assert address.whole == "https://me:hush@kb.example:8443/a/b%20c.html?X-Signature=hush2"
    assert str(address) == "https://kb.example:8443/a/b%20c.html"
    assert (address.name, address.parent) == ("b c.html", "a")
    assert shown(Path("s3://key:hush@bucket/notes/")) == "s3://bucket/notes"


def test_a_page_that_ends_in_a_slash_is_another_one() -> None:
    for typed, opened in (
        ("https://kb.example/dir/", "https://kb.example/dir/"),
        ("https://kb.example/dir", "https://kb.example/dir"),
        ("https://kb.example/dir/?a=/", "https://kb.example/dir/?a=/"),
        ("https://kb.example/", "https://kb.example/"),
        ("http://[::1]:80/a::b.md#part", "http://[::1]:80/a::b.md"),
        ("s3://bucket/notes/", "s3://bucket/notes"),
    ):
        address = address_of(path_of(typed))
        assert address is not None and address.whole == opened
    address = address_of(path_of("https://kb.example/a/dir/"))
    assert address is not None and (address.name, address.parent) == ("dir", "a")
    assert path_of("notes/") == Path("notes")


@pytest.mark.parametrize("path", ["notes", "/notes", "C:/notes", "a:b/c", "notes/s3:/x", "", "x://y"])
def test_a_path_is_none(path: str) -> None:
    assert address_of(Path(path)) is None
    assert not is_address(path)


def test_a_file_that_is_called_so_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.makedirs("s3:/bucket")
    assert address_of(Path("s3://bucket")) is None
    assert address_of(Path("s3://other")) is not None


@pytest.mark.parametrize(
    "path", ["file:///tmp/x", "zip://::s3://bucket/x.zip", "s3://a\0b", "http://[::1/a", "http://h:x/a"]
)
def test_an_address_of_nothing_is_refused(path: str) -> None:
    with pytest.raises(UsageError):
        address_of(Path(path))
