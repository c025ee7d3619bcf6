"""Boxes of other programs become callouts, and every line stays where it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.markdown.note_lines import as_callouts


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (
            '!!! warning "Mind"\n    One.\n\n    Two.\n\nBehind.',
            "> [!warning] Mind\n> One.\n>\n> Two.\n\nBehind.",
        ),
        ("??? note\n    One.", "> [!note]\n> One."),
        (":::tip Do\nOne.\n:::\nBehind.", "> [!tip] Do\n> One.\n\nBehind."),
        ('=== "Linux"\n\n    Use it.\n\n=== "macOS"', "**Linux**\n\nUse it.\n\n**macOS**"),
        ("- #+BEGIN_NOTE\n  One.\n  #+END_NOTE\n- b", "- > [!note]\n  > One.\n  >\n- b"),
        ("#+BEGIN_QUOTE\nOne.\n#+END_QUOTE", ">\n> One.\n>"),
        ("```\n:::note\n:::\n```", "```\n:::note\n:::\n```"),
        (":::note\nno end", ":::note\nno end"),
        ("Title\n===", "Title\n==="),
        ("::: something said", "::: something said"),
    ],
)
def test_boxes(written: str, shown: str) -> None:
    assert as_callouts(written) == shown


LINES = st.sampled_from(
    [
        *(
            ":::note",
            ":::",
            '!!! tip "T"',
            '=== "A"',
            "    in",
            "",
            "```",
            "- #+BEGIN_TIP",
            "  #+END_TIP",
            "x",
        ),
        *("#+BEGIN_QUOTE", "#+END_QUOTE", "> q", "    !!! note", "        deep"),
    ]
)


@given(st.lists(LINES, max_size=14).map("\n".join) | st.text())
def test_no_line_comes_or_goes_and_none_is_lost(text: str) -> None:
    shown = as_callouts(text)
    assert shown.count("\n") == text.count("\n")
    for before, after in zip(text.split("\n"), shown.split("\n"), strict=True):
        if not before.strip().startswith((":::", "!!!", "???", "===", "#+", "- #+")):
            assert before.split() == [each for each in after.split() if each != ">" or each in before.split()]
