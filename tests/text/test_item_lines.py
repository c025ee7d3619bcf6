"""What stands right below an item without a mark: the item's, or something new."""

from __future__ import annotations

import pytest
from support import text_parts


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


def test_a_list_below_a_heading_in_capitals_stands_under_it() -> None:
    assert shapes("It is shut.\n\nSTATUS\n* CLOSED AS DONE.\n") == [
        ("prose", "It is shut."),
        ("heading", "STATUS"),
        ("item", "CLOSED AS DONE."),
    ]
