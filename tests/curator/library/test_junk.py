"""What says nothing, or nothing by itself, is left out or stands with what it belongs to."""

from __future__ import annotations

import pytest

from wikic.model.extraction import Extraction


def told(extraction: Extraction) -> list[tuple[str, str]]:
    """Form and text of every statement."""
    return [(each.form, each.text) for each in extraction.statements]


def test_a_section_of_a_divided_table_is_not_repeated(read) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"Berth {chr(65 + at % 26)}{at // 26 * 'x'}\n{at}.5\n{at}.6\n" for at in range(1, 48))
    found = told(read(f"Accounts\n2024\n2023\nAssets:\n{rows}"))
    assert [form for form, _ in found] == ["table", "table"]
    assert ["Assets:" in text for _, text in found] == [True, False]
    assert all("| 2024 | 2023 |" in text for _, text in found)


def test_a_row_with_a_blank_cell_keeps_its_lines(read) -> None:  # type: ignore[no-untyped-def]
    rows = "Dues\n41\n42\n43\nLoss on the crane\n3,136\nGrants\n11\n12\n13\nRents\n7\n8\nFees\n1\n2\n3\n"
    ((form, text),) = told(read(f"Accounts\n2024\n2023\n2022\n{rows}"))
    assert form == "code"
    assert "\nDues  41  42  43\nLoss on the crane\n3,136\nGrants  11  12  13\nRents\n7\n8\nFees" in text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The quay is long. See Note 4 for additional information.\n", 1),
        ('The quay is long.\n\nSee "Berths" in Part II for additional information.\n', 1),
        ("The quay is long.\n\nLearn more about berths on the quay.\n", 1),
        ("The quay is long.\n\nSee https://quay.example/berths for the list of berths.\n", 2),
    ],
)
def test_pointers_do_not_stand_alone(text: str, kept: int, read) -> None:  # type: ignore[no-untyped-def]
    assert len(read(text).statements) == kept


@pytest.mark.parametrize(
    "line",
    [
        "Indicate by check mark whether the harbour is a shell company. Yes No",
        "4.2",
        "(Name of the harbour master)",
        "Notes to Consolidated Financial Statements",
    ],
)
def test_cover_lines_go(line: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(f"The quay has 86 berths and a crane.\n\n{line}\n\nThe crane lifts 40 tons at most.\n")
    assert len(found.statements) == 2


def test_what_an_article_is_about_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "In this article, learn how to:\n\n- Book a berth\n- Cancel a booking\n\n"
        "Berths cost 5 pounds a night.\n"
    )
    assert [each.text for each in read(text).statements] == ["Berths cost 5 pounds a night."]


def test_a_thing_named_before_stands_with_what_names_it(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "The harbour bought a crane for a purchase price of 60 pounds. The purchase price is due in May, "
        "when the dues of the visiting yachts for the whole of the spring have come in. "
        "Boats that come from the islands for the regatta in August moor at the quay of the Custom House. "
        "We expect, as the board has said before in its report on the year, "
        "that this new mooring will last."
    )
    assert [each.blocks for each in found.statements] == [(1, 2), (3, 4)]


def test_steps_that_nothing_announces_are_one_procedure(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Berths cost 5 pounds a night.\n\nGo to the office. Click the berth. This opens its page. Click Pay. "
        "Go to the gate. Tap the berth. Tap Pay.\n"
    )
    assert told(found)[1:] == [
        ("procedure", "1. Go to the office.\n2. Click the berth. This opens its page.\n3. Click Pay."),
        ("procedure", "1. Go to the gate.\n2. Tap the berth.\n3. Tap Pay."),
    ]


def test_a_paragraph_below_goes_on_with_the_steps(read) -> None:  # type: ignore[no-untyped-def]
    text = "To pay:\nGo to the office. Click the berth.\n\nEnter the name of the boat.\n\nBerths are full.\n"
    assert told(read(text)) == [
        ("procedure", "To pay:\n1. Go to the office.\n2. Click the berth.\n3. Enter the name of the boat."),
        ("sentence", "Berths are full."),
    ]


def test_lines_of_a_log_are_code(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "The gauge stops while it starts.\n\n[gauge] Reading the sensor.\n[gauge] An error was thrown. "
        "Halting.\nat org.tide.Gauge.read(Gauge.java:12)\nat org.tide.Gauge.main(Gauge.java:3)\n"
    )
    ((form, told_text),) = told(read(text))
    assert form == "code"
    assert told_text.startswith("The gauge stops while it starts.\n```\n[gauge] Reading the sensor.")
    assert "at org.tide.Gauge.read(Gauge.java:12)\nat org.tide.Gauge.main(Gauge.java:3)" in told_text


def test_a_scrap_of_a_trace_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = "The gauge stops.\n\nat org.tide.Gauge.read(Gauge.java:12)\n\nThe gate is shut at night.\n"
    assert [each.text for each in read(text).statements] == ["The gauge stops.", "The gate is shut at night."]


def test_a_question_stands_with_its_answer(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "# Gauge\n\n## Question\n\nHow do I reset it?\n\n## Answer\n\nHold the key for 5 seconds.\n\n"
        "The lamp goes out.\n"
    )
    assert [each.text for each in read(text).statements] == [
        "How do I reset it? Hold the key for 5 seconds.",
        "The lamp goes out.",
    ]


def test_a_sentence_goes_on_behind_its_number(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "The dues of the harbour increased to 24.6 pounds in the quarter of fiscal\n2021.\n"
        "Fees of the crane and all the other revenues of the harbour increased\n36 percent in May.\n"
    )
    (found,) = read(text).statements
    assert found.text == (
        "The dues of the harbour increased to 24.6 pounds in the quarter of fiscal 2021. "
        "Fees of the crane and all the other revenues of the harbour increased 36 percent in May."
    )


def test_the_cut_end_of_a_long_document_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    told = "".join(f"Berth {at} of the quay has a gate and {at + 3} lamps. " for at in range(1, 8))
    lamps = "".join(f"Lamp {at} of the quay is lit from dusk until the last boat is in. " for at in range(24))
    found = read(f"# Berths\n\n{told}\n\n{lamps}\n\n## Gates\n\nGates shut at night. Once you have conn")
    assert found.statements[-1].text == "Gates shut at night."


def test_words_for_a_search_above_the_first_heading_are_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = "# Berths\n\ntide gauge reset sensor lamp TECHNOTE (REPAIRS)\n\n## Problem\n\nThe lamp is dark.\n"
    assert [each.text for each in read(text).statements] == ["The lamp is dark."]


def test_the_head_and_the_tail_of_a_cut_text_are_left_out(read) -> None:  # type: ignore[no-untyped-def]
    told = "".join(f"Berth {at} of the quay has a gate and {at + 3} lamps. " for at in range(1, 8))
    found = read(f"for the gates of the quay. {told}")
    assert found.statements[0].text.startswith("Berth 1 of the quay")
    line = "石帆镇的渔船全部进港。旧码头将保留，改作送灯会的看台。"
    found = read(f"48%，比去年提前一天。{line}\n\n{line}\n\n新码头装有三台潮位仪。\n\n全镇渔船比上年增加50.")
    said = "".join(each.text for each in found.statements)
    assert "48%" not in said and "50." not in said and "石帆镇的渔船全部进港" in said


def test_what_every_page_of_a_site_has_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "石帆镇的渔船全部进港。\n\n通讯地址：石帆镇港前路2号邮政编码：100763 联系电话：010-87182008\n\n"
        "清川周刊 2023-08-08 11:00:51 渔港视点 2023-08-08 11:23:39 海面新闻 2023-08-08 14:40\n\n"
        "Feb 7, 2023 ... 新码头装有三台潮位仪。"
    )
    told = [each.text for each in read(text).statements]
    assert told == ["石帆镇的渔船全部进港。", "新码头装有三台潮位仪。"]


def test_what_only_leads_away_dates_or_is_cut_at_a_number_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "# Gates\n\nThe gate of the quay opens at six.\n\nGuide to the gates [https://gates.example/guide]\n\n"
        "https://gates.example/all\n\nThe guide is at https://gates.example/guide and is free.\n"
    )
    assert [each.text for each in read(text, "Gates").statements] == [
        "The gate of the quay opens at six.",
        "The guide is at https://gates.example/guide and is free.",
    ]
    told = read("石帆镇的渔船全部进港。新码头装有三台潮位仪。今年的渔获为66.").statements
    assert "66." not in "".join(each.text for each in told) and told
    told = read("石帆镇的渔船全部进港，新码头装有三台潮位仪。\n\n五月二十一日夜。").statements
    assert [each.text for each in told] == ["石帆镇的渔船全部进港，新码头装有三台潮位仪。"]


@pytest.mark.parametrize(
    "line",
    [
        "The patch resolves what is listed in the “Problems Fixed” section below.",
        "This page contains links to the tables of the tides",
        "More support for: Gauges of the north quay",
        "For instructions on the gauge, see",
        "If the gauge is stuck, please follow the steps below.",
        "Below is the list of the problems.",
        "ITEM 2.",
        "The gauge of the north quay",  # the title, without an end
        "Reading the gauge of the north quay.",
    ],
)
def test_what_only_points_elsewhere_or_repeats_the_title_is_left_out(read, line: str) -> None:  # type: ignore[no-untyped-def]
    text = f"The gauge is read every hour, by hand, at the foot of the stairs.\n\n{line}\n"
    found = [each.text for each in read(text, title="Reading the gauge of the north quay").statements]
    assert found == ["The gauge is read every hour, by hand, at the foot of the stairs."]


def test_what_a_label_announces_as_contents_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = "Fix: 7.1\n\nContents:\n\n1.0 Tides\n2.0 Gauges\n3.0 Quays\n\nTides are read hourly.\n"
    assert not any("Quays" in each.text for each in read(text, tongue="en").statements)


def test_what_a_chinese_site_says_of_itself_is_no_fact(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "北湾灯塔今年重新点亮，费用由东港市承担。转载文章只为传递信息，不代表本站观点，本站拥有最终解释权。"
        "渡轮公司同日宣布，夜航从五月三日起恢复。关注后在对话框回复渡轮可获时刻表。"
    )
    said = "".join(each.text for each in read(text, title="d00012").statements)
    assert "点亮" in said and "夜航" in said
    assert "解释权" not in said and "对话框" not in said
    assert not read("关注后在对话框回复渡轮可获时刻表。", title="d00012").statements


def test_what_tells_who_spoke_and_not_what_is_left_out(read) -> None:  # type: ignore[no-untyped-def]
    text = "陈海生说。\n\n北湾灯塔今年重新点亮，费用由东港市承担。\n\n2024-05-03 16:19 来源：东港日报"
    said = [each.text for each in read(text, title="北湾灯塔").statements]
    assert said == ["北湾灯塔今年重新点亮，费用由东港市承担。"]
    text = "Let us now have a look at the lamp.\n\nThe lamp of the tower burns oil from the harbour.\n"
    assert [each.text for each in read(text, title="The tower").statements] == [
        "The lamp of the tower burns oil from the harbour."
    ]
