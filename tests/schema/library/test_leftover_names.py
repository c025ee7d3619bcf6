"""Proper names by which is divided what other topics leave."""

from __future__ import annotations

from wikic.document.document_words import document_words
from wikic.schema.library.document_features import DocumentFeatures, space
from wikic.schema.library.phrases import leftover_names


def _leaf(at: int, title: str, text: str) -> DocumentFeatures:
    return DocumentFeatures(f"d/{at:02}", title, "en", (), document_words(title, text, "en"), text)


_LEFT = [
    _leaf(0, "Portal does not start after a migration", "The Portal ends with a timeout. Its control waits."),
    _leaf(1, "Themes of Portal are cached too long", "A browser keeps what Portal sent. No control helps."),
    _leaf(2, "Collecting logs by one command", "The command packs logs of Portal and its profile."),
    _leaf(3, "Control reports a wrong sum", "The control of a report is wrong."),
    _leaf(4, "Control waits for ever", "A control waits for an answer."),
    *(_leaf(at, f"Other matter {chr(97 + at)}", "Seeds, soil and water.") for at in range(5, 12)),
]


def test_a_name_of_two_titles_gathers_what_speaks_of_it() -> None:
    found = leftover_names(_LEFT, space(_LEFT).vectors, _LEFT)
    assert [(each.text, each.holders, each.proper) for each in found] == [("Portal", (0, 1, 2), True)]


def test_a_name_that_most_documents_have_tells_nothing_apart() -> None:
    rest = [_leaf(20 + at, f"Portal page {chr(97 + at)}", "Of Portal.") for at in range(12)]
    assert leftover_names(_LEFT, space(_LEFT).vectors, [*_LEFT, *rest]) == []


def test_a_name_known_by_its_spelling_weighs_more_than_a_word_used_as_often() -> None:
    words = dict(document_words("A setting", "It is set in WebBridge by the operator.", "en"))
    assert words["webbridge"] > words["operator"]
    assert "webbridge" not in dict(document_words("A setting", "See https://x.example/WebBridge now.", "en"))
