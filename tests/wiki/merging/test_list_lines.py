"""A list that a person and its document changed: merged by line, ticks apart from words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.wiki.merging.list_lines import alike, merge

LIST = """To do:
- [ ] Dig over the north bed
- [ ] Order 12 kg of seed potatoes
- [x] Repair the greenhouse door
- [ ] Ask Marta"""


def merged(ours: str, theirs: str, base: str = LIST) -> str | None:
    found = merge(base.split("\n"), ours.split("\n"), theirs.split("\n"))
    return None if found is None else "\n".join(found)


TICKED = LIST.replace("[ ] Order", "[x] Order").replace("[x] Repair", "[ ] Repair")


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (TICKED, LIST + "\n- [ ] Buy twine", TICKED + "\n- [ ] Buy twine"),
        (TICKED, LIST.replace("12 kg", "15 kg"), TICKED.replace("12 kg", "15 kg")),
        (TICKED, LIST.replace("\n- [ ] Ask Marta", ""), TICKED.replace("\n- [ ] Ask Marta", "")),
        (TICKED, TICKED, TICKED),
        (TICKED, LIST.replace("[ ] Ask", "[x] Ask"), TICKED.replace("[ ] Ask", "[x] Ask")),
        # What is another task altogether was not done by ticking the one before.
        (
            TICKED,
            LIST.replace("Order 12 kg of seed potatoes", "Call the plumber"),
            LIST.replace("Order 12 kg of seed potatoes", "Call the plumber").replace("[x] Re", "[ ] Re"),
        ),
        # No task any more.
        (
            TICKED,
            LIST.replace("- [ ] Order 12", "- Order 12"),
            TICKED.replace("- [x] Order 12", "- Order 12"),
        ),
        (LIST + "\n- mine", LIST + "\n- theirs", LIST + "\n- mine\n- theirs"),
        (LIST + "\n- same", LIST + "\n- same", LIST + "\n- same"),
        (
            LIST.replace("Marta", "Ann"),
            LIST.replace("12 kg", "15 kg"),
            LIST.replace("Marta", "Ann").replace("12 kg", "15 kg"),
        ),
        (
            LIST.replace("[ ] Ask Marta", "[x] Ask Marta and Ann"),
            LIST + "\n- [ ] Twine",
            LIST.replace("[ ] Ask Marta", "[x] Ask Marta and Ann") + "\n- [ ] Twine",
        ),
        (LIST.replace("Marta", "Ann"), LIST.replace("Marta", "Bob"), None),
    ],
)
def test_both_changes_are_there(ours: str, theirs: str, expected: str | None) -> None:
    assert merged(ours, theirs) == expected


def test_steps_keep_the_documents_numbers() -> None:
    base = "1. [ ] Soak\n2. [ ] Sow\n3. [ ] Water"
    theirs = "1. [ ] Choose\n2. [ ] Soak\n3. [ ] Sow\n4. [ ] Water"
    assert merged(base.replace("[ ] Sow", "[x] Sow"), theirs, base) == theirs.replace("[ ] Sow", "[x] Sow")


@pytest.mark.parametrize("text", ["| a | b |\n| --- | --- |\n| 1 | 2 |", "```\nx = 1\n```"])
def test_tables_and_code_are_not_merged_by_line(text: str) -> None:
    assert merged(text.replace("1", "3"), text + "\n", text) is None


def test_what_two_tasks_have_in_common() -> None:
    assert alike("Order 12 kg of potatoes", "[ ] Order 15 kg of potatoes") == 0.8
    assert alike("Buy bread", "Call Ann") == alike("", "") == 0


_ITEMS = st.lists(st.sampled_from(["sow", "dig", "mow", "rake the lawn", "rake the path"]), max_size=6)
_LISTS = st.builds(
    lambda words, boxes: [f"- {box}{word}" for word, box in zip(words, boxes, strict=False)],
    _ITEMS,
    st.lists(st.sampled_from(["", "[ ] ", "[x] "]), min_size=6, max_size=6),
)


@given(_LISTS, _LISTS)
def test_what_one_side_alone_changed_is_taken(one: list[str], other: list[str]) -> None:
    assert merge(one, one, other) == other
    assert merge(one, other, one) == other
    assert merge(one, other, other) == other


@given(_LISTS, _LISTS, _LISTS)
def test_no_word_of_ours_is_lost(base: list[str], ours: list[str], theirs: list[str]) -> None:
    found = merge(base, ours, theirs)
    if found is not None:
        assert set(map(_bare, ours)) <= {*map(_bare, found), *map(_bare, base)}


def _bare(line: str) -> str:
    return line.replace("[ ] ", "").replace("[x] ", "")


def test_a_tick_goes_with_a_task_that_moved_in_its_list() -> None:
    old = ["- [ ] paint the boat", "- [ ] call Ole", "- [ ] sell the mast"]
    ours = ["- [x] paint the boat", "- [ ] call Ole", "- [ ] sell the mast"]
    theirs = ["- [ ] call Ole", "- [ ] sell the mast", "- [ ] paint the boat"]
    assert merge(old, ours, theirs) == ["- [ ] call Ole", "- [ ] sell the mast", "- [x] paint the boat"]
