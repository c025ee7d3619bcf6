from __future__ import annotations

import pytest

from wikic.evaluate.arms.passages import fuse_rankings, ranked_places


def test_ranks_are_added_up_by_their_reciprocals() -> None:
    assert ranked_places(fuse_rankings([[1, 2, 3], [3, 1]])) == [1, 3, 2]  # 1/61 + 1/62, 1/63 + 1/61, 1/62
    assert ranked_places(fuse_rankings([[5], [2]])) == [2, 5], "the smaller place of equals"
    assert ranked_places(fuse_rankings([[], [4]])) == [4]
    assert fuse_rankings([]) == []


@pytest.mark.parametrize("low", [2, 50])
def test_one_first_place_is_worth_less_than_two_places_further_down(low: int) -> None:
    first, second = [7, *range(100, 100 + low)], [*range(200, 200 + low), *range(300, 400)]
    first[low], second[low] = 8, 8
    assert ranked_places(fuse_rankings([first, second]))[0] == 8
