"""Shapes of Markdown notes: tasks, quotations, callouts, tabs, tables and code among steps, definitions."""

from __future__ import annotations

import pytest

from tests.curator.library.conftest import Read


def _texts(found) -> list[str]:  # type: ignore[no-untyped-def]
    return [each.text for each in found.statements]


def test_a_task_alone_keeps_its_box(read: Read) -> None:
    assert _texts(read("# House\n\n## Bank\n\n- [ ] ring about the card\n")) == [
        "Bank:\n- [ ] ring about the card"
    ]


def test_long_tasks_are_one_list_and_the_summary_has_no_box(read: Read) -> None:
    gutter = (
        "Replace the gutter on the north side of the house, because the rain comes in at the corner there."
    )
    fence = "Talk to Maria about the fence, who pays half of it and finds somebody to dig all of the holes."
    found = read(f"## Someday\n\n- [ ] {gutter}\n- [X] {fence}\n")
    assert _texts(found) == [f"Someday:\n- [ ] {gutter}\n- [x] {fence}"]
    lone = read(f"- [ ] {gutter}\n")
    assert _texts(lone) == [f"[ ] {gutter}"]
    assert lone.summary == gutter


def test_code_stands_in_its_step_where_the_document_has_it(read: Read) -> None:
    text = (
        "To restart it:\n\n1. Stop it.\n   1. Open a shell:\n      ```sh\n      ssh root\n      id\n"
        "      ```\n\n      It asks for a password.\n   2. Wait.\n2. Leave.\n"
    )
    assert _texts(read(text)) == [
        "To restart it:\n1. Stop it.\n  1. Open a shell:\n```sh\nssh root\nid\n```\n"
        "    It asks for a password.\n  2. Wait.\n2. Leave."
    ]


def test_bullets_behind_steps_are_another_list(read: Read) -> None:
    text = "# Queue\n\nTo restart it:\n\n1. Stop it.\n2. Leave.\n\n* The paper may be wet by now.\n"
    assert _texts(read(text)) == [
        "To restart it:\n1. Stop it.\n2. Leave.",
        "The paper may be wet by now.",
    ]


def test_a_sentence_right_above_a_table_is_a_sentence(read: Read) -> None:
    text = "They gave me prices.\n| Colour | Price |\n|---|---|\n| White | 20 EUR |\nThat was in May.\n"
    assert [(each.form, each.text) for each in read(text).statements] == [
        ("sentence", "They gave me prices."),
        ("table", "| Colour | Price |\n| --- | --- |\n| White | 20 EUR |"),
        ("sentence", "That was in May."),
    ]


def test_an_item_may_announce_a_table(read: Read) -> None:
    text = "- The brushes cost:\n  | Brush | Price |\n  |---|---|\n  | Flat | 3 EUR |\n  | Round | 4 EUR |\n"
    assert _texts(read(text)) == [
        "The brushes cost:\n| Brush | Price |\n| --- | --- |\n| Flat | 3 EUR |\n| Round | 4 EUR |"
    ]


@pytest.mark.parametrize(
    ("quoted", "told"),
    [
        ("As he wrote:\n\n> Life is\n> long enough.", "As he wrote: “Life is long enough.”"),
        ("> Life is long enough.\n>\n> — Seneca", "“Life is long enough.” — Seneca"),
        ("> Life is long enough.\n> - Seneca", "“Life is long enough.” — Seneca"),
        ("> “Life is long enough.”\n> -- Seneca", "“Life is long enough.” — Seneca"),
        ("> Short line\n> and more of it.\n>\n> It goes on.", "Short line and more of it. It goes on."),
        ("> Short line", "Short line"),
        ("> **Note**: It is hot.", "Note: It is hot."),
        ("> [!note] Mind it\n> It is hot. Look twice.", "Mind it: It is hot. Look twice."),
        ("> [!WARNING]\n> It is hot.", "WARNING: It is hot."),
        ("> [!tip]- Is it hot?\n> It is.", "Is it hot? It is."),
        ("> [!todo] Call the sweep", "Call the sweep"),
        ("> [!tip] Two things\n> - one\n> - two", "Two things:\n- one\n- two"),
        ("> - one\n>   - half\n> - two", "Berths:\n- one\n  - half\n- two"),
    ],
)  # fmt: skip
def test_what_is_quoted_is_one_statement(quoted: str, told: str, read: Read) -> None:
    found = _texts(read(f"# Berths\n\nThe quay has 86 berths.\n\n{quoted}\n\nThe gate opens at noon.\n"))
    assert found == ["The quay has 86 berths.", told, "The gate opens at noon."]


def test_a_callout_in_a_step_is_a_part_of_it(read: Read) -> None:
    text = "To print:\n\n1. Print a page.\n   > [!note]\n   > It may be blank.\n2. Look at it.\n"
    assert _texts(read(text)) == ["To print:\n1. Print a page. Note: It may be blank.\n2. Look at it."]


def test_tabs_are_places_and_what_follows_them_is_in_none(read: Read) -> None:
    text = (
        "# Gauge\n\n## Set up\n\nRun the installer that fits:\n\n"
        '=== "Linux"\n\n    1. Open it.\n    2. Run it.\n\n    ### Later\n\n    It renews itself.\n\n'
        '=== "macOS"\n\n    1. Click it.\n    2. Close it.\n\nThe service is there now.\n'
    )
    assert [(each.place, each.text) for each in read(text, "Gauge").statements] == [
        (("Set up",), "Run the installer that fits:"),
        (("Set up", "Linux"), "Linux:\n1. Open it.\n2. Run it."),
        (("Set up", "Linux", "Later"), "It renews itself."),
        (("Set up", "macOS"), "macOS:\n1. Click it.\n2. Close it."),
        (("Set up",), "The service is there now."),
    ]


def test_tabs_within_a_step_stand_below_it(read: Read) -> None:
    text = (
        "To set it up:\n\n1. Install it:\n\n"
        '    === "Linux"\n\n        Run `apt install gauge`.\n\n'
        '    === "macOS"\n\n        ```sh\n        brew update\n        brew install gauge\n        ```\n\n'
        "2. Start it.\n"
    )
    assert _texts(read(text)) == [
        "To set it up:\n1. Install it:\n  - Linux: Run `apt install gauge`.\n  - macOS:\n"
        "```sh\nbrew update\nbrew install gauge\n```\n2. Start it."
    ]


def test_definitions_stand_with_their_terms(read: Read) -> None:
    text = (
        "Port\n: The left side.\n\nStarboard\n: The right side.\n: A tack.\nSheet\n:   A rope\n    to pull.\n"
    )
    assert _texts(read(text)) == [
        "Port: The left side.",
        "Starboard: The right side. A tack.",
        "Sheet: A rope to pull.",
    ]


def test_the_last_of_several_lines_is_no_heading_of_what_follows(read: Read) -> None:
    log = "08:10 oven on\n09:00 first batch of rye\n10:30 cleaned the mixer\n\nThe oven needs a new seal.\n"
    found = read(f"# Monday\n\n{log}", title="Monday")
    assert _texts(found) == [
        "Monday:\n- 08:10 oven on\n- 09:00 first batch of rye\n- 10:30 cleaned the mixer",
        "The oven needs a new seal.",
    ]
    # One line above a paragraph is its heading as before, unless it begins with a time of the day.
    above = read("# Monday\n\nOven repairs\n\nThe oven needs a new seal.\n", title="Monday")
    assert [each.place for each in above.statements] == [("Oven repairs",)]
    timed = read("# Monday\n\n10:30 cleaned the mixer\n\nThe oven needs a new seal.\n", title="Monday")
    assert [each.place for each in timed.statements] == [(), ()]


@pytest.mark.parametrize(
    "line", ["Hi Piet,", "Hello Anna Berg,", "Dear all,", "Kind regards, Anna", "Best regards,"]
)
def test_how_a_letter_opens_and_ends_says_nothing(read: Read, line: str) -> None:
    text = f"{line}\n\nWe can offer 1.10 EUR per kilo from November.\n"
    assert _texts(read(text, tongue="en")) == ["We can offer 1.10 EUR per kilo from November."]
    below = f"We can offer 1.10 EUR per kilo from November.\n\n{line}\n"
    assert _texts(read(below, tongue="en")) == ["We can offer 1.10 EUR per kilo from November."]


def test_names_that_are_words_of_courtesy_stay(read: Read) -> None:
    text = "We met in two towns.\n\nHi there, we sell oats.\n\nNice, France\n"
    assert {"Nice, France", "Hi there, we sell oats."} <= {*_texts(read(text, tongue="en"))}
