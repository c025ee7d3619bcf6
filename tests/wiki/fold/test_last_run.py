"""What is remembered between runs: a log whose additions are what a batch touched."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.model.page import Overlay
from wikic.wiki.fold import last_run as remembered
from wikic.wiki.fold.last_run import DigestRecord, PageRecord, State, framed, frames
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.index_file import IndexEntry
from wikic.wiki.tree import FileStat


def digest(key: str, hashed: str = "h") -> DigestRecord:
    symbols = DigestSymbols(key, key, None, "2026-01-02", "0" * 64, "offline", (), ())
    return DigestRecord(hashed, FileStat(1, 2), symbols)


def page(stem: str) -> PageRecord:
    return PageRecord(stem, "h", FileStat(1, 2), IndexEntry(stem), Overlay())


def full(number: int) -> State:
    state = State(schema="s")
    for at in range(number):
        state.digests[f"c/{at}"] = digest(f"c/{at}")
        state.pages[f"people/P{at}"] = page(f"P{at}")
        state.indexes[f"people/{at}/_index"] = "h"
    return state


def same(one: State, other: State) -> bool:
    return (one.schema, dict(one.digests), dict(one.pages), dict(one.indexes)) == (
        other.schema,
        dict(other.digests),
        dict(other.pages),
        dict(other.indexes),
    )


def added(build: Path, state: State) -> int:
    """Bytes that saving adds to the file; the old ones stay."""
    file = build / layout.NAMES_FILE
    before = file.read_bytes()
    remembered.save(build, state)
    after = file.read_bytes()
    assert after.startswith(before)
    return len(after) - len(before)


def test_a_batch_writes_what_it_touches_in_a_wiki_of_any_size(tmp_path: Path) -> None:
    written = []
    for size in (10, 1_000):
        build = tmp_path / str(size)
        build.mkdir()
        state = full(size)
        remembered.save(build, state)
        state.digests["c/3"] = digest("c/3", "other")
        del state.pages["people/P4"]
        written.append(added(build, state))
        assert same(remembered.load(build), state)
    assert written[0] == written[1]


def test_the_file_is_written_anew_before_it_holds_much_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remembered, "_LITTLE", 100)
    state = full(20)
    remembered.save(tmp_path, state)
    whole = (tmp_path / layout.NAMES_FILE).stat().st_size
    for at in range(200):
        state.digests["c/3"] = digest("c/3", f"h{at}")
        remembered.save(tmp_path, state)
        assert (tmp_path / layout.NAMES_FILE).stat().st_size < 1.5 * whole
    assert same(remembered.load(tmp_path), state)


def test_what_a_crash_cut_short_is_not_believed_and_not_added_to(tmp_path: Path) -> None:
    state = full(5)
    remembered.save(tmp_path, state)
    state.pages["people/New"] = page("New")
    added(tmp_path, state)
    file = tmp_path / layout.NAMES_FILE
    file.write_bytes(file.read_bytes()[:-1])
    found = remembered.load(tmp_path)
    assert same(found, full(5))
    found.pages["people/Late"] = page("Late")
    remembered.save(tmp_path, found)
    assert same(remembered.load(tmp_path), found)


def test_zeros_that_a_power_cut_left_lose_nothing_and_are_not_added_to(tmp_path: Path) -> None:
    state = full(5)
    remembered.save(tmp_path, state)
    file = tmp_path / layout.NAMES_FILE
    file.write_bytes(file.read_bytes() + bytes(4096))
    found = remembered.load(tmp_path)
    assert same(found, full(5))
    found.pages["people/Late"] = page("Late")
    remembered.save(tmp_path, found)
    assert same(remembered.load(tmp_path), found)


def test_a_file_that_another_run_wrote_is_not_added_to(tmp_path: Path) -> None:
    state, other = full(5), full(7)
    remembered.save(tmp_path, state)
    remembered.save(tmp_path, other)
    state.pages["people/New"] = page("New")
    remembered.save(tmp_path, state)
    assert same(remembered.load(tmp_path), state)


@pytest.mark.parametrize("path", ["../x", "/etc/x", "a/../../b", ""])
def test_no_addition_names_a_path_outside(tmp_path: Path, path: str) -> None:
    state = full(2)
    remembered.save(tmp_path, state)
    state.pages[path] = page("x")
    remembered.save(tmp_path, state)
    assert same(remembered.load(tmp_path), State())


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=6), st.data())
def test_frames_are_read_up_to_the_first_that_is_not_whole(bodies: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(map(framed, bodies))
    assert list(frames(BytesIO(whole), len(whole))) == bodies
    end = data.draw(st.integers(0, len(whole)))
    kept = list(frames(BytesIO(whole[:end]), end))
    assert kept == bodies[: len(kept)] and (end == len(whole)) == (len(kept) == len(bodies))


@pytest.mark.parametrize("number", [0, 1, 3, 7, 9])
def test_a_large_state_is_written_in_pieces(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remembered, "_IN_PIECE", 3)
    state = full(number)
    state.indexes["only/_index"] = "h"
    remembered.save(tmp_path, state)
    assert same(remembered.load(tmp_path), state)
    state.indexes["later/_index"] = "h"
    added(tmp_path, state)
    file = tmp_path / layout.NAMES_FILE
    data = file.read_bytes()
    pieces = list(frames(BytesIO(data), len(data)))
    assert len(pieces) == max(1, -(-(number + 1) // 3)) + 1
    # Without one of its pieces it was never whole, and nothing of it is believed.
    file.write_bytes(b"".join(map(framed, pieces[: len(pieces) - 2])))
    assert same(remembered.load(tmp_path), State())
