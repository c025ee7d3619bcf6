"""Steps that a line break parted are one procedure; another way to do it is another."""

from __future__ import annotations

from wikic.model.extraction import Extraction


def texts(extraction: Extraction) -> list[str]:
    return [each.text for each in extraction.statements]


def test_steps_go_on_behind_a_line_break(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "The harbour office takes bookings online, by telephone and at its window on the quay.\n\n"
        "To book a berth:\nOpen the booking page of the harbour office. Click the berth you like.\n"
        "\n\nEnter the name of the boat. Click Book at the bottom of the page.\n"
    )
    assert texts(read(text))[1:] == [
        "To book a berth:\n1. Open the booking page of the harbour office.\n"
        "2. Click the berth you like.\n3. Enter the name of the boat.\n"
        "4. Click Book at the bottom of the page."
    ]


def test_another_way_begins_anew(read) -> None:  # type: ignore[no-untyped-def]
    text = "## Booking\n\nOpen the booking page. Click the berth.\n\nOpen the booking page. Enter a name.\n"
    assert [each.count("\n2. ") for each in texts(read(text))] == [1, 1]
