"""The words a reader sees: of wikilinks their display text, of the rest what markdown-it-py renders."""

from __future__ import annotations

import pytest

from wikic.markdown.rendered import words


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("---\ntitle: A\n---\n[[Ada|she]] and [[Bob]] *wrote* [it](u).\n", "she and Bob wrote it."),
        ("- [[x]] one\n- two\n", "-\nx one\n-\ntwo"),
        ("1. one\n", ".1\none"),
        ("| a | b |\n|---|---|\n| [[x\\|y]] | z |\n", "a\nb\ny\nz"),
        ("| a | b |\n|---|---|\n| [[x|y]] | z |\n", "a\nb\n[[x\ny]]"),
        ("```sh\n[[ -f x ]]\n```\n", "sh [[ -f x ]]"),
        ("![[picture]] ![alt](u)\nnext\r\n", "!picture alt next"),
    ],
)
def test_words(text: str, seen: str) -> None:
    assert words(text) == seen


def test_wikilinks_as_they_are_written() -> None:
    assert words("Of [[Ada|her]].", brackets=True) == "Of [[Ada|her]]."
