"""Intervals: the same for the same scores, around the mean, as wide as they should be."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikic.evaluate.summary import mean_interval, paired_difference

scores = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=30)


@settings(max_examples=30)
@given(scores)
def test_the_mean_lies_between_the_ends(values: list[float]) -> None:
    found = mean_interval(values, resamples=400)
    assert min(values) <= found.low <= found.mean + 1e-9
    assert found.mean - 1e-9 <= found.high <= max(values)
    assert found == mean_interval(values, resamples=400)


@settings(max_examples=30)
@given(scores)
def test_nothing_is_better_than_itself(values: list[float]) -> None:
    found = paired_difference(values, values, resamples=200)
    assert (found.gain.mean, found.p, found.won, found.lost) == (0.0, 1.0, 0, 0)
    assert found.win_rate is None


def test_a_clear_gain_is_told_from_noise() -> None:
    clear = paired_difference([1.0] * 40 + [0.0] * 10, [0.0] * 40 + [0.0] * 10)
    assert clear.gain.low > 0
    assert clear.p < 0.001
    assert (clear.won, clear.tied, clear.lost, clear.win_rate) == (40, 10, 0, 1.0)
    even = paired_difference([1.0, 0.0] * 25, [0.0, 1.0] * 25)
    assert even.gain.low < 0 < even.gain.high
    assert even.p > 0.5


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    draw = Random(3)
    held = 0
    for _ in range(200):
        values = [float(draw.random() < 0.7) for _ in range(60)]
        found = mean_interval(values, resamples=500)
        held += found.low <= 0.7 <= found.high
    assert held >= 178, "95 % of 200 are 190; a percentile interval of 60 holds a little less"


def test_no_scores_and_unequal_rows_are_errors() -> None:
    with pytest.raises(ValueError, match="nothing"):
        mean_interval([])
    with pytest.raises(ValueError, match="argument"):
        paired_difference([1.0], [1.0, 0.0])
