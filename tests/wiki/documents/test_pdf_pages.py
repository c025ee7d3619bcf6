"""Printed pages: what only print needs goes, what is said stays in its place."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.model.article import Article
from wikic.wiki.documents.pdf_pages import tidied, title
from wikic.wiki.documents.read import read

RULES = Path(__file__).resolve().parents[3] / "fixtures/formats/rules.pdf"
TEXT = """# Rules of the Harbour

Adopted by the Harbour Board on 3 May 2024.

## 1 Berths

A vessel that lies at the north quay keeps its fenders out at all times, and the harbour master may move it \
when the wind rises above force seven. A vessel of more than twenty metres needs two lines ashore before the \
tide turns.

Pontoon B has forty berths. Its crane lifts nine tonnes, and each lift is entered in the logbook of the quay \
before the slings are taken off. The gate is shut from ten in the evening until six in the morning.

## 2 Dues

Dues are paid by the metre and the day. The well-known discount of ten per cent holds for vessels of the \
lifeboat service.

## 3 Lights and signals

The lighthouse shows a white light every eight seconds.

In fog the horn sounds twice a minute from the end of the north mole.

## 4 The tide gauge

The gauge sends a reading every six minutes.

It was mounted on the quay in 1987 by a well-known smith."""


@pytest.mark.skipif(importlib.util.find_spec("kreuzberg") is None, reason="`documents` is not installed")
def test_a_booklet_of_rules() -> None:
    (found,) = read([RULES])
    assert isinstance(found, Article)
    assert found.title == "Rules of the Harbour" and found.date == "2024-05-03"
    assert found.text == TEXT


def pages(*texts: str, head: str = "The Harbour {}", foot: str = "- {} -") -> list[str]:
    return [f"{head.format(at)}\n{text}\n{foot.format(at)}" for at, text in enumerate(texts, 1)]


def test_heads_that_recur_go_and_one_that_is_the_title_stays() -> None:
    text = "# The Harbour 1\n\nOne.\n\nThe Harbour 2\n\nTwo.\n\n- 2 -\n\n# The Harbour 3\n\nThree."
    assert tidied(text, pages("One.", "Two.", "Three.")) == "# The Harbour 1\n\nOne.\n\nTwo.\n\nThree."


def test_a_head_that_was_joined_to_a_paragraph_is_cut_off() -> None:
    assert tidied("One.\n\nThe Harbour 2 Two.\n\nThree.", pages("One.", "Two.", "Three.")).split("\n\n") == [
        "One.",
        "Two.",
        "Three.",
    ]


def test_lines_that_stand_on_two_pages_are_no_heads() -> None:
    text = "The dues\n\nOne.\n\nThe dues\n\nTwo."
    assert tidied(text, ["The dues\nOne.", "The dues\nTwo.", "Three."]) == text


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("# Contents\n\n1 Berths .... 3 2 Dues .... 4\n\n# 1 Berths\n\nx", "# 1 Berths\n\nx"),
        ("# Inhalt\n\nA . . . . . ii\n\nB . . . . . . 9\n\n# A", "# A"),
        ("# A\n\n# B\n\nx", "# A\n\n# B\n\nx"),
        ("# A\n\nWait .... and see.", "# A\n\nWait .... and see."),
    ],
)
def test_contents_pages(text: str, tidy: str) -> None:
    assert tidied(text, []) == tidy


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("### The gauge sends a reading.", "The gauge sends a reading."),
        ("### six in the morning", "six in the morning"),
        ("### What is a gauge?", "### What is a gauge?"),
        ("### 1\\. The gauge", "### 1. The gauge"),
        ("```\na \\* b\n\n## c\n```", "```\na \\* b\n\n## c\n```"),
        ("|a|b|\n|-|-|\n|x \\| y|z|", "|a|b|\n|-|-|\n|x \\| y|z|"),
    ],
)
def test_marks_that_the_page_did_not_have(text: str, tidy: str) -> None:
    assert tidied(text, []) == tidy


@pytest.mark.parametrize(
    ("text", "page", "said", "named"),
    [
        ("# The Mill\n\nx", "The Mill\nx", "rules.doc", "The Mill"),
        ("It stood.\n\n# One", "The Mill\nIt stood.", "Microsoft Word - mill.doc", "The Mill"),
        ("It stood.", "A Report on\nThe Mill\nIt stood.", "The Mill", "The Mill"),
        ("It stood.", "It stood.", "", ""),
        ("", "", "scan_0001", ""),
    ],
)
def test_titles(text: str, page: str, said: str, named: str) -> None:
    assert title(text, [page], said) == named


_LINES = st.sampled_from(
    ("# A", "The Harbour", "7", "x .... 3", "until", "six.", "har\x02bour", "```", "| a |", "")
)


@given(st.lists(st.lists(_LINES, max_size=6).map("\n".join), max_size=6))
def test_any_pages_are_tidied(texts: list[str]) -> None:
    made = tidied("\n\n".join(texts), texts)
    assert set(made.split()) <= set("\n\n".join(texts).split()) | {"harbour"}


def test_heads_that_carry_the_number_of_their_page_go_however_rare() -> None:
    heads = ("1. Berths 3", "4 Rules", "2. Dues 5", "Notes 6", "3. Lights 7", "**4. Horns 8**")
    said = [f"{word} is {word.upper()} here." for word in ("Ash", "Birch", "Cedar", "Elm", "Fir", "Gorse")]
    pages = [
        f"{head.strip('*')}\n{word}\nOne {word}\nTwo {word}\nThree {word}\nLast {word}"
        for head, word in zip(heads, said, strict=True)
    ]
    told = tidied("\n\n".join(f"## {head}\n\n{word}" for head, word in zip(heads, said, strict=True)), pages)
    assert told.split("\n\n") == [said[0], "## 4 Rules", *said[1:]]


def test_contents_that_were_taken_for_a_table_go() -> None:
    table = "|  |  | CONTENTS |\n| --- | --- | --- |\n| 1 Berths | at the quay |  3 |\n"
    table += "\n".join(f"| 1.{at} | Pontoon {at} . . | . . . . . . {at + 3} |" for at in range(9))
    told = tidied(
        f"# Rules\n\nMade in May.\n\n{table}\n\nA vessel pays dues.\n\n"
        "| Metres | Dues |\n| --- | --- |\n| 3 | 4 |",
        [],
    )
    assert (
        told
        == "# Rules\n\nMade in May.\n\nA vessel pays dues.\n\n| Metres | Dues |\n| --- | --- |\n| 3 | 4 |"
    )


def test_a_chapter_is_called_by_its_title() -> None:
    told = tidied("# Rules\n\n## CHAPTER\n\n### ONE\n\n### BERTHS\n\nA vessel pays.\n\n## Part\n\nOf it.", [])
    assert told == "# Rules\n\n### BERTHS\n\nA vessel pays.\n\n## Part\n\nOf it."
