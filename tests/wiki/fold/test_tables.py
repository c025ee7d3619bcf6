"""A table is a dictionary, however little of it stays in memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import DiskError
from wikic.wiki.fold.tables import Kind, Overflow, Table

NUMBERS = Kind.of(int, weight=100)
KEYS = st.sampled_from(["", "a", "a\0b", "b", "Ä", "东", "z" * 300])
ROOMS = st.sampled_from([50, 100, 250, 1_000, 1 << 20])
STEPS = st.lists(st.tuples(st.sampled_from(["set", "get", "pop", "all", "clear"]), KEYS, st.integers()))


def numbers(room: int) -> Table[int]:
    return Table(Overflow(room), NUMBERS)


@given(ROOMS, STEPS)
def test_it_does_as_a_dictionary_does(room: int, steps: list[tuple[str, str, int]]) -> None:
    found, wanted = numbers(room), dict[str, int]()
    for what, key, value in steps:
        if what == "set":
            found[key] = wanted[key] = value
        elif what == "pop":
            assert found.pop(key, None) == wanted.pop(key, None)
        elif what == "clear":
            found.clear()
            wanted.clear()
        elif what == "all":
            assert dict(found.items()) == wanted
            assert sorted(found) == sorted(wanted)
            assert sorted(found.values()) == sorted(wanted.values())
            assert len(found) == len(wanted)
        assert found.get(key) == wanted.get(key)
        assert (key in found) == (key in wanted)
    assert dict(found) == wanted


@pytest.mark.parametrize("room", [100, 2_000, 1 << 20])
def test_it_may_be_changed_while_it_is_gone_through(room: int) -> None:
    found = numbers(room)
    found.update((str(at), at) for at in range(2_500))
    seen = []
    for key in found:
        seen.append(key)
        if found.get(key) is not None and int(key) % 3 == 0:
            found[key] += 10_000
        if int(key) % 3 == 1:
            del found[key]
    assert sorted(seen, key=int) == [str(at) for at in range(2_500)]
    wanted = {str(at): at + 10_000 * (at % 3 == 0) for at in range(2_500) if at % 3 != 1}
    assert dict(found.items()) == wanted


def test_tables_share_their_room_and_keep_their_own() -> None:
    shared = Overflow(1_000)
    one, other = Table(shared, NUMBERS), Table(shared, Kind.of(str, weight=100))
    for at in range(200):
        one[str(at)] = at
        other[str(at)] = f"n{at}"
    assert sum(len(each._young) + len(each._old) for each in (one, other)) <= 22
    assert [one[str(at)] for at in range(200)] == list(range(200))
    assert [other[str(at)] for at in range(200)] == [f"n{at}" for at in range(200)]


def test_what_fits_makes_no_file() -> None:
    shared = Overflow(1 << 20)
    table = Table(shared, NUMBERS)
    table.update((str(at), at) for at in range(1_000))
    assert dict(table.items()) == {str(at): at for at in range(1_000)}
    assert shared._file is None


def test_a_disk_that_is_full_is_said_in_a_line() -> None:
    shared = Overflow(10_000)
    file = shared._opened()
    file.execute("PRAGMA max_page_count = 20")
    table = Table(shared, Kind.of(str, weight=1_000))
    rows = ((str(at), "x" * 1_000) for at in range(1_000))
    with pytest.raises(DiskError, match="temporary file of the fold") as error:
        table.update(rows)
    assert "TMPDIR" in str(error.value.hint)
