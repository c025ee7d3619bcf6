"""Books as their chapters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text.chapters import BOOK, chapters

PARAGRAPH = "The barque lay at the quay until the tide turned. " * 40 + "\n\n"
LENGTH = 12  # paragraphs of a chapter


def book(headings: list[str], front: str = "") -> str:
    return front + "".join(f"{each}\n\n\n{PARAGRAPH * LENGTH}" for each in headings)


@pytest.mark.parametrize(
    ("headings", "titles"),
    [
        (["CHAPTER I", "CHAPTER II", "CHAPTER III"], None),
        (["Day the First", "Day the Second", "Days the Third and Fourth"], None),
        (["I", "II.", "III", "IV"], None),
        (["1", "2", "3"], None),
        (["第一回 风起", "第二回 潮落", "第三回"], None),
        (["## Chapter 1", "## Chapter 2", "## Chapter 3"], ["Chapter 1", "Chapter 2", "Chapter 3"]),
        (["CHAPTER I", "CHAPTER II", "CHAPTER III", "THE WRECK--"], None),
        (
            ["Chapter 1\n\nThe Quay", "Chapter 2\n\nThe Wreck", "Chapter 3"],
            ["Chapter 1: The Quay", "Chapter 2: The Wreck", "Chapter 3"],
        ),
        (
            ["BOOK I\n\nCHAPTER I", "CHAPTER II", "BOOK II\n\nCHAPTER I"],
            ["BOOK I, CHAPTER I", "CHAPTER II", "BOOK II, CHAPTER I"],
        ),
    ],
)
def test_a_book_is_parted_where_lines_number_its_chapters(
    headings: list[str], titles: list[str] | None
) -> None:
    found = chapters(book(headings) + PARAGRAPH * 30)
    assert [each.title for each in found] == (titles or [each.rstrip("-") for each in headings])
    assert all(each.text.startswith("The barque lay") for each in found)


def test_a_contents_page_opens_no_chapter() -> None:
    front = "THE STORM\n\nCONTENTS\n\nCHAPTER I\n\nCHAPTER II\n\nCHAPTER III\n\n"
    found = chapters(book(["CHAPTER I", "CHAPTER II", "CHAPTER III"], front))
    assert [each.title for each in found] == ["CHAPTER I", "CHAPTER II", "CHAPTER III"]


def test_a_preface_stays() -> None:
    preface = "I wrote this at sea. It took a year. The crew helped. They are thanked. So is the cook.\n\n"
    found = chapters(book(["CHAPTER I", "CHAPTER II", "CHAPTER III"], preface))
    assert [each.title for each in found][:2] == ["", "CHAPTER I"]
    assert found[0].text.startswith("I wrote this at sea.")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "CHAPTER I\n\nShort.\n\nCHAPTER II\n\nShort.\n\nCHAPTER III\n\nShort.\n",
        book(["The Quay", "The Wreck", "The Storm"]),
        book(["I", "III", "VIII"]),
        book(["CHAPTER I", "CHAPTER II"]),
        PARAGRAPH * 80 + book(["CHAPTER I", "CHAPTER II", "CHAPTER III"]),
    ],
)
def test_what_is_no_book_of_chapters(text: str) -> None:
    assert chapters(text) == ()


LINES = st.sampled_from(["CHAPTER I", "II", "3.", "第三回", "", "", "A quay.", "PART ONE", PARAGRAPH * 6])


@given(st.lists(LINES, max_size=30))
def test_no_line_stands_twice_and_none_is_made_up(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n" + "Word. " * (BOOK // 6)
    found = chapters(text)
    at = 0
    for each in found:
        at = text.index(each.text.strip("\n"), at) + 1
