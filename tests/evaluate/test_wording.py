"""Answers in words, beside SQuAD's own examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.evaluate.wording import contains_answer, covered_share, exact_match, split_words, token_f1

some = st.text(alphabet="ab c.,中文", max_size=12)


def test_case_articles_and_punctuation_do_not_count() -> None:
    assert exact_match("The Eiffel Tower.", ["eiffel tower"]) == 1.0
    assert exact_match("Paris", ["London", "paris"]) == 1.0
    assert exact_match("", ["a"]) == 0.0
    assert split_words("14,206") == split_words("14 206"), "separators count as spaces"
    assert exact_match("$20", ["20"]) == 0.0, "a sign of money is a word's part"


def test_f1_counts_shared_words_of_the_best_answer() -> None:
    assert token_f1("Edmund Rooke", ["Rooke"]) == pytest.approx(2 / 3)
    assert token_f1("Edmund Rooke", ["nobody", "Edmund Rooke"]) == 1.0
    assert token_f1("沈济川", ["沈济"]) == pytest.approx(0.8)


def test_contained_as_words_one_behind_the_other() -> None:
    assert contains_answer("He was born in 1868, in June.", ["1868"]) == 1.0
    assert contains_answer("in 18689", ["1868"]) == 0.0
    assert contains_answer("June of 1868", ["June 1868"]) == 0.0
    assert contains_answer("1927年毕业，赴德国留学", ["德国"]) == 1.0
    assert contains_answer("There is no answer.", ["no"]) == 0.0
    assert contains_answer("No. They are not.", ["no"]) == 1.0


def test_the_share_of_an_answers_words_that_a_text_holds() -> None:
    text = "Drops, in the wind, of rain."
    assert covered_share(text, ["rain drops"]) == 1.0
    assert covered_share(text, ["Rain and rain."]) == pytest.approx(1 / 3), (
        "each word as often as it stands there"
    )
    assert covered_share(text, ["snow", "a wind"]) == 1.0
    assert covered_share("", ["snow"]) == covered_share(text, []) == 0.0


@given(some, some)
def test_bounds_and_what_is_the_same(one: str, other: str) -> None:
    assert exact_match(one, [other]) <= token_f1(one, [other]) <= 1.0
    assert exact_match(one, [other]) <= contains_answer(one, [other]) <= covered_share(one, [other]) <= 1.0
    if split_words(one):
        assert exact_match(one, [one]) == token_f1(one, [one]) == 1.0
    assert token_f1(one, [other]) == token_f1(other, [one]) or not (split_words(one) and split_words(other))
