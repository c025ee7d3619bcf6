"""Persons in documents that are no story: first names."""

from __future__ import annotations

MINUTES = (
    "# Harbour meeting\n\n## Dues\n\n"
    "The dues of the Harbour Board rise next year, as Marco had proposed in spring. "
    "The letter to the Harbour Board will be written by Marco and Ingrid before the end of the month.\n\n"
    "## Lamps\n\nIngrid counted the lamps on the quay. Ingrid found that nine are broken. "
    "Ingrid will order new ones from the chandler. Nobody else had time.\n"
)


def test_a_first_name_that_is_only_mentioned_is_no_term(read) -> None:  # type: ignore[no-untyped-def]
    terms = {each.name: each.dimension for each in read(MINUTES).terms}
    assert "Marco" not in terms
    assert terms["Harbour Board"] == "terms"


def test_one_of_whom_a_document_tells_what_she_does_is_a_person(read) -> None:  # type: ignore[no-untyped-def]
    terms = {each.name: each.dimension for each in read(MINUTES).terms}
    assert terms["Ingrid"] == "people"


def test_a_name_that_is_a_place_or_a_word_as_often_is_a_term(read) -> None:  # type: ignore[no-untyped-def]
    text = "The boat from Florence came late. The mayor of Florence paid for the Harbour Board and left."
    assert "Florence" in {each.name for each in read(text).terms}


def test_a_whole_name_is_a_term(read) -> None:  # type: ignore[no-untyped-def]
    text = "The dues were counted by Marco Sorrel alone. The keys are with Marco Sorrel until spring."
    assert "Marco Sorrel" in {each.name for each in read(text).terms}


def test_those_of_whom_people_talk_are_terms(read) -> None:  # type: ignore[no-untyped-def]
    turns = (
        "Ingrid: Did you take Toby to the quay this morning?\n"
        "Hester: I did, and I think that Toby likes the boats more than I do.\n"
        "Ingrid: It is the gulls, they were there when Toby came to us.\n"
        "Hester: We should bring Toby along again when the ferry comes in.\n"
    )
    assert {each.name: each.dimension for each in read(turns).terms}["Toby"] == "terms"
