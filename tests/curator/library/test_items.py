"""Lists: what stands under an item stays with it, however long it is."""

from __future__ import annotations

from wikic.model.extraction import Extraction


def told(extraction: Extraction) -> list[tuple[str, str]]:
    return [(each.form, each.text) for each in extraction.statements]


def test_a_thread_of_minutes_is_one_bullet_with_what_it_is_about(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "## Harbour\n\n* Raise the quay by a course of stone [#12](https://x.example/12)\n"
        "  * Ada, the stone has been cut and lies behind the smithy since May\n"
        "    * Bo, then what keeps us from laying it before the storms come in from the west\n"
        "  * Cleo will ask the mason\n"
        "* Paint the gate\n"
        "  * Nobody came forward for it, so it waits until the spring\n"
    )
    assert told(read(text)) == [
        (
            "list",
            "Raise the quay by a course of stone #12 (https://x.example/12)\n"
            "- Ada, the stone has been cut and lies behind the smithy since May\n"
            "  - Bo, then what keeps us from laying it before the storms come in from the west\n"
            "- Cleo will ask the mason",
        ),
        (
            "list",
            "Paint the gate\n- Nobody came forward for it, so it waits until the spring",
        ),
    ]


def test_a_long_thread_carries_its_head_into_each_part(read) -> None:  # type: ignore[no-untyped-def]
    lines = [
        f"  * Speaker {at} says at some length why the quay should be raised before the winter {at} comes\n"
        for at in range(30)
    ]
    found = told(read("* Raise the quay by a course\n" + "".join(lines)))
    assert len(found) > 1
    assert all(text.startswith("Raise the quay by a course\n- Speaker") for _, text in found)
    assert all(len(text) < 1400 for _, text in found)
    assert sum(text.count("\n- Speaker") for _, text in found) == 30


def test_a_long_head_is_not_said_again(read) -> None:  # type: ignore[no-untyped-def]
    head = (
        "The board heard at length about the state of the quay, which the storms of two winters have left. "
        * 3
    )
    lines = [
        f"  * The wall beside berth {at} has lost its course of stone, and the mooring rings went with it.\n"
        for at in range(30)
    ]
    found = told(read(f"* {head}\n" + "".join(lines)))
    assert sum("heard at length" in text for _, text in found) == 1
    assert sum("lost its course" in text for _, text in found) == 30


def test_names_of_those_present_are_one_bullet_or_even_ones(read) -> None:  # type: ignore[no-untyped-def]
    few = "".join(f"* Member {at} of the Board\n" for at in range(14))
    assert [form for form, _ in told(read(f"## Present\n\n{few}"))] == ["list"]
    many = "".join(f"* Member {at} of the Board\n" for at in range(26))
    assert [text.count("\n- ") for _, text in told(read(f"## Present\n\n{many}"))] == [13, 13]


def test_a_source_alone_on_its_line_is_nothing(read) -> None:  # type: ignore[no-untyped-def]
    said = "The tide turns at noon on the day of the full moon in every harbour of the bay."
    for line in (
        "[source](https://tides.example/12)",
        "Source: [tables](https://t.example)",
        "h/t Ada Cole",
        "[docs](https://d.example)",
    ):
        assert [text for _, text in told(read(f"{said}\n\n{line}\n"))] == [said]


def test_lists_within_lists_may_go_as_deep_as_they_like(read) -> None:  # type: ignore[no-untyped-def]
    lines = [f"{'  ' * at}- Berth {at} lies behind the one before it\n" for at in range(400)]
    found = told(read("The harbour has many berths:\n\n" + "".join(lines)))
    assert sum(text.count("Berth") for _, text in found) == 400
