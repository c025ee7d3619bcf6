"""Lines of commands as sentences of a page."""

from __future__ import annotations

import pytest

from wikic.errors import UsageError
from wikic.serve.care import said, sentence


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nothing waits", "Nothing waits."),
        ("people/Ada rests on one source", "people/Ada rests on one source."),
        ("docs/odd.md has no fact", "docs/odd.md has no fact."),
        ("", "."),
    ],
)
def test_a_line_becomes_a_sentence_and_a_path_stays(line: str, expected: str) -> None:
    assert sentence(line) == expected


def test_what_can_be_done_about_it_is_a_sentence_of_its_own() -> None:
    assert said(UsageError("no such page", hint="look again")) == "No such page. Look again."
