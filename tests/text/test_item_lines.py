"""What stands right below an item without a mark: the item's, or something new."""

from __future__ import annotations

import pytest
from support import text_parts

from wikic.text import wrapped_lines


def shapes(text: str) -> list[tuple[str, str]]:
    """Shape and words of each part."""
    return [(part.piece.shape, " ".join(part.piece.text.split())) for part in text_parts.read(text, "en")]


@pytest.mark.parametrize(
    "line", ["What is bad?", "Wanted:", "Was fehlt noch?", "缺什么？", "The board meets on Friday"]
)
def test_a_question_below_a_list_is_no_part_of_its_last_item(line: str) -> None:
    text = f"What is good?\n- the pier\n- the crew\n{line}\n- the crane\n- the dues\n"
    if not line.endswith(("?", ":", "？")):
        text = text.partition("- the crane")[0]
    assert [told for _, told in shapes(text)][2:4] == ["the crew", line]


@pytest.mark.parametrize(
    "below",
    [
        "and goes on below",  # a sentence that runs over
        "Note: it is heavy.",  # a remark on the item
    ],
)
def test_an_item_goes_on_where_nothing_new_begins(below: str) -> None:
    (found,) = shapes(f"- the crane of the harbour board stands on the pier\n{below}\n")
    assert found == ("item", f"the crane of the harbour board stands on the pier {below}")


def test_what_stands_between_two_steps_is_the_first_ones() -> None:
    session = "./gauge -server NORTH\nPassword:\n1> go"
    text = f"1. Make a folder\n\nmkdir /srv/tide\n\n2. Read the gauge\n\n{session}\n\n3. Stop.\n"
    found = [(part.piece.kind, part.piece.group) for part in text_parts.read(text, "en")]
    assert found == [("item", 0), ("code", 0), ("item", 4), ("code", 4), ("item", 10)]


def test_lines_between_numbers_that_begin_again_belong_to_no_step() -> None:
    lines = ["1. Open.", "On a Mac:", "1. Press.", "2. Wait.", "Then:", "3. Close."]
    assert wrapped_lines.between_steps(lines) == {4}
    assert wrapped_lines.beginnings(lines, wrapped_lines.habit(lines)) == {1}


def test_a_list_below_a_heading_in_capitals_stands_under_it() -> None:
    assert shapes("It is shut.\n\nSTATUS\n* CLOSED AS DONE.\n") == [
        ("prose", "It is shut."),
        ("heading", "STATUS"),
        ("item", "CLOSED AS DONE."),
    ]
