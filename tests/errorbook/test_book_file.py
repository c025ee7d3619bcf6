"""error_book.yaml: written is read back, people are understood, and what is damaged has a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.error_books import book, books, entry

from wikic.errorbook.book_file import parse, render
from wikic.errorbook.entry import Book, Entry, entry_id
from wikic.errors import ConfigError
from wikic.model.finding import Category


@given(books())
def test_what_is_written_is_read_back(written: Book) -> None:
    assert parse(render(written)) == written


@given(st.text(min_size=1), st.text())
def test_any_text_survives(constraint: str, example: str) -> None:
    name = entry_id(Category.OTHER, "r", "p")
    said = constraint.encode("utf-8", "replace").decode()
    case = example.encode("utf-8", "replace").decode()
    written = book(Entry(name, Category.OTHER, "r", "p", constraint=said, examples=(case,)))
    assert parse(render(written)) == written


def test_nothing_is_an_empty_book() -> None:
    for data in (b"", b"# only a comment\n", b"entries:\n", b"entries: []\n", render(Book())):
        assert parse(data) == Book()


def test_it_holds_no_counters_and_one_text_a_line() -> None:
    text = render(book(entry(1, examples=("a", "b"), pages=("people/A.md",)))).decode()
    rows = [row for row in text.splitlines() if not row.startswith("#")]
    assert rows == [
        "entries:",
        f"- id: {entry(1).id}",
        "  category: other",
        "  rule: rule-1",
        "  phenomenon: phenomenon 1",
        "  constraint: avoid 1",
        "  status: open",
        "  examples:",
        "  - a",
        "  - b",
        "  pages:",
        "  - people/A.md",
    ]


def test_people_may_add_a_constraint_alone() -> None:
    read = parse(b"entries:\n- constraint: Write years with four digits.\n")
    assert [(each.rule, each.constraint, each.status) for each in read.entries] == [
        ("people", "Write years with four digits.", "open")
    ]
    assert parse(render(read)) == read


def test_a_reworded_entry_keeps_its_id() -> None:
    text = render(book(entry(1))).decode().replace("phenomenon 1", "in my words")
    assert [each.id for each in parse(text.encode()).entries] == [entry(1).id]


def test_an_entry_that_stands_twice_is_one() -> None:
    text = render(book(entry(1, examples=("a",)))).decode()
    twice = text + text.partition("entries:\n")[2].replace("- a", "- b")
    assert parse(twice.encode()) == book(entry(1, examples=("a", "b")))


DAMAGED = (
    ("entries:\n- id: e0000\n  constraint: x\n", 2, "is not e and eight hex digits"),
    ("entries:\n- category: typo\n  constraint: x\n", 2, "unknown category 'typo'"),
    ("entries:\n- constraint: x\n  status: done\n", 2, "status 'done'"),
    ("entries:\n- constraint: x\n  constrain: y\n", 3, "unknown key 'constrain'"),
    ("entries:\n- constraint: x\n  constraint: y\n", 3, "stands here twice"),
    ("entries:\n- rule: r\n", 2, "a phenomenon or a constraint"),
    ("entries:\n- constraint: [x]\n", 2, "must be text"),
    ("entries:\n- constraint: x\n  pages: y\n", 3, "a list belongs here"),
    ("entries: yes\n", 1, "a list belongs here"),
    ("- x\n", 1, "keys and values"),
    ("entry: []\n", 1, "unknown key 'entry'"),
    ("entries:\n- constraint: 'x\n", 2, "unexpected end"),
    ("entries:\n- {constraint: x\n- y\n", 3, "did not find expected"),
    ("entries:\n- constraint: &a x\n- constraint: *a\n", 3, "aliases"),
    ("entries:\n<<<<<<< HEAD\n=======\n>>>>>>> b\n", 2, "merge conflict"),
)


@pytest.mark.parametrize(("text", "line", "problem"), DAMAGED, ids=[each[2] for each in DAMAGED])
def test_what_is_damaged_has_a_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem) as raised:
        parse(text.encode())
    assert f"error_book.yaml, line {line}: " in str(raised.value)
    assert "not overwritten" in raised.value.hint


def test_bytes_that_are_no_utf_8_have_a_line() -> None:
    with pytest.raises(ConfigError, match="line 2: is not UTF-8"):
        parse(b"entries:\n- constraint: \xff\n")


def test_a_deep_nest_of_brackets_in_an_example_is_text() -> None:
    written = book(entry(1, examples=("[" * 299, "{" * 299, "[[" * 100)))
    assert parse(render(written)) == Book(
        tuple(
            Entry(**{**_fields(each), "examples": tuple(sorted(each.examples))}) for each in written.entries
        )
    )


def _fields(each: Entry) -> dict[str, object]:
    return {name: getattr(each, name) for name in Entry.__slots__}
