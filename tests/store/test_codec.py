"""Bytes and back: whatever a record holds, and whatever the bytes are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import StoreDamagedError
from wikic.store.codec import decode_directory, decode_file, encode_directory, encode_file, paths_in
from wikic.store.records import (
    DirectoryMeta,
    DirectoryRecord,
    FileMeta,
    FileRecord,
    file_record,
    is_name,
    is_path,
)

TEXT = st.text(st.characters(exclude_categories=("Cs",)))
NAME = TEXT.filter(is_name)
NUMBER = st.integers(0, 2**63 - 1)
FILES = st.builds(
    lambda name, text, mtime_ns, meta: file_record(name, text.encode(), mtime_ns, meta),
    NAME,
    TEXT,
    NUMBER,
    st.builds(FileMeta, NUMBER, st.floats(0, 1), st.lists(TEXT, max_size=3).map(tuple), TEXT, NUMBER),
)
NAMES = st.lists(NAME, max_size=8, unique=True).map(lambda names: tuple(sorted(names)))
DIRECTORIES = st.builds(
    DirectoryRecord,
    NAME,
    NAMES,
    NAMES,
    st.none() | NAME,
    st.builds(DirectoryMeta, NUMBER, NUMBER, NUMBER, NUMBER),
)


@given(record=FILES)
def test_a_file_record_comes_back(record):
    found = decode_file(encode_file(record))
    assert found == record
    assert encode_file(found) == encode_file(record)


@given(record=DIRECTORIES)
def test_a_directory_record_comes_back(record):
    found = decode_directory(encode_directory(record))
    assert found == record
    assert encode_directory(found) == encode_directory(record)


@given(
    record=DIRECTORIES,
    directory=st.sampled_from(("", "a", "人物/b")),
    start=st.text(max_size=2).filter(lambda t: "\n" not in t),
)
def test_a_prefix_is_found_in_the_record_or_left_to_the_store(record, directory, start):
    if not start.isprintable():
        return
    found = paths_in(encode_directory(record), directory, start)
    if record.sub_dirs or record.next is not None:
        assert found is None
    else:
        at = f"{directory}/" if directory else ""
        assert found == [at + name for name in record.files if name.startswith(start)]


@given(data=st.binary(max_size=40))
def test_bytes_that_are_no_record_are_damage(data):
    for decode, fields in (
        (decode_file, ("text", "name", "stamp", "meta")),
        (decode_directory, ("files", "name", "sub_dirs", "next", "meta")),
    ):
        try:
            record = decode(data)
            for field in fields:
                getattr(record, field)
        except StoreDamagedError:
            continue


@given(record=FILES | DIRECTORIES, data=st.data())
def test_a_cut_record_is_damage(record, data):
    is_file = isinstance(record, FileRecord)
    whole = encode_file(record) if is_file else encode_directory(record)
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    with pytest.raises(StoreDamagedError):
        decode_file(cut) if is_file else decode_directory(cut)
    if not is_file:
        with pytest.raises(StoreDamagedError):
            paths_in(cut, "a", "b")


@given(path=st.text(max_size=12))
def test_a_path_is_names_between_slashes(path):
    assert is_path(path) == all(map(is_name, path.split("/")))


def test_names_that_python_does_not_call_printable():
    for name in ["　", "a\u200d", "\x85", "a b", "𠮷", "a."]:
        assert is_name(name)


def test_names_that_no_store_holds():
    for name in ["", ".", ".a", "a\x00", "a\n", "\x7f", "a\ud800", "a\x1f"]:
        assert not is_name(name)
        assert not is_path(f"a/{name}")
