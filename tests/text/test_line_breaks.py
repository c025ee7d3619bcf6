"""Lines that people wrote one below the other are not one line; wrapped prose is."""

from __future__ import annotations

import pytest
from support import text_parts

from wikic.text import wrapped_lines


def parts(text: str, language: str = "und") -> list[tuple[str, str]]:
    """Shape and words of each part."""
    return [(part.piece.shape, " ".join(part.piece.text.split())) for part in text_parts.read(text, language)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Boat things\n\noars (two pairs)\nsun cream 30\npump: the small one, and its hose\nrope", "en"),
        ("Bootssachen\n\nzwei Paar Riemen\nSonnencreme 30\nPumpe: die kleine, mit Schlauch\nTau", "de"),
        ("Matériel\n\ndeux paires de rames\ncrème solaire 30\npompe : la petite, avec tuyau\ncorde", "fr"),
    ],
)
def test_short_lines_of_a_note_stand_for_themselves(text: str, language: str) -> None:
    lines = text.split("\n")
    assert parts(text, language) == [("heading", lines[0]), *(("line", line) for line in lines[2:])]


def test_wrapped_prose_stays_one_paragraph() -> None:
    text = (
        "The gauge stands in the basin of the north harbour and measures the height\n"
        "of the water every minute. Its log is kept for a year, and what is older\n"
        "lies in the cellar of the Custom House, where the keeper of the harbour\n"
        "Piet van der Zee has put it on shelves.\n"
    )
    assert [shape for shape, _ in parts(text, "en")] == ["prose", "prose"]


def test_sentences_that_run_over_a_short_line_stay_whole() -> None:
    text = "The ferry is late\nbecause the gate is shut.\nIt opens at the\nturn of the tide."
    assert [told for _, told in parts(text, "en")] == [
        "The ferry is late because the gate is shut.",
        "It opens at the turn of the tide.",
    ]


def test_a_line_without_a_key_among_pairs_stands_for_itself() -> None:
    text = "Boats: Heron and Ann, in the shed behind the pier\nTern = in the yard until May\nKeys: with Ada"
    assert parts(text, "en") == [("pair", line) for line in text.split("\n")]


def test_the_habit_of_a_document_is_told_by_its_full_lines() -> None:
    wrapped = ["The gauge stands in the basin of the north harbour and measures the height", "of the water."]
    assert wrapped_lines.habit([*wrapped, ""] * 3).width == len(wrapped[0])
    assert wrapped_lines.habit(["oars", "sun cream 30", "a rope of twelve metres", "pump"]).width == 0
