from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.english import titles
from wikic.curator.encyclopaedia.english.names_in_sentence import find_names
from wikic.document import quotes as blocks
from wikic.model.article import Article


def titled(title: str, text: str) -> str:
    made = blocks.segment(text, "en")
    lines = [block.text for block in made if block.kind != "heading"]
    return titles.choose_title(
        Article("c/1", title, text), lines, [find_names(line, title) for line in lines]
    )


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("nils-aarvik", "A lecture.\n\nNils Aarvik was a whaler.\n", "Nils Aarvik"),
        (
            "a-journey-through-cornwall",
            "A JOURNEY\n\nTHROUGH CORNWALL\n\nBY ANN LEE\n\nWe went.\n",
            "A Journey through Cornwall",
        ),
        ("on keeping a harbour", "On Keeping a Harbour\nby Ann Lee\n\nWe did.\n", "On Keeping a Harbour"),
        ("letter from ann", "Letter from Ann to her brother\nRome\n\nDear Sam,\n", "Letter from Ann"),
        ("a-harbour", "Printed in Rome.\n\nWe keep a harbour.\n", "a-harbour"),
        ("a-journey", "A JOURNEY THROUGH CORNWALL\n\nWe went.\n", "A Journey"),
        (
            "HALLOWMOUTH LIFEBOAT SOCIETY",
            "The Hallowmouth Lifeboat Society was founded in 1884.\n",
            "Hallowmouth Lifeboat Society",
        ),
        ("HALLOWMOUTH LIFEBOAT SOCIETY", "We rowed out.\n", "HALLOWMOUTH LIFEBOAT SOCIETY"),
        ("NASA", "NASA is an agency.\n", "NASA"),
    ],
)
def test_titles(title: str, text: str, expected: str) -> None:
    assert titled(title, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DAY THE FIRST", "Day the First"),
        ("BOOK XII", "Book XII"),
        ("THE LAND'S END", "The Land's End"),
        ("Chapter One", "Chapter One"),
    ],
)
def test_capitals_undone(text: str, expected: str) -> None:
    assert titles.capitals_undone(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On Harbours\nby Eleanor Rooke\nPrinted 1907\n\nPeople say so.\n", "Eleanor Rooke"),
        ("ON HARBOURS\n\nBY ELEANOR ROOKE\n\nPeople say so.\n", "Eleanor Rooke"),
        ("On Harbours\n\nPeople say so.\n\n— Eleanor Rooke\n", "Eleanor Rooke"),
        ("A Tale\n\nBY\n\nTHE AUTHOR OF JOHN HALIFAX\n\nWe went.\n", None),
        ("A Tale\n\nBy the time we came it was dark.\n", None),
        ("A Tale\n\nIt was built by Eleanor Rooke\n", None),
        ("Things\n\n- Blue Lamps\n- Eleanor Rooke\n" + "and so on. " * 40, None),
    ],
)
def test_bylines(text: str, expected: str | None) -> None:
    assert titles.find_byline(text) == expected
