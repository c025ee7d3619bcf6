"""Notes and technotes as people write them: what stands where, and that nothing of it is lost."""

from __future__ import annotations

import pytest

from tests.curator.library.conftest import Read


def told(read: Read, text: str) -> list[tuple[tuple[str, ...], str]]:
    """Place and text of every statement."""
    title = text.partition("\n")[0].removeprefix("# ")
    return [(each.place or (), each.text) for each in read(text, title).statements]


def test_answers_stand_below_their_own_question(read: Read) -> None:
    text = "# Survey\n\nWhat is good?\n- the pier\n- the crew\n\nWhat is bad?\n- the crane\n- the dues\n"
    assert [each for _, each in told(read, text) if "\n" in each] == [
        "What is good?\n- the pier\n- the crew",
        "What is bad?\n- the crane\n- the dues",
    ]


def test_steps_with_paragraphs_between_them_keep_their_numbers(read: Read) -> None:
    text = (
        "# Backup\n\n## Steps\n\n1. Make a folder\n\nmkdir /srv/tide\n\n2. Open the store\n\n"
        "./store -server NORTH\n\n3. Look into the folder.\n"
    )
    said = told(read, text)
    assert {place for place, _ in said} == {("Steps",)}
    steps = "\n".join(each for _, each in said)
    assert "mkdir /srv/tide\n2. Open the store" in steps
    assert "./store -server NORTH\n3. Look into the folder." in steps


def test_a_label_above_lines_is_no_heading(read: Read) -> None:
    text = "Flags\n\nNorth:\nAdd the flags of the gauge:\n-Xlog:north\n-Xrotate\n\nSW:\nAdd none.\n"
    assert {place for place, _ in told(read, text)} == {()}


def test_the_same_list_below_another_heading_is_found_once(read: Read) -> None:
    text = "# Flags\n\n## North\n\nTo rotate:\n\n- -Xa\n- -Xb\n\n## South\n\nTo rotate:\n\n- -Xa\n- -Xb\n"
    assert told(read, text) == [(("North",), "To rotate:\n- -Xa\n- -Xb")]


def test_question_cause_and_answer_keep_their_headings(read: Read) -> None:
    question = "How can the gauge of the north harbour be read from the pier?"
    cause = "The gauge writes no log that stands where a reader could find it from the outside."
    answer = "Open the box beside the gauge and read the number that stands on the dial in it."
    text = f"# Gauge\n\n## QUESTION\n\n{question}\n\n## CAUSE\n\n{cause}\n\n## ANSWER\n\n{answer}\n"
    assert told(read, text) == [(("QUESTION",), question), (("CAUSE",), cause), (("ANSWER",), answer)]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_the_address_that_a_sentence_announces_is_kept(read: Read, gap: str) -> None:
    sentence = "How to read the gauge of the north harbour is told in this note of the board:"
    found = told(read, f"The gauge is old.\n\n{sentence}{gap}https://tide.example/gauge\n")
    assert " ".join(each for _, each in found).endswith(f"{sentence} https://tide.example/gauge")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "# Soup\n\nserves 4, ~35 min\n\n- 250 g of lentils\n- an onion\n\nFry the onion in oil.\n",
            "serves 4",
        ),
        ("# Books\n\nRead a lot.\n\n## wanted\nAmulet; Heron; The Tide\n", "Amulet; Heron; The Tide"),
        ("# Ticket 7\n\nclient: Heron\nopened on Monday\n\nThe gate does not open.\n", "opened on Monday"),
    ],
)
def test_a_lone_line_that_says_something_is_kept(read: Read, text: str, kept: str) -> None:
    assert any(kept in each for _, each in told(read, text))


def test_code_stays_code_with_what_it_does(read: Read) -> None:
    find, stop = "tide-cli -u $TIDE_URL zrange gauge 0 5", "tidectl stop --now"
    text = f"# Queue\n\n**Find it**\n\n    {find}\n\n**Stop it**\n\n    {stop}\n"
    assert told(read, text) == [
        ((), "Find it\n```\ntide-cli -u $TIDE_URL zrange gauge 0 5\n```"),
        ((), "Stop it\n```\ntidectl stop --now\n```"),
    ]


def test_steps_are_said_as_they_stand(read: Read) -> None:
    text = "# Renewal\n\n4) on the host: `sudo tidebot renew --now`\n5) restart the gate\n6) wait\n"
    ((_, steps),) = told(read, text)
    assert steps == "4. on the host: sudo tidebot renew --now\n5. restart the gate\n6. wait"


def test_a_name_above_a_rule_is_no_heading(read: Read) -> None:
    below = "From: Ada\nDate: 3 May\n\n35 berths are fine.\n"
    text = f"We offer 35 berths from May on.\n\nPiet Brandt\n\n---\n{below}"
    assert {place for place, _ in told(read, text)} == {()}


def test_bullets_between_steps_stand_below_what_leads_in_to_them(read: Read) -> None:
    text = (
        "# Removal\n\n1. Take the gauge off.\n\nOn the pier:\n- the box\n- the cable\n\n2. Bring it back.\n"
    )
    assert [each for _, each in told(read, text)] == [
        "Take the gauge off.",
        "On the pier:\n- the box\n- the cable\n2. Bring it back.",
    ]


def test_a_heading_of_several_sentences_says_them(read: Read) -> None:
    text = "# Ole Brandt built the crane in 1902 and sold it in 1911. He came from the island.\n"
    said = " ".join(each for _, each in told(read, text))
    assert "sold it in 1911" in said and "from the island" in said
    assert told(read, "# Crane of the old harbour\n") == []
