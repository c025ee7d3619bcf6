"""A table of bytes is the table of its entries."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from wikic.navigate.indexes.catalogue import Links
from wikic.wiki import packed_table
from wikic.wiki.packed_table import PackedTable

paths = st.text(max_size=6)
links = st.lists(st.tuples(st.text(max_size=5), st.integers(0, 2), st.text(max_size=5)), max_size=3).map(
    tuple
)
tables = st.dictionaries(paths, links, max_size=8)


@given(tables, tables, st.lists(paths, max_size=4))
def test_it_is_a_table(held: dict[str, Links], fresh: dict[str, Links], gone: list[str]) -> None:
    table = PackedTable[Links].decoded(Links, msgspec.msgpack.encode(held))
    for path, value in fresh.items():
        table[path] = held[path] = value
    for path in [*gone, *list(held)[:1]]:
        assert table.pop(path, None) == held.pop(path, None)
        assert path not in table and table.get(path) is None
    assert dict(table) == held and list(table) == list(held) and len(table) == len(held)
    assert list(table.sorted().items()) == sorted(held.items())
    assert msgspec.msgpack.decode(b"".join(table.pieces()), type=dict[str, Links]) == held


@given(tables, st.lists(paths, unique=True, max_size=6))
def test_picked_from_bytes_and_from_entries_is_the_same(held: dict[str, Links], wanted: list[str]) -> None:
    packed = PackedTable[Links].decoded(Links, msgspec.msgpack.encode(held))
    wanted += list(held)[::2]
    for table in (held, packed):
        assert dict(PackedTable[Links].picked(Links, table, wanted)) == {
            path: held[path] for path in wanted if path in held
        }
    assert dict(packed) == held


def test_a_large_table_comes_in_pieces() -> None:
    table = PackedTable[Links](Links)
    wanted: dict[str, Links] = {f"p/{at}": (("x" * 900, 0, ""),) for at in range(3000)}
    table.update(wanted)
    pieces = list(table.pieces())
    assert len(pieces) > 1 and max(map(len, pieces)) < packed_table._PIECE + 2000
    assert msgspec.msgpack.decode(b"".join(pieces), type=dict[str, Links]) == wanted
