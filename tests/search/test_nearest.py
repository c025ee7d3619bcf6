from __future__ import annotations

import math
from random import Random

import pytest

from wikic.search.sentence_vectors import Nearest


def test_the_order_is_that_of_the_cosines() -> None:
    draw = Random(7)
    vectors = [[draw.gauss(0, 1) for _ in range(12)] for _ in range(200)]
    wanted = [draw.gauss(0, 1) for _ in range(12)]

    def cosine(one: list[float]) -> float:
        return sum(map(float.__mul__, one, wanted)) / (math.hypot(*one) * math.hypot(*wanted))

    found = Nearest(vectors).ranked(wanted, 20)
    assert [at for at, _ in found] == sorted(range(200), key=lambda at: -cosine(vectors[at]))[:20]
    assert [score for _, score in found] == pytest.approx([cosine(vectors[at]) for at, _ in found], abs=1e-6)


def test_length_does_not_count_and_equals_keep_their_order() -> None:
    assert [at for at, _ in Nearest([[1, 0], [0, 3], [5, 0], [0, 1]]).ranked([2, 0], 3)] == [0, 2, 1]
    assert Nearest([]).ranked([1.0], 5) == []
