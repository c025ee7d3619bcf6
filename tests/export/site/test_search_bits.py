"""Numbers come back from their bits, and bits from their text."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from support.search_files import Bits

from wikic.export.site import search_shards as bits

counts = st.integers(0, 200)


@given(st.lists(st.tuples(counts, st.integers(0, 12)), max_size=30))
def test_numbers_come_back(some: list[tuple[int, int]]) -> None:
    pieces = [bits.unary(n) + bits.gamma(n + 1) + bits.rice(n, k) for n, k in some]
    read = Bits(bits.bits_text("".join(pieces)))
    for number, k in some:
        assert (read.unary(), read.gamma() - 1, read.rice(k)) == (number, number, number)


@given(st.sets(st.integers(0, 5_000), min_size=1, max_size=60), st.integers(0, 9))
def test_rising_numbers_come_back(numbers: set[int], k: int) -> None:
    read = Bits(bits.bits_text("".join(bits.gaps(sorted(numbers), k))))
    at, found = -1, []
    for _ in numbers:
        at += read.rice(k) + 1
        found.append(at)
    assert found == sorted(numbers)


@given(st.text("01", max_size=100))
def test_a_text_stands_in_a_script_as_it_is(some: str) -> None:
    text = bits.bits_text(some)
    assert json.dumps(text) == f'"{text}"' and text.isascii()
    assert len(text) == 2 * -(-len(some) // 13)


def test_common_things_take_few_bits() -> None:
    def cost(every: int) -> int:
        numbers = list(range(0, 10_000, every))
        return len("".join(bits.gaps(numbers, bits.shift(10_000, len(numbers))))) // len(numbers)

    assert [cost(1), cost(2), cost(16), cost(1_000)] == [1, 1, 4, 10]
