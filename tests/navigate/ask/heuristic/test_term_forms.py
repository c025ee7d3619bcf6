"""Finding a question's terms in texts without cutting every text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.navigate.ask.heuristic.term_forms import Matcher, content_terms, question_terms, word_families

_TEXTS = st.text(st.sampled_from("abeirsty Éø-. 林知远写的小说1"), max_size=40)


@given(_TEXTS, _TEXTS)
def test_what_is_held_is_a_term_of_the_text(wanted: str, text: str) -> None:
    assert Matcher(content_terms(wanted)).held(text) <= set(question_terms(text)) | set(text)


@given(_TEXTS)
def test_a_text_holds_its_own_terms(text: str) -> None:
    own = content_terms(text)
    assert Matcher(own).held(text) == set(own)


def test_stems_accents_and_characters() -> None:
    held = Matcher(["painter", "countri", "moguy", "leonid", "小说", "阿"]).held
    assert held("Painters of two countries") == {"painter", "countri"}
    assert held("Léonide Moguy") == {"leonid", "moguy"}
    assert held("写小说的人") == {"小说"}


def test_words_that_only_ask_say_nothing() -> None:
    assert content_terms("Who was the one that did it?") == []
    assert content_terms("是谁的") == []
    assert content_terms("阿Q是谁") == ["阿", "q"]


def test_a_word_of_the_family_stands_for_the_term() -> None:
    held = Matcher(content_terms("What did we decide?"), word_families()).held
    assert held("Decision: shut on Mondays.") == {"decid"}
    assert held("A decent day.") == frozenset()
    assert Matcher(["decid"]).held("Decision: shut on Mondays.") == frozenset()
    assert Matcher(content_terms("entscheiden"), word_families()).held("Der Beschluss gilt ab Mai.") == set(
        content_terms("entscheiden")
    )


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Wie viel kostet das Radlager?", ["kostet", "radlag"]),
        ("Was haben wir über Mandeln notiert?", ["mandeln"]),
        ("who won the war in Spain", ["won", "war", "spain"]),
        ("did he hang his hat in the hall", ["hang", "hat", "hall"]),
        ("how did she die", ["die"]),
    ],
)
def test_words_of_asking_are_those_of_the_questions_language(question: str, said: list[str]) -> None:
    assert content_terms(question) == said
