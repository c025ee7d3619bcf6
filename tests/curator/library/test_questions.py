"""Questions stay with their answers; those that a note collects stand as a list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.library.extract import extract
from wikic.curator.library.line_kinds import announces_questions
from wikic.model.article import Article
from wikic.document import quotes as blocks


def _told(text: str) -> list[str]:
    article = Article("library/berths.md", "Berths", text, language="en")
    return [each.text for each in extract(article, blocks.segment(text, "en")).statements]


PICTURE = "![pier](library-berths-md-4c4b6a.files/pier-4c4b6a3b.png)"
LONG = (
    "Does the new gate, which the board wants to hang before the winter, stand a storm from the west?",
    "Which of the two smiths who came to the quay last week can forge its hinges before the frost?",
)


def test_a_list_of_long_questions_stands_under_its_heading() -> None:
    text = f"The gate is old.\n\n## Open questions\n\n- {LONG[0]}\n- {LONG[1]}\n"
    assert _told(text) == ["The gate is old.", f"Open questions:\n- {LONG[0]}\n- {LONG[1]}"]


def test_paragraphs_of_questions_are_a_list_where_the_heading_announces_them() -> None:
    text = "The gate is old.\n\n## Questions for the board\n\nWho pays?\n\nWho owns the lamp?\n"
    assert _told(text)[1:] == ["Questions for the board:\n- Who pays?\n- Who owns the lamp?"]
    assert _told(text.replace("Questions for the board", "The board")) == ["The gate is old."]


@pytest.mark.parametrize("item", ["Who pays?\n", "- Who pays?\n"])
def test_one_open_question_stands_behind_its_heading(item: str) -> None:
    assert _told(f"The gate is old.\n\n## To clarify\n\n{item}")[1:] == ["To clarify: Who pays?"]


def test_a_question_whose_answer_has_a_heading_of_its_own_is_no_open_one() -> None:
    text = "## Question\n\nWho pays for the gate?\n\n## Answer\n\nThe board pays for all the gates.\n"
    assert _told(text) == ["Who pays for the gate? The board pays for all the gates."]


def test_a_question_in_a_list_of_remarks_is_no_fact() -> None:
    remark = "The gate was hung in May, and the smith has looked after its hinges ever since then."
    assert _told(f"## Remarks\n\n- {LONG[0]}\n- {remark}\n- {remark[:-1]} day.\n") == [
        remark,
        f"{remark[:-1]} day.",
    ]


@pytest.mark.parametrize(
    "heading", ["Open questions", "To discuss", "Agenda", "Offene Fragen", "Zu klären", "待解决的问题"]
)
def test_a_heading_announces_questions(heading: str) -> None:
    assert announces_questions(heading)


@given(st.text(max_size=80))
def test_any_heading_can_be_asked(heading: str) -> None:
    assert announces_questions(heading) == announces_questions(f" {heading}")


FORMS = {
    "a heading": "## {q}\n\n{a}\n",
    "a bold line": "**{q}**\n\n{a}\n",
    "a bold line right above": "**{q}**\n{a}\n",
    "a bold line before it": "**{q}** {a}\n",
    "a paragraph": "{q}\n\n{a}\n",
    "a box": "<details>\n<summary>{q}</summary>\n\n{a}\n\n</details>\n",
}


@pytest.mark.parametrize("answer", ["No.", "Yes, on a lead.", "It is 34 metres tall.", "Johanna Brandt"])
@pytest.mark.parametrize("form", FORMS)
def test_a_question_and_its_answer_are_one_bullet(form: str, answer: str) -> None:
    asked = "What does the board say?"
    text = "The quay is old.\n\n" + FORMS[form].format(q=asked, a=answer)
    if form.endswith(("before it", "right above")) and answer == "Johanna Brandt":
        return  # words behind a question in one line are part of it
    assert _told(text) == ["The quay is old.", f"{asked} {answer}"]


def test_labels_of_question_and_answer_stay_together() -> None:
    assert _told("Q: When is it open?\n\nA: From May to September.\n") == [
        "Q: When is it open? A: From May to September."
    ]
    assert _told("**Q:** What may I bring?\n\n**A:** The following:\n\n- a camera\n- a torch\n") == [
        "Q: What may I bring? A: The following:\n- a camera\n- a torch"
    ]


@pytest.mark.parametrize(
    ("answer", "first"),
    [
        ("| Age | Price |\n| --- | --- |\n| Child | 4 |\n", "| Age | Price |"),
        (f"{PICTURE}\n", PICTURE),
        ("- Monday\n- Sunday\n", "- Monday"),
        ("```\nferry times\n```\n", "```"),
    ],
)
def test_a_question_announces_what_shows_the_answer(answer: str, first: str) -> None:
    (told,) = _told(f"Which ferries are there?\n\n{answer}")
    assert told.split("\n")[0].startswith("Which ferries are there?")
    assert first in told


def test_a_long_answer_stands_below_its_heading_alone() -> None:
    answer = (
        "Tickets are sold at the pier, on the boat and in the office of the board behind the custom house."
    )
    assert _told(f"The quay is old.\n\n## How do I book?\n\n{answer}\n")[1:] == [answer]


def test_a_question_at_the_end_of_a_full_bullet_goes_with_its_answer() -> None:
    text = (
        "The quay of the islands was built by the harbour board in the spring of the year after the storm. "
        "It has nine berths for the cutters that fish beyond the bar. It is lit. Who pays for the lamps? "
        "Ships that stay for longer than a week pay for the lamps of the quay and for the keeper."
    )
    told = _told(text)
    assert any("Who pays for the lamps? Ships" in each for each in told)


@pytest.mark.parametrize("noun", ["table", "screenshot"])
def test_what_announces_a_thing_that_is_not_there_is_left_out(noun: str) -> None:
    announced = f"The following {noun} shows the berths of the quay."
    assert _told(f"The quay is long.\n\n{announced}\n") == ["The quay is long."]
    shown = _told(f"The quay is long.\n\n{announced}\n\n| Berth | Length |\n| --- | --- |\n| A | 12 |\n")
    assert shown[1].startswith(f"{announced}\n| Berth")


def test_what_speaks_of_a_picture_stands_with_it(read) -> None:  # type: ignore[no-untyped-def]
    text = f"The gauge has a float.\n\n{PICTURE}\n\nThis shows the float at low water.\n"
    figures = [each.text for each in read(text).statements if each.form == "figure"]
    assert figures == [f"{PICTURE}\nThis shows the float at low water."]
