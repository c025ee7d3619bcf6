"""Two branches' books as one: what both learned, whichever is called ours."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from support.error_books import book, books, entry

from wikic.errorbook.book_file import merge
from wikic.errorbook.entry import EMPTY, Book


@given(books(), books(), books())
def test_it_does_not_matter_which_is_ours(base: Book, ours: Book, theirs: Book) -> None:
    assert merge(base, ours, theirs) == merge(base, theirs, ours)


@given(books(), books())
def test_a_book_merged_with_itself_is_itself(base: Book, ours: Book) -> None:
    assert merge(base, ours, ours) == ours


@given(books(), books())
def test_what_one_side_left_alone_is_as_the_other_has_it(base: Book, ours: Book) -> None:
    assert merge(base, ours, base) == ours


@given(books(), books(), books())
def test_without_a_base_it_is_a_join(a: Book, b: Book, c: Book) -> None:
    assert merge(EMPTY, merge(EMPTY, a, b), c) == merge(EMPTY, a, merge(EMPTY, b, c))
    assert merge(EMPTY, a, merge(EMPTY, a, b)) == merge(EMPTY, a, b)


def test_what_both_learned_is_there() -> None:
    base = book(entry(1))
    merged = merge(base, book(entry(1), entry(2)), book(entry(1), entry(3)))
    assert merged == book(entry(1), entry(2), entry(3))


def test_a_person_who_closes_an_entry_wins_over_another_page() -> None:
    base = book(entry(1, pages=("a.md",)))
    mine = book(entry(1, status="closed"))
    yours = book(entry(1, pages=("a.md", "b.md")))
    assert merge(base, mine, yours) == mine


def test_an_entry_that_was_removed_stays_so_unless_it_was_met_again() -> None:
    base = book(entry(1), entry(2))
    assert merge(base, book(entry(2)), base) == book(entry(2))
    met = book(entry(1, examples=("again",)), entry(2))
    assert merge(base, book(entry(2)), met) == met


def test_words_that_a_person_gave_win_over_those_that_were() -> None:
    base = book(entry(1))
    mine = book(replace(entry(1), constraint="In my words."))
    yours = book(entry(1, examples=("x",)))
    assert merge(base, mine, yours) == book(replace(entry(1), constraint="In my words.", examples=("x",)))
