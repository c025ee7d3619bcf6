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


def test_a_line_that_announces_within_a_list_opens_a_list_of_its_own(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "The lamp of the tower is changed by its keeper every spring.\n\nImportant:\n"
        "Make sure that the new lamp fits the lantern. The office sends a code for the lamp. "
        "It's not possible to use the code of another lamp. To change the lamp:\n"
        "Go to the tower with the new lamp. Open the lantern with the brass key. "
        "Enter the code of the lamp.\nCheck the glass of the lantern for cracks. Click the new lamp in.\n"
        "Close the lantern."
    )
    found = [each.text for each in read(text, title="The lamp").statements]
    assert found[-1] == (
        "To change the lamp:\n1. Go to the tower with the new lamp.\n"
        "2. Open the lantern with the brass key.\n"
        "3. Enter the code of the lamp.\n4. Check the glass of the lantern for cracks.\n"
        "5. Click the new lamp in.\n6. Close the lantern."
    )


def test_steps_behind_a_line_break_go_on_from_a_single_step(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "To add your boat:\nCopy the number of your berth.\n"
        "Go to the harbour office. Click the form for boats. Open the lock."
    )
    (found,) = [each.text for each in read(text, title="Boats").statements]
    assert found == (
        "To add your boat:\n1. Copy the number of your berth.\n2. Go to the harbour office.\n"
        "3. Click the form for boats.\n4. Open the lock."
    )
