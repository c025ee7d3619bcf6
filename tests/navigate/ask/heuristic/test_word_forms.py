"""What pages hold instead of a word that is bent or joined otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library

PAGES = {
    "haus/Hausordnung": (
        "# Hausordnung\n\n- Bei Frost ab Stufe 3 ist das Baden verboten.\n"
        "- Wer die Schranke beschädigt, zahlt 70 €.\n- Die Leitung hat Änne Moll.\n"
    ),
    "haus/Teich": "# Teich\n\n- Der Teich wurde 1987 angelegt.\n- Der Karpfen wiegt acht Kilo.\n",
    "haus/Garten": "# Garten\n\n- Die Rosen sind rot.\n- Der Zaun ist grün.\n",
}


@pytest.fixture
def asker(wiki: Callable[..., Path]) -> Asker:
    return Asker(Library.current(wiki(PAGES)))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Ab welcher Froststufe ist Baden verboten?", "Stufe 3"),  # a joined word
        ("Wer leitet laut Hausordnung?", "Änne Moll"),  # a noun for a verb
        ("Was kostet eine beschädigte Schranke?", "70 €"),  # a price for the words that ask for one
        ("Wie schwer sind die Karpfen des Teiches?", "acht Kilo"),  # endings
    ],
)
def test_a_german_question_finds_the_word_that_the_page_writes(
    asker: Asker, question: str, said: str
) -> None:
    answer = asker.ask(question, evidence=2).answer
    assert any(said in each.text for each in answer.evidence)


def test_a_word_is_no_form_of_one_that_only_begins_alike(asker: Asker) -> None:
    asked = asker.ask("Welche Rosinen sind im Gartenhaus?").exploration.question
    assert "rose" not in asked.bent.get("rosinen", ())


def test_english_questions_are_left_as_they_are(asker: Asker) -> None:
    assert not asker.ask("Who leads the house?").exploration.question.bent
