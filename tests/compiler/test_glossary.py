"""Known names in a text: whole words, longest first, in both scripts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.compiler.extraction_offer import Glossary
from wikic.text.normalise import fold_name


def used(text: str, *names: str) -> dict[str, int]:
    return dict(Glossary(map(fold_name, names)).used(text))


def test_whole_words_whatever_the_case() -> None:
    assert used("The OLD Mill stood by the mill-race.", "Old Mill", "Mill", "race", "ld") == {
        "old mill": 1,
        "mill": 1,
        "race": 1,
    }


def test_a_name_inside_a_word_is_not_named() -> None:
    assert used("Annabel and millstones", "Anna", "mill") == {}


def test_the_longest_name_takes_the_place() -> None:
    assert used("Port Ellen Lighthouse", "Port Ellen", "Port Ellen Lighthouse", "Lighthouse") == {
        "port ellen lighthouse": 1
    }


def test_chinese_names_need_no_spaces() -> None:
    assert used("老周在渡口遇见了陈渡生,渡口很静。", "陈渡生", "渡口", "渡") == {"陈渡生": 1, "渡口": 2}


def test_numbers_and_single_signs_are_no_names() -> None:
    assert used("In 1904 a", "1904", "a") == {}


def test_a_name_that_ends_in_a_sign() -> None:
    assert used("It is C++, not C.", "C++") == {"c++": 1}


@given(st.lists(st.text("ab 陈渡.-", min_size=2, max_size=6), max_size=6), st.text("ab 陈渡.-", max_size=40))
def test_what_is_found_stands_in_the_text(names: list[str], text: str) -> None:
    for name in Glossary(map(fold_name, names)).used(text):
        assert name in fold_name(text)
