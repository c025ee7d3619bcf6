"""Names that a wiki does not have, made of words that it has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.navigate.heuristic.controller import Heuristic
from wikic.navigate.library import Library

PAGES = {
    "people/Ann-Hale": "# Ann Hale\n\nAnn Hale keeps the lamp of Grey Point. Bob Reed calls her Annie.\n",
    "people/Bob-Reed": "# Bob Reed\n\nBob Reed was born in May 1901 and mends nets at Low Water Lane.\n",
    "places/Grey-Point": "# Grey Point\n\nIt was lit in 1880 by the Bank of Lower Hale.\n",
}


@pytest.fixture
def heuristic(wiki: Callable[..., Path]) -> Heuristic:
    return Heuristic(Library.current(wiki(PAGES)))


@pytest.mark.parametrize(
    "question",
    [
        "Who is Ann Hale?",
        "What did Ann Hale and Bob Reed do in May?",
        "Who lit the lamp for the Bank of Lower Hale?",
        "Where is Low Water Lane?",
        "who keeps the grey lamp of bob hale?",
        "WHO IS BOB HALE?",
        "Who mends the nets?",
        "灯是谁点的？",
        "",
    ],
)
def test_what_is_written_somewhere_is_known(heuristic: Heuristic, question: str) -> None:
    assert heuristic.explore(question).unknown == 0.0


@pytest.mark.parametrize(
    "question", ["Who is Bob Hale-Water?", "Where is Annie Lane?", "Who paid Bank Reed of Water Hale?"]
)
def test_known_words_make_no_known_name(heuristic: Heuristic, question: str) -> None:
    assert heuristic.explore(question).unknown > 0.3


def test_of_a_run_only_the_part_that_is_unknown_counts(heuristic: Heuristic) -> None:
    with_one = heuristic.explore("When did Bob Reed of Zorn Alley mend nets?").unknown
    with_both = heuristic.explore("When did Piet Vos of Zorn Alley mend nets?").unknown
    assert 0.0 < with_one < with_both < 1.0


@examples(60, HealthCheck.function_scoped_fixture)
@given(
    st.lists(
        st.sampled_from(["Ann", "Hale", "of", "the", "Zorn", "7", "1880", "née", "Ünal", "李", ".", "A&B"])
    )
)
def test_any_run_of_words_has_a_share(heuristic: Heuristic, words: list[str]) -> None:
    assert 0.0 <= heuristic.explore(" ".join(words)).unknown <= 1.0
