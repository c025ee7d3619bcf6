from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.english import definitions


@pytest.mark.parametrize(
    ("sentence", "base", "sort", "tags"),
    [
        (
            "John V (1504 – 1551), was a German prince of the House of Ascania.",
            "John V",
            "person",
            ("German", "prince"),
        ),
        (
            "The Hideout is a 2007 Italian mystery film directed by Pupi Avati.",
            "The Hideout",
            "work",
            ("Italian", "mystery film"),
        ),
        ("Nasamkhrali is a village in Georgia.", "Nasamkhrali", "place", ("village",)),
        ("Malmö FF is a Swedish football club.", "Malmö FF", "organization", ("Swedish", "football club")),
        ("The Siege of X was a battle in 1300.", "Siege of X", "event", ("battle",)),
        ("What Is Life is a 1944 book by him.", "What Is Life", "work", ("book",)),
        ("wikic is a compiler for wikis.", "wikic", "software", ("compiler",)),
        ("X is one of the most famous painters of Rome.", "X", "person", ("painters",)),
        ("Karol was a collaborator, who led the department.", "Karol", "person", ("collaborator",)),
        (
            "M. B. S. (1925 – 1988), or MBS, as he was called, was a music director.",
            "M. B. S.",
            "person",
            ("music director",),
        ),
        ("Quercus is a genus of trees.", "Quercus", "species", ("genus",)),
        ("T J is a German film and television director.", "T J", "person", ("German", "television director")),
        ("X is a village and municipality in Y.", "X", "place", ("village", "municipality")),
        ("Deep River may refer to:", "Deep River", "concept", ()),
    ],
)
def test_what_a_definition_says(sentence: str, base: str, sort: str, tags: tuple[str, ...]) -> None:
    found = definitions.read_definition(sentence, base)
    assert found is not None
    assert (found.sort, found.tags) == (sort, tags)


@pytest.mark.parametrize(
    "sentence",
    [
        "It was released in 1950.",
        "He was a man of means.",
        "There is a house.",
        "In 1950 the film won.",
        "Rome fell.",
    ],
)
def test_what_defines_nothing(sentence: str) -> None:
    assert definitions.read_definition(sentence, "Rome") is None


def test_a_summary_is_one_line_cut_at_a_clause() -> None:
    long = "German prince of the House of Ascania, " + "who did this and that and more, " * 12
    text = definitions.cut_summary(long)
    assert len(text) <= definitions.MAX_SUMMARY
    assert text.startswith("German prince of the House of Ascania")
    assert not text.endswith(",")
