from __future__ import annotations

from wikic.text.relation_labels import INVERSE, inverse
from wikic.text.tokens import tokens


def test_words_and_single_han_characters() -> None:
    assert tokens("The C++ of 鲁迅, D'Este’s") == ["the", "c", "of", "鲁", "迅", "d'este", "s"]
    assert tokens("") == []


def test_every_label_has_an_inverse_that_leads_back_to_a_label() -> None:
    labels = [label for label, _ in INVERSE]
    assert len(labels) == len(set(labels))
    assert all(label == label.casefold() for pair in INVERSE for label in pair)
    for label, other in INVERSE:
        assert inverse(label) == other
        assert inverse(inverse(other)) == other or inverse(other) in labels


def test_unknown_labels_turn_and_turn_back() -> None:
    assert inverse("patron") == "patron of"
    assert inverse("patron of") == "patron"
    assert inverse("father") == "child"
    assert inverse("child") == "parent"
    assert inverse("mentioned by") == "mentions"
