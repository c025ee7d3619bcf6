"""A multimap is a dictionary of ordered sets, whatever is done to it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.wiki.fold.tables import Multimap, Overflow

KEYS, VALUES = st.sampled_from("ab"), st.integers(0, 3)


@given(st.sampled_from([100, 1 << 20]), st.lists(st.tuples(st.booleans(), KEYS, VALUES), max_size=30))
def test_it_holds_what_a_dictionary_of_sets_holds(room: int, steps: list[tuple[bool, str, int]]) -> None:
    found = Multimap[int](Overflow(room), int)
    wanted: dict[str, dict[int, None]] = {}
    for comes, key, value in steps:
        if comes:
            found.add(key, value)
            wanted.setdefault(key, {})[value] = None
        else:
            found.discard(key, value)
            wanted.get(key, {}).pop(value, None)
        for each in "abc":
            there = wanted.get(each, {})
            assert list(found.get(each)) == list(there)
            assert (each in found) == bool(there) == (each in set(found))
            assert all(value in found.get(each) for value in there)
