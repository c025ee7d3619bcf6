"""Gold documents by every name that people give them."""

from __future__ import annotations

import pytest

from wikic.errors import InputError
from wikic.evaluate.question import Gold, Question, SourceNames
from wikic.layout import part_key
from wikic.navigate.library import Library

AGNES = "harbour/people/agnes-varley.md"


def test_a_source_is_found_by_name_and_by_quote(library: Library) -> None:
    for name in [
        AGNES,
        "people/agnes-varley.md",
        "people/agnes-varley",
        "agnes-varley.md",
        "agnes-varley",
        "Agnes Varley",
        "agnes varley",
        "She began to pack herring at the Hallowmouth Canning Company in 1889, the year it opened.",
        "began to pack  herring at the\nHallowmouth Canning Company",
    ]:
        assert Gold(library).keys(name) == {AGNES}


def test_gold_that_is_not_there_is_named_and_another_wikis_is_an_error(library: Library) -> None:
    gold = Gold(library)
    there = Question("1", "Q?", gold=(("agnes-varley",), ("nobody",)))
    assert gold.groups(there) == (frozenset({AGNES}), frozenset())
    assert gold.missing([there]) == ("nobody",)
    with pytest.raises(InputError, match="no gold document"):
        gold.missing([Question("2", "Q?", gold=(("nobody",),))])
    assert gold.missing([Question("3", "Q?")]) == ()


def test_a_book_is_all_its_chapters() -> None:
    chapters = [part_key("set/a-book.txt", number, 2, "Chapter") for number in (1, 2)]
    names = SourceNames([(key, "Chapter") for key in chapters] + [("set/other.md", "Other")])
    for called in ("a-book.txt", "a-book", "A Book", "set/a-book.txt"):
        assert names.of(called) == set(chapters), called
    assert names.of("other") == {"set/other.md"}
    assert names.of("nobody") == frozenset()
