"""What a machine printed, or was typed into it, is code below what says of it what it is."""

from __future__ import annotations

import pytest

from wikic.model.extraction import Extraction


def told(extraction: Extraction) -> list[tuple[str, str]]:
    """Form and text of every statement."""
    return [(each.form, each.text) for each in extraction.statements]


def test_fields_of_a_report_are_one_block(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "The gate does not open.\n\nThe report of the gauge shows:\n\nSensor :- TG104\nUnit :- north\n"
        "Cause :- gauge_NO_WATER\nStack\nreadTide\nopenGate\n\nClean the sensor.\n"
    )
    assert told(read(text)) == [
        ("sentence", "The gate does not open."),
        (
            "code",
            "The report of the gauge shows:\n```\nSensor :- TG104\nUnit :- north\nCause :- gauge_NO_WATER\n"
            "Stack\nreadTide\nopenGate\n```",
        ),
        ("sentence", "Clean the sensor."),
    ]


def test_a_sentence_right_above_a_log_says_what_it_is(read) -> None:  # type: ignore[no-untyped-def]
    text = "The tide is read twice.\n\nThe log holds...\n\n[gauge] Reading the sensor.\n[gauge] Halting.\n"
    assert told(read(text)) == [
        ("sentence", "The tide is read twice."),
        (
            "code",
            "The log holds...\n```\n[gauge] Reading the sensor.\n[gauge] Halting.\n```",
        ),
    ]


def test_a_log_under_a_heading_alone_is_announced_by_it(read) -> None:  # type: ignore[no-untyped-def]
    text = "## Symptom\n\n[gauge] Reading the sensor.\n[gauge] Halting.\n"
    assert told(read(text)) == [("code", "Symptom:\n```\n[gauge] Reading the sensor.\n[gauge] Halting.\n```")]


@pytest.mark.parametrize(
    "line",
    [
        "$ cd /srv/gauge",
        "1> quit",
        "chmod +x gauge",
        "Unit :- north",
        "Harbour alias = NORTH",
        "| Gauge stopped",
    ],
)
def test_what_was_typed_is_no_heading(read, line: str) -> None:  # type: ignore[no-untyped-def]
    text = f"## Answer\n\nDo this at the prompt.\n\n{line}\n\nThe gauge is read every minute.\n"
    assert {each.place for each in read(text).statements} == {("Answer",)}


@pytest.mark.parametrize("line", ["# chmod +x gauge", "| Gauge stopped\n+-------------"])
def test_a_root_prompt_and_a_drawn_box_are_no_headings(read, line: str) -> None:  # type: ignore[no-untyped-def]
    text = f"## Answer\n\nDo this at the prompt.\n\n{line}\n\nThe gauge is read every minute.\n"
    assert {each.place for each in read(text).statements} == {("Answer",)}


def test_a_heading_may_hold_an_equals_sign(read) -> None:  # type: ignore[no-untyped-def]
    text = "The gauge is small.\n\nWhen the mode = BATCH helps\n\nThe gauge is read once an hour then.\n"
    assert [each.place for each in read(text).statements][-1] == ("When the mode = BATCH helps",)


def test_a_message_stands_with_what_announces_it(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "# Gauge\n\n## Symptom\n\nThe log of the gauge holds one of these lines:\n\n"
        "* TIDE0204E: The gauge was asked for a reading that it does not have, and the gate was not opened.\n"
        "* TIDE0205W: The gauge is dry.\n\n## Cause\n\nTIDE0301E: The sensor is clogged.\n"
    )
    assert [each for _, each in told(read(text, title="Gauge"))] == [
        "The log of the gauge holds one of these lines: TIDE0204E: The gauge was asked for a reading that it "
        "does not have, and the gate was not opened.",
        "The log of the gauge holds one of these lines: TIDE0205W: The gauge is dry.",
        "Cause: TIDE0301E: The sensor is clogged.",
    ]


def test_links_are_no_output(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "The tables are on these pages.\n\nNorth [https://tide.example/tables/north/2024]\n"
        "South [https://tide.example/tables/south/2024]\n"
    )
    assert "code" not in {form for form, _ in told(read(text))}


def test_labels_in_capitals_need_no_space(read) -> None:  # type: ignore[no-untyped-def]
    text = "The gate failed.\n\nGATEID:the north gate\nDESCRIPTION:The gate stuck at low water.\nScore: 7.5\n"
    assert told(read(text))[-1] == (
        "record",
        "GATEID:the north gate\n- DESCRIPTION:The gate stuck at low water.\n- Score: 7.5",
    )


def test_a_box_without_its_right_side_is_one_block(read) -> None:  # type: ignore[no-untyped-def]
    box = "+----------------\n| Gauge\n+----------------\n| X The gauge is dry.\n+----------------"
    text = f"The screen of the gauge shows:\n\n{box}\n\nClean the sensor.\n"
    assert told(read(text))[0] == ("code", f"The screen of the gauge shows:\n```\n{box}\n```")


def test_chinese_with_signs_is_no_output(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "他赢得了第二轮比赛 | 详情见后。[7] 二月初，作为二号种子的他进入决赛\n\n潮水 = 每日两次 | 港口公告\n"
    )
    assert "code" not in {form for form, _ in told(read(text, tongue="zh"))}


def test_each_stretch_of_a_long_log_cites_its_own_lines(read) -> None:  # type: ignore[no-untyped-def]
    lines = [f"2024-03-01 10:00:{at % 60:02d} ERROR [main] quay.Gate - failed {at}\n" for at in range(300)]
    found = read("".join(lines)).statements
    cited = [block for each in found for block in each.blocks]
    assert len(found) > 2
    assert len(cited) == len(set(cited)) == 300
    for statement in found:
        assert len(statement.blocks) == statement.text.count("ERROR")


def test_a_stretch_of_code_cites_no_block_of_which_it_shows_a_blank_line(read) -> None:  # type: ignore[no-untyped-def]
    first = "".join(f"a{at} = call({at})\n" for at in range(80))
    found = read(f"# Gate\n\nRun this:\n\n```\n{first}```\n\n```\nb = call(0)\n```\n").statements
    assert [len(each.blocks) for each in found] == [2, 2]
    assert "b = call(0)" in found[1].text and "a79" not in found[1].text
