"""A document that was cut at a number of characters does not end in half a sentence."""

from __future__ import annotations

import pytest

TOLD = "".join(
    f"The {name} berth is {at} metres long and was dredged in 198{at}.\n\n"
    for at, name in enumerate(("north", "south", "east", "west", "inner", "outer"))
)
HALF = "Whoever lies at one of these berths for longer than a week has to tell the office when the boat wi"


def test_a_long_sentence_that_breaks_off_says_so(read) -> None:  # type: ignore[no-untyped-def]
    last = read(TOLD + HALF).statements[-1].text
    assert last.startswith("Whoever") and last.endswith("has to tell the office when the boat …")


def test_notes_without_full_stops_are_kept(read) -> None:  # type: ignore[no-untyped-def]
    assert read(TOLD.replace(".\n", "\n") + HALF).statements[-1].text.endswith("the boat wi")


@pytest.mark.parametrize(
    ("last", "kept"),
    [
        ("Tell the office when the boat will lea", "Tell the office when the boat …"),
        ("Tell the office when it leaves.", "Tell the office when it leaves."),
    ],
)
def test_an_item_that_breaks_off_says_so(read, last: str, kept: str) -> None:  # type: ignore[no-untyped-def]
    items = f"- Moor at the berth you were given.\n- Pay the dues at the window.\n- {last}\n"
    told = "\n".join(each.text for each in read(f"{TOLD}Before you leave:\n\n{items}").statements)
    assert told.endswith(kept)


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
