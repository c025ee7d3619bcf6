"""Footnotes stand behind what they are about, without their marks."""

from __future__ import annotations

import pytest

MOOR = "The boats lie at the north quay over the winter"


def told(read, text: str) -> list[str]:  # type: ignore[no-untyped-def]
    return [each.text for each in read(text, tongue="en").statements]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{MOOR}.[^1]\n\n[^1]: So the book says.\n", [f"{MOOR}. (So the book says.)"]),
        (f"{MOOR}[^note].\n\n[^note]: Smith\n", [f"{MOOR}. (Smith.)"]),
        (f"{MOOR}.[^1]\n\n[^1]: Says Ada. And Ben.\n", [f"{MOOR}. (Says Ada. And Ben.)"]),
        (
            f"{MOOR}.[^a] The dues are paid at the window.[^b]\n\n[^a]: Says Ada.\n[^b]: Says Ben.\n",
            [f"{MOOR}. (Says Ada.) The dues are paid at the window. (Says Ben.)"],
        ),
        (f"{MOOR}.\n\n- eggs[^1]\n- flour\n\n[^1]: of Ada\n", [f"{MOOR}.", "- eggs (of Ada)\n- flour"]),
        # Nothing is lost where one end is not there, and code stays code.
        (f"{MOOR}.[^9]\n", [f"{MOOR}.[^9]"]),
        (
            f"{MOOR}.\n\n[^1]: The dues are paid at the window.\n",
            [f"{MOOR}.", "The dues are paid at the window."],
        ),
        (f"{MOOR} `a[^1]`.\n\n[^1]: The dues are paid.\n", [f"{MOOR} `a[^1]`.", "The dues are paid."]),
    ],
)
def test_a_footnote_stands_behind_its_sentence(read, text: str, shown: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert told(read, text) == shown


def test_a_sentence_cites_its_footnote(read) -> None:  # type: ignore[no-untyped-def]
    (statement,) = read(f"{MOOR}.[^1]\n\n[^1]: So the book says.\n", tongue="en").statements
    assert tuple(statement.blocks) == (1, 2)


def test_the_mark_of_a_footnote_goes_from_a_table(read) -> None:  # type: ignore[no-untyped-def]
    table = "| berth | dues |\n|---|---|\n| north[^1] | 40 |"
    text = f"{MOOR}.\n\n{table}\n\n[^1]: It is the dear one of the quay.\n"
    found = "\n".join(told(read, text))
    assert "north |" in found and "[^1]" not in found and "It is the dear one" in found
