"""YAML that asks for more than its text is long is refused before anybody walks it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errorbook import book_file as error_book
from wikic.errors import ConfigError
from wikic.markdown.frontmatter import FrontmatterError, load
from wikic.markdown.plain_yaml import MAX_LENGTH, MAX_NESTING, ROOM
from wikic.wiki.documents.text_files import read_markdown
from wikic.wiki.schema_file import parse_identity


def bomb(levels: int, fan: int = 9) -> str:
    """Each line a list of ``fan`` aliases of the one before."""
    lines = ["a0: &a0 lol\n"]
    lines += [f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * fan)}]\n" for at in range(1, levels + 1)]
    return "".join(lines)


@pytest.mark.parametrize("levels", [5, 9, 30, 90])
def test_a_bomb_of_aliases_is_refused(levels: int) -> None:
    text = bomb(levels)
    assert len(text) < 6_000
    with pytest.raises(FrontmatterError, match="its aliases stand for too much"):
        load(text)
    with pytest.raises(ConfigError, match="aliases"):
        parse_identity(text.encode())
    with pytest.raises(ConfigError, match="line 3: aliases"):
        error_book.parse(b"entries:\n" + text.encode())


def test_a_document_with_a_bomb_is_a_document() -> None:
    made = read_markdown(f"---\n{bomb(9)}title: *a9\nauthor: Ada\n---\n# Rome\n\nRome is a city.\n")
    assert made.author == "Ada"
    assert len(made.title) < 1_000
    assert made.text == "# Rome\n\n- **Author:** Ada\n\nRome is a city.\n"


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [*a]\n",
        "a: &a {b: *a}\n",
        "a0: &a0 x\n" + "".join(f"a{at}: &a{at} [*a{at - 1}]\n" for at in range(1, MAX_NESTING + 2)),
        "a: " + "[" * 200_000,
        "a: " + "[" * MAX_NESTING + "]" * MAX_NESTING,
        "a:\n  " + "- " * 200_000,
        "".join(f"{' ' * at}a:\n" for at in range(400)) + " " * 400 + "b\n",
    ],
)
def test_what_nests_or_holds_itself_is_refused(text: str) -> None:
    with pytest.raises(FrontmatterError, match=r"nested too deeply|recursive|invalid"):
        load(text)
    with pytest.raises(ConfigError):
        parse_identity(text.encode())


def test_a_text_without_an_end_is_refused() -> None:
    with pytest.raises(FrontmatterError, match="longer"):
        load("a: b\n" * (MAX_LENGTH // 5 + 1))


def test_aliases_that_people_write_are_read() -> None:
    assert load("a: &x [Ada, Lovelace]\nb: *x\nc: {d: *x}\n")["c"] == {"d": ["Ada", "Lovelace"]}


def _length(value: Any) -> int:
    if isinstance(value, str):
        return len(value) + 1
    return 1 + sum(map(_length, [*value, *value.values()] if isinstance(value, dict) else value))


@given(st.lists(st.tuples(st.integers(1, 6), st.booleans()), max_size=7))
def test_what_is_read_is_no_longer_than_its_bound(fans: list[tuple[int, bool]]) -> None:
    lines = ["a0: &a0 text\n"]
    for at, (fan, listed) in enumerate(fans, 1):
        inner = ", ".join(f"*a{at - 1}" if listed else f"k{each}: *a{at - 1}" for each in range(fan))
        lines.append(f"a{at}: &a{at} {'[' if listed else '{'}{inner}{']' if listed else '}'}\n")
    text = "".join(lines)
    bound = max(2 * len(text), ROOM)
    with suppress(FrontmatterError):
        assert _length(load(text)) <= bound
    if _written_out(fans) > bound:
        with pytest.raises(FrontmatterError, match="aliases"):
            load(text)


def _written_out(fans: list[tuple[int, bool]]) -> int:
    """Characters of all lines at least, aliases written out."""
    each, total = 5, 5
    for fan, _ in fans:
        each *= fan
        total += each
    return total
