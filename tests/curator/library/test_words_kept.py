"""Words of notes that no page may lose: fragments, short values, what was struck."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.curator.library.extract import extract
from wikic.model.article import Article
from wikic.document import quotes as blocks

MOOR = "The boats lie at the north quay over the winter."


def told(read, text: str, tongue: str = "en") -> str:  # type: ignore[no-untyped-def]
    return "\n".join(each.text for each in read(text, tongue=tongue).statements)


@pytest.mark.parametrize(
    "paragraph",
    [
        "A berth costs 40 € max. VAT. We pay at the window of the office on the quay.",
        "The onion was chopped and fried in the oil until it was soft. Nice. The water goes into the pot.",
        "Wow. The moon pulls twice a day and nobody on the quay has ever noticed it.",
        "We moored at noon beside the boat of the harbour master. Fun!",
        "We moored at noon beside the boat of the harbour master. Fun",
    ],
)
def test_a_word_between_sentences_stays_with_them(read, paragraph: str) -> None:  # type: ignore[no-untyped-def]
    assert re.sub(r"\s+", " ", told(read, f"{MOOR}\n\n{paragraph}")) == f"{MOOR} {paragraph}"


SHORT = st.sampled_from(("Stir.", "VAT.", "Wow!", "Done.", "Rest 10 min.", "Fry it.", "MAAT.", "Phew."))
LONG = st.sampled_from(
    (
        "The boats lie at the north quay over the winter, and the dues are paid at the window.",
        "Whoever lies there for longer than a week has to tell the office about the length of the boat.",
        "Three of them were dredged in the year 1984.",
    )
)


@given(st.lists(SHORT | LONG, min_size=1, max_size=8))
@examples(40)
def test_no_word_of_a_paragraph_is_lost(sentences: list[str]) -> None:
    text = f"{MOOR} {' '.join(sentences)}"
    found = extract(Article("library/a.md", "Berths", text, language="en"), blocks.segment(text, "en"))
    shown = re.findall(r"\w+", " ".join(each.text for each in found.statements))
    assert not set(re.findall(r"\w+", text)) - set(shown)


@pytest.mark.parametrize(
    ("note", "record"),
    [
        ("## Mood\n\ngood\n", "Mood: good"),
        ("## Mood\n\nGood.\n", "Mood: Good."),
        ("## Day 3\n\nSintra\n\n## Day 4\n\nThe train leaves at nine.\n", "Day 3: Sintra"),
        ("## Prices\n\nThe berth is dear in summer.\n\nStatus: done\n", "Status: done"),
        ("Rating ★★★★★\n", "Rating ★★★★★"),
        ("## 心情\n\n晴\n", "心情：晴"),
    ],
)
def test_a_short_value_stands_with_its_heading(read, note: str, record: str) -> None:  # type: ignore[no-untyped-def]
    tongue = "zh" if "晴" in note else "en"
    opening = "今天去了公园，看了樱花。" if tongue == "zh" else MOOR
    assert record in told(read, f"{opening}\n\n{note}", tongue).split("\n")


def test_two_lines_that_say_where_to_look_are_no_steps(read) -> None:  # type: ignore[no-untyped-def]
    text = f"{MOOR}\n\nSee the contract in the drawer.\nSee the mail of Anna.\n"
    assert told(read, text).split("\n") == [MOOR, "See the contract in the drawer. See the mail of Anna."]


def test_a_list_does_not_repeat_its_heading(read) -> None:  # type: ignore[no-untyped-def]
    text = f"{MOOR}\n\n### Ingredients\n\n- Ingredients:\n- 2 eggs\n- flour\n"
    assert told(read, text).endswith("Ingredients:\n- 2 eggs\n- flour")
    below = f"{MOOR}\n\n### Ingredients\n\n- Ingredients:\n  - 2 eggs\n  - flour\n"
    assert told(read, below).endswith("Ingredients:\n- 2 eggs\n- flour")


def test_a_mark_inside_an_item_is_a_mark(read) -> None:  # type: ignore[no-untyped-def]
    assert told(read, f"{MOOR}\n\nWe build:\n\n- - an app\n- - a website\n").endswith("- an app\n- a website")


def test_a_struck_item_stays_struck(read) -> None:  # type: ignore[no-untyped-def]
    text = f"{MOOR}\n\nTo do:\n\n- ~~buy milk~~\n- [x] ~~call Bob~~ done\n- buy bread\n"
    assert told(read, text).endswith("To do:\n- ~~buy milk~~\n- [x] ~~call Bob~~ done\n- buy bread")


@pytest.mark.parametrize(
    "ending", ["The dues are told elsewhere, ch. Four. 3.", "We were late. It was dark", "Next: dentist"]
)
def test_the_last_words_of_a_note_stay(read, ending: str) -> None:  # type: ignore[no-untyped-def]
    names = ("north", "south", "east", "west", "inner", "outer")
    opening = "\n\n".join(f"The {name} berth is dredged every year." for name in names)
    assert told(read, f"{opening}\n\n{ending}\n").endswith(ending)
