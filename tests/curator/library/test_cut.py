"""A document that was cut at a number of characters does not end in half a sentence."""

from __future__ import annotations

import pytest

TOLD = "".join(
    f"The {name} berth is {at} metres long and was dredged in 198{at}.\n\n"
    for at, name in enumerate(("north", "south", "east", "west", "inner", "outer"))
)
HALF = "Whoever lies at one of these berths for longer than a week has to tell the office when the boat wi"


def test_a_long_sentence_that_breaks_off_goes(read) -> None:  # type: ignore[no-untyped-def]
    assert not any("Whoever" in each.text for each in read(TOLD + HALF).statements)


def test_notes_without_full_stops_are_kept(read) -> None:  # type: ignore[no-untyped-def]
    assert any("Whoever" in each.text for each in read(TOLD.replace(".\n", "\n") + HALF).statements)


def test_an_enumeration_keeps_its_whole_parts(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "It is open to cutters, ketches, yawls, sloops, luggers of the town, and in the summer months schoo"
    )
    found = [each.text for each in read(f"{TOLD}# Boats\n\n{text}").statements]
    assert found[-1] == "It is open to cutters, ketches, yawls, sloops, luggers of the town …"


@pytest.mark.parametrize(
    ("last", "kept"),
    [("Tell the office when the boat will lea", False), ("Tell the office when it leaves.", True)],
)
def test_an_item_that_breaks_off_goes(read, last: str, kept: bool) -> None:  # type: ignore[no-untyped-def]
    items = f"- Moor at the berth you were given.\n- Pay the dues at the window.\n- {last}\n"
    told = "\n".join(each.text for each in read(f"{TOLD}Before you leave:\n\n{items}").statements)
    assert ("Pay the dues" in told, last in told) == (True, kept)


def test_links_without_a_word_on_them_are_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "## Tides\n\n* Tide tables [https://tide.example/tables]\n* Gauges [https://tide.example/gauges]\n\n"
        "Look for the gauge on one of these pages:  * Tide tables [https://tide.example/t]\n"
        "    * Gauges [https://tide.example/g]\n"
    )
    assert [each.text for each in read(text).statements] == [
        "Look for the gauge on one of these pages:\n- Tide tables [https://tide.example/t]\n"
        "- Gauges [https://tide.example/g]"
    ]
