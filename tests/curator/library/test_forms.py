"""Each shape that a document's text can have becomes one kind of statement."""

from __future__ import annotations

import pytest

from wikic.model.extraction import Extraction


def told(extraction: Extraction) -> list[tuple[str, str]]:
    """Form and text of every statement."""
    return [(each.form, each.text) for each in extraction.statements]


def test_the_document_is_the_only_entity(read) -> None:  # type: ignore[no-untyped-def]
    found = read("# Berths\n\nThe quay has 86 berths.\n")
    (itself,) = found.entities
    assert (itself.title, itself.principal, itself.self_, itself.dimension) == ("Berths", True, True, "")
    assert found.summary == itself.summary == "The quay has 86 berths."
    assert {each.of for each in found.statements} == {itself.id}


def test_headings_are_the_place_and_the_title_is_none_of_them(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "# Berths\n\nA.\n\nThe quay is long.\n\n## Gate\n\nIt opens at 14:00.\n\n### Codes\n"
        "\nCodes have six letters.\n"
    )
    assert [each.place for each in read(text).statements][-3:] == [(), ("Gate",), ("Gate", "Codes")]


def test_a_sentence_that_leans_stands_with_the_one_before_it(read) -> None:  # type: ignore[no-untyped-def]
    boats = (
        "Boats that come from the islands for the regatta in August moor at the quay of the old Custom House."
    )
    crews = "Crews that stay for longer than a night sign the book which lies open on the desk of the office."
    found = read(f"The gate has a code. It changes every week. {boats} {crews}")
    assert told(found) == [
        ("sentence", "The gate has a code. It changes every week."),
        ("sentence", boats),
        ("sentence", crews),
    ]
    assert [each.blocks for each in found.statements] == [(1, 2), (3,), (4,)]
    found = read(
        "The gate of the quay has a code of six letters. It's changed every week by the harbour master."
    )
    assert len(found.statements) == 1


def test_a_short_paragraph_is_one_thought(read) -> None:  # type: ignore[no-untyped-def]
    text = "Restarting the logger does not help.\n\nThe zero is kept in RAM. We have to write it to flash."
    assert [each.text for each in read(text).statements] == [
        "Restarting the logger does not help.",
        "The zero is kept in RAM. We have to write it to flash.",
    ]


def test_what_nothing_announces_stands_behind_its_heading(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "# Gauge\n\nA gauge reads heights.\n\n## Steps to reproduce\n\n1. Disconnect the battery\n"
        "2. Connect it\n\n"
        "## Parts\n\n- a float\n- a pen\n\n## Reading it\n\n```sh\ngauge read\n```\n"
    )
    found = read(text, "Gauge").statements
    assert [(each.form, each.text.partition("\n")[0]) for each in found] == [
        ("sentence", "A gauge reads heights."),
        ("procedure", "Steps to reproduce:"),
        ("list", "Parts:"),
        ("code", "Reading it:"),
    ]
    assert found[2].blocks[0] < found[2].blocks[1]  # the heading is cited


def test_a_question_or_a_sentence_right_above_code_announces_it(read) -> None:  # type: ignore[no-untyped-def]
    code = "```\ngate list\n```\n\nThis closes it.\n\n```\ngate shut\n```\n"
    text = f"Gates open at dawn.\n\nWhich gate is open?\n\n{code}"
    assert [each.text.partition("\n")[0] for each in read(text).statements] == [
        "Gates open at dawn.",
        "Which gate is open?",
        "This closes it.",
    ]


def test_short_lines_are_a_list_not_a_paragraph(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "# Van\n\n## Service log\n\n2021-05 timing belt, 612 EUR\n2022-11 new battery\n2024-02 oil + filter\n"
    )
    (found,) = read(text, "Van").statements
    assert found.form == "list"
    assert found.text.split("\n")[:2] == ["Service log:", "- 2021-05 timing belt, 612 EUR"]


def test_no_more_than_three_sentences_lean(read) -> None:  # type: ignore[no-untyped-def]
    found = read("The gate has a code. It changes. It has six letters. It is secret. It is sent by night.")
    assert max(len(each.blocks) for each in found.statements) == 3


def test_steps_are_one_statement_with_what_announces_them(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "To book a berth:\n\n1. Open the page.\n2. Choose a day.\n   Grey days are full.\n   - "
        "Click it twice.\n"
        "\n3. Click **Pay**.\n"
    )
    assert told(read(text)) == [
        (
            "procedure",
            "To book a berth:\n1. Open the page.\n2. Choose a day. Grey days are full.\n  - Click it twice.\n"
            "3. Click Pay.",
        )
    ]


def test_steps_go_on_with_their_numbers(read) -> None:  # type: ignore[no-untyped-def]
    assert told(read("4. Open the gate.\n5. Close the gate.\n"))[0][1].startswith("4. Open")


def test_code_below_a_step_belongs_to_it(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "1. Stop it:\n\n   ```sh\n   systemctl stop tided\n   ```\n\n2. Run these:\n\n   "
        "```sh\n   a -x\n   b -y\n   ```\n"
    )
    assert told(read(text)) == [
        ("procedure", "1. Stop it: `systemctl stop tided`\n2. Run these:\n```sh\na -x\nb -y\n```")
    ]


def test_short_items_are_one_statement(read) -> None:  # type: ignore[no-untyped-def]
    assert told(read("You need:\n\n- a boat\n- a card\n- *some* patience\n")) == [
        ("list", "You need:\n- a boat\n- a card\n- some patience")
    ]


def test_long_items_carry_what_announces_them(read) -> None:  # type: ignore[no-untyped-def]
    long = "the old file was edited by another user than the one that the service runs under on this machine"
    found = told(read(f"It is not carried over when:\n\n- {long}\n- {long} twice\n"))
    assert found == [
        ("sentence", f"It is not carried over when: {long}"),
        ("sentence", f"It is not carried over when: {long} twice"),
    ]


def test_a_table_keeps_its_header_and_long_ones_are_divided(read) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"| {year} | {year - 1000} |\n" for year in range(2000, 2050))
    found = told(read(f"Nights by year:\n\n| Year | Nights |\n|---|---|\n{rows}"))
    assert [form for form, _ in found] == ["table", "table"]
    assert all(text.startswith("Nights by year:\n| Year | Nights |\n| --- | --- |\n") for _, text in found)
    assert sum(text.count("\n| 20") for _, text in found) == 50


def test_pairs_are_one_record(read) -> None:  # type: ignore[no-untyped-def]
    found = told(read("Program: tided 2.0\nSystem: Debian 12\nPort of the sensor: /dev/ttyUSB0\n"))
    assert found == [
        ("record", "Program: tided 2.0\n- System: Debian 12\n- Port of the sensor: /dev/ttyUSB0")
    ]


def test_code_stands_verbatim_below_its_lead_in(read) -> None:  # type: ignore[no-untyped-def]
    found = told(read("Ask the gauge:\n\n```sh\ncurl  https://x.example/*latest*\n```\n"))
    assert found == [("code", "Ask the gauge:\n```sh\ncurl  https://x.example/*latest*\n```")]


def test_code_without_a_fence_is_code(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "The log says:\n\n[tided] reading /etc/tided/tided.conf\n[tided] port=/dev/ttyUSB0\n[tided] done=1\n"
    )
    ((form, said),) = told(read(text))
    assert form == "code"
    assert said.startswith("The log says:\n```\n[tided] reading")


def test_terms_with_their_meaning_below_stand_with_it(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "OPTIONS\n\n       --json\n              Print JSON.\n\n       latest\n             "
        " Print the last one.\n"
    )
    assert [each[1] for each in told(read(text))] == ["--json: Print JSON.", "latest: Print the last one."]


def test_a_remark_keeps_its_label(read) -> None:  # type: ignore[no-untyped-def]
    found = told(read("Berths are free.\n\nNote:\nThe gate is shut at night.\n"))
    assert found[-1] == ("sentence", "Note: The gate is shut at night.")


def test_a_short_label_above_a_paragraph_is_its_heading(read) -> None:  # type: ignore[no-untyped-def]
    found = read("The Board has a crane.\n\nCosts:\nIt was paid from the reserve and cost 38,000 pounds.\n")
    assert found.statements[-1].place == ("Costs",)


@pytest.mark.parametrize(
    "junk",
    [
        "[Home](a.md) > [Help](b.md) > Here",
        "Contents",
        "Was this article helpful?",
        "Read more",
        "12",
        "Page 3 of 14",
        "Berths",
        "Chapter one ........ 17",
        "See also: [Gate](gate.md)",
        "uninstall; revert; downgrade; hotsite",
        "- [Gate](#gate)\n- [Quay](#quay)",
        "In this article:\n\n- Gate\n- Quay",
    ],
)
def test_what_leads_around_or_says_nothing_is_left_out(junk: str, read) -> None:  # type: ignore[no-untyped-def]
    text = f"The harbour has a long stone quay.\n\n{junk}\n\nThe gate opens at noon every day.\n"
    assert [each[1] for each in told(read(text))] == [
        "The harbour has a long stone quay.",
        "The gate opens at noon every day.",
    ]


def test_a_question_goes_with_its_answer_or_goes(read) -> None:  # type: ignore[no-untyped-def]
    found = told(
        read("Who pays? The Board pays for all of it.\n\nWho knows?\n\n## Gate\n\nIt opens at noon.\n")
    )
    assert found == [
        ("sentence", "Who pays? The Board pays for all of it."),
        ("sentence", "It opens at noon."),
    ]


def test_a_document_of_one_question_keeps_it(read) -> None:  # type: ignore[no-untyped-def]
    assert told(read("Who pays for the crane?")) == [("sentence", "Who pays for the crane?")]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("It is **very** *old* and __dear__ to _us_.", "It is very old and dear to us."),
        ("Run `a_b_c --x=*` now.", "Run `a_b_c --x=*` now."),
        ("Set snake_case_name to 2 * 3 * 4.", "Set snake_case_name to 2 * 3 * 4."),
        ("Open [the page](page.md) and ![alt](x.png)wait.", "Open the page and wait."),
        ("See [the tool](https://x.example/a_(b)) here.", "See the tool (https://x.example/a_(b)) here."),
        (
            "Give [[Berths|the berths]] a <NAME> and a path C:\\new.",
            "Give the berths a <NAME> and a path C:\\new.",
        ),
        ("Boil 3 &lt; 4<br>eggs.", "Boil 3 < 4 eggs."),
    ],
)
def test_emphasis_and_links_go_and_code_stays(written: str, plain: str, read) -> None:  # type: ignore[no-untyped-def]
    assert told(read(f"The quay is old. {written}"))[-1][1].endswith(plain)


def test_a_section_of_a_table_that_stays_as_it_is_stands_above_its_own_rows_alone(read) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"Berth {chr(65 + at)}\n{at}11\n{at}12\n{at}13\n" for at in range(1, 57))
    found = told(read(f"Accounts\n2024\n2023\nAssets:\n{rows}"))
    assert [form for form, _ in found] == ["code", "code"]
    assert ["Assets:" in text for _, text in found] == [True, False]
    assert all("2024  2023" in text for _, text in found)


def test_years_among_the_numbers_of_a_table_open_rows(read) -> None:  # type: ignore[no-untyped-def]
    years = "".join(
        f"{year}\n{year - 1_500},{at}11\n{at}12.5\n" for at, year in enumerate(range(2021, 2025), 1)
    )
    ((form, text),) = told(read(f"Dues\nYear\nPaid\nOpen at the end\n{years}"))
    assert form == "code"
    assert "\n2021  521,111  112.5\n2022  522,211  212.5\n" in text


def test_the_number_of_a_page_is_none_of_its_last_row(read) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"Berth {chr(65 + at)}\n{at},311\n{at},412\n" for at in range(1, 6))
    ((_, text),) = told(read(f"Accounts\n(in pounds)\nOpen\nShut\n{rows}Berth Z\n9,311\n9,412\n85\n"))
    assert text.rstrip("`\n").endswith("Berth Z  9,311  9,412")


def test_the_unit_below_the_years_of_a_table_is_of_its_head(read) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"Berth {chr(65 + at)}\n{at}11\n{at}12\n{at}13\n" for at in range(1, 57))
    found = told(read(f"Accounts\n2024\n2023\n(in thousands)\n{rows}"))
    assert len(found) == 2 and all("(in thousands)" in text for _, text in found)


def test_lines_of_labels_and_values_by_turns_are_pairs(read) -> None:  # type: ignore[no-untyped-def]
    pairs = ("Dues", "4% to 5%", "New berths", "25-30", "Staff", "$10 to $12 a day")
    text = "For 2025 the harbour plans to:\n" + "".join(f" \n \n{each}\n" for each in pairs)
    ((form, found),) = told(read(text))
    assert form == "record"
    assert found.endswith("\n- Dues: 4% to 5%\n- New berths: 25-30\n- Staff: $10 to $12 a day")


def test_a_remark_is_no_step(read) -> None:  # type: ignore[no-untyped-def]
    text = "## Book\n\nOpen Berthbook. Note: It needs an account. Choose a day. Click Pay. Enter the code."
    (found,) = read(text).statements
    assert "2. Choose a day." in found.text and "Open Berthbook. Note: It needs an account." in found.text


def test_boxes_of_tasks_stand_in_lists(read) -> None:  # type: ignore[no-untyped-def]
    (found,) = read("## Actions\n\n- [ ] Per: paint the gate\n- [x] Mira: tell Hanne\n").statements
    assert found.text == "Actions:\n- [ ] Per: paint the gate\n- [x] Mira: tell Hanne"


def test_sections_of_plain_text_have_numbers_and_its_pages_heads(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "Contents\n\n   1.  Gauges . . . . . . . . . . 1\n   2.  Messages  . . . . . . . . 2\n\n"
        "1.  Gauges\n\n   Gauges stand where there is little power.\n\n"
        "Olsen                        Informational                      [Page 1]\n\n"
        "RFC 9931                          GRP                          June 2022\n\n"
        "2.  Messages\n\n   A message has a header:\n\n"
        "   +-----+-----+\n   |  A  |  B  |\n   +-----+-----+\n\n"
        "2.1.  Requests\n\n   The gauge answers at once.\n\n"
        "Olsen                        Informational                      [Page 2]\n\n"
        "RFC 9931                          GRP                          June 2022\n"
    )
    assert [(each.form, each.place, each.text.partition("\n")[0]) for each in read(text).statements] == [
        ("sentence", ("1. Gauges",), "Gauges stand where there is little power."),
        ("code", ("2. Messages",), "A message has a header:"),
        ("sentence", ("2. Messages", "2.1. Requests"), "The gauge answers at once."),
    ]


def test_names_below_see_also_are_left_out(read) -> None:  # type: ignore[no-untyped-def]
    links = "shuf(1), uniq(1)\n\n- Booking a berth\n- Gates\n"
    text = f"## Copyright\n\nThis is free software.\n\n## See also\n\n{links}"
    assert [each.text for each in read(text, tongue="en").statements] == ["This is free software."]


def test_pairs_go_on_behind_a_gap(read) -> None:  # type: ignore[no-untyped-def]
    text = "## Gates\n\nGate: north\nWidth: 4 m\n\nHeight: 3 m\nColour: red\n\nGate: south\nWidth: 5 m\n"
    assert [each.text for each in read(text).statements] == [
        "Gate: north\n- Width: 4 m\n- Height: 3 m\n- Colour: red",
        "Gate: south\n- Width: 5 m",
    ]


def test_sentences_about_code_are_no_code(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "A write that fails is a `StoreError;` reading goes on, and further writes are refused then;\n"
        "what `read(path)` cannot find is not there, and a record that does not decode is told;\n"
        "`open(path)` passes over it, and block sums are not verified on every read of the store at all\n"
    )
    assert [each.form for each in read(text).statements] == ["sentence"]


def test_heads_that_stand_apart_go_with_their_table(read) -> None:  # type: ignore[no-untyped-def]
    heads = "Opened\n\nClosed\n\nAt the end of the year\n\n"
    names = ("North", "South", "East")
    rows = "".join(f"{name}\n{at}\n{at + 1}\n{at + 2}\n" for at, name in enumerate(names, 3))
    found = read(f"# Gates\n\nGates of the quay were opened and closed.\n\n{heads}{rows}", "Gates").statements
    assert [each.form for each in found] == ["sentence", "code"]
    assert "Opened" in found[1].text and found[1].text.index("Opened") < found[1].text.index("North")


def test_what_is_told_below_a_heading_that_leads_around_ends_it(read) -> None:  # type: ignore[no-untyped-def]
    text = "## See also\n\nshuf(1), uniq(1)\n\nThe gates are listed by day.\n\n- North gate\n- South gate\n"
    found = read(text, tongue="en").statements
    assert [each.text for each in found] == ["The gates are listed by day.", "- North gate\n- South gate"]


def test_pairs_in_paragraphs_of_their_own_are_one_record(read) -> None:  # type: ignore[no-untyped-def]
    score = "Base score: It has 5.3 of ten."
    text = f"Pontoon: The northern one, with lamps.\n\n{score}\n\nNote: Its gate is locked.\n"
    assert [(each.form, each.text) for each in read(text, tongue="en").statements] == [
        ("record", "Pontoon: The northern one, with lamps.\n- Base score: It has 5.3 of ten."),
        ("sentence", "Note: Its gate is locked."),
    ]


def test_what_a_full_group_cannot_take_stands_with_its_last_sentence(read) -> None:  # type: ignore[no-untyped-def]
    told = (
        "Hanne asked in May why the dues of the quay went up again and who had decided it in her absence.",
        "It is because of the second crane, which the board bought from the yard at the end of the year.",
        "Per thinks that one of the two cranes can go back to the yard once the new mooring is finished.",
        "He will check it with Tobias, who signed the contract with the yard and knows its terms by heart.",
    )
    found = read(" ".join(told)).statements
    assert [each.blocks for each in found] == [(1, 2), (3, 4)]


def test_what_announces_and_leans_takes_the_sentence_before(read) -> None:  # type: ignore[no-untyped-def]
    text = "Name the gate without an article. Thus for instance:\n\n```\nname: north gate\n```\n"
    (found,) = read(text, tongue="en").statements
    assert found.text.startswith("Name the gate without an article. Thus for instance:\n```")


def test_a_line_of_any_length_announces_the_list_below_it(read) -> None:  # type: ignore[no-untyped-def]
    text = (
        "# Berths\n\n## Dues\n\nBoats that pay nothing at all for a night at the north quay are:\n\n"
        "- boats that were driven in by the weather and have nobody on board who can pay, and\n\n"
        "- the lifeboat, the pilot's cutter and the boats of those who mend the quay or the lamps.\n"
    )
    (first, second) = [each.text for each in read(text).statements]
    assert first.startswith(
        "Boats that pay nothing at all for a night at the north quay are: boats that were"
    )
    assert second.startswith("Boats that pay nothing at all for a night at the north quay are: the lifeboat")


def test_a_chinese_sentence_without_subject_stays_with_its_subject(read) -> None:  # type: ignore[no-untyped-def]
    lit = "北湾灯塔去年停用以后，渔民代表多次上书港务委员会，要求修复灯塔并恢复守塔人的职位，起初没有答复。"
    dues = "渡轮公司今年的乘客总数达到四十万人次，其中夜航乘客占三成，公司因此决定从五月起增加两班夜间渡轮。"
    bare = "宣布票价在今后两年之内保持不变，并且对学生和六十岁以上的老人减收一半，军人凭证件可以免费乘坐。"
    back = (
        "在那次会上，她提出由渔民自己选出守塔人，费用由东港市和渡轮公司各承担一半，会议当天没有表决这项提议。"
    )
    told = (
        "东港市长陈海生出席了渔民在北湾村祠堂举行的集会，并且听取了各村代表对修复灯塔和恢复夜航的意见和建议。"
    )
    found = [each.text for each in read(f"{lit}{dues}{bare}{told}{back}", title="渡轮和灯塔").statements]
    assert found == [lit, dues + bare, told + back]


def test_what_points_back_to_code_stands_below_it(read) -> None:  # type: ignore[no-untyped-def]
    code = "Read the gauge.\n\n```sh\ngauge --now\n```\n\n"
    own = "The lamp of the quay is lit at dusk by the harbour office."
    ((form, text), (_, other)) = told(
        read(f"{code}This prints the tide in metres. It takes a second.\n\n{own}\n")
    )
    assert form == "code"
    assert text.startswith("Read the gauge.\n```sh") and text.endswith(
        "```\nThis prints the tide in metres. It takes a second."
    )
    assert other == own
    assert told(read(f"{code}{own}\n"))[-1] == ("sentence", own)
    long = "```\n" + "gauge --now\n" * 200 + "```\n\n"
    assert told(read(f"{long}This prints the tide in metres, again and again.\n"))[-1][0] == "sentence"


def test_a_heading_announces_the_only_record_below_it(read) -> None:  # type: ignore[no-untyped-def]
    text = "## North gate\n\nWidth: 4 m\nHeight: 3 m\n\n## South gate\n\nWidth: 5 m\nHeight: 3 m\n"
    assert [each.text for each in read(text).statements] == [
        "North gate:\n- Width: 4 m\n- Height: 3 m",
        "South gate:\n- Width: 5 m\n- Height: 3 m",
    ]


def test_of_several_records_the_first_pair_says_which(read) -> None:  # type: ignore[no-untyped-def]
    text = "## Gates\n\n" + "\n\n".join(
        f"Gate: {name}\nWidth: {at} m\nColour: red" for at, name in enumerate("abc", 3)
    )
    assert [each.text for each in read(text).statements] == [
        f"Gate: {name}\n- Width: {at} m\n- Colour: red" for at, name in enumerate("abc", 3)
    ]
