"""What turns its evidence round in the same words is found; what says the same in others is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text import compare


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("Employees may copy data to private devices.", "Employees must not copy data to private devices."),
        ("The station was staffed.", "The station was never staffed."),
        ("The station was not staffed.", "The station had a staff of four."),
        ("He never returned.", "He returned to the town in 1904."),
        ("他没有收钱。", "他收了钱。"),
        ("There were a quarter more visitors.", "There were a quarter fewer visitors."),
        ("The council accepted the motion.", "The council rejected the motion."),
        ("新版受该问题影响。", "新版不受影响。"),
        ("展期延长了一周。", "展期缩短了一周。"),
        ("大会已于五月举行。", "大会拟于五月举行。"),
    ],
)
def test_what_is_turned_round(statement: str, evidence: str) -> None:
    assert compare.opposed(statement, [evidence])


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("Staff may not copy data to their own devices.", "Employees must not copy data to private devices."),
        ("She remained unmarried.", "She never married."),
        ("The bridge opened in 1904.", "The bridge was not opened in 1902 but in 1904."),
        ("No exception lasts longer than 90 days.", "Exceptions end after 90 days at the latest."),
        ("The museum does not charge admission.", "Admission to the museum is free."),
        ("Her brother did not survive.", "Her brother died."),
        ("He never returned.", "He left the town for good."),
        ("The motion was turned down.", "The council rejected the motion."),
        ("父亲拒绝了他的钱。", "父亲没有收他的钱。"),
        ("他不断写信。", "他常常写信。"),
    ],
)
def test_what_says_the_same(statement: str, evidence: str) -> None:
    assert compare.opposed(statement, [evidence]) == ""


def test_how_a_sentence_tells_what_is_said() -> None:
    said = "Ilse Varga stole the glass."
    assert compare.told_as(said, ["Otto Lind denied that Ilse Varga stole the glass."]) == (
        "denied",
        "Otto Lind ",
    )
    assert compare.told_as(said, ["Otto Lind claims that Ilse Varga stole the glass."]) == (
        "claim",
        "Otto Lind ",
    )
    assert compare.told_as(said, ["In 1902 Ilse Varga stole the glass."]) == ("", "")


@given(st.text(max_size=200), st.lists(st.text(max_size=200), max_size=3))
def test_any_texts_are_compared_and_a_text_does_not_oppose_itself(text: str, others: list[str]) -> None:
    compare.opposed(text, others)
    compare.told_as(text, others)
    compare.misplaced(text, others, {each: each for each in others})
    assert compare.opposed(text, [text, *others]) == ""
    assert compare.misplaced(text, [text, *others]) == ""


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        (
            "No more than three letters are in the files.",
            ["Only three letters are in the files, fewer than thought."],
        ),
        (
            "Her memoir wrongly gives twelve as her age.",
            ["She was ten, not twelve, as her own memoir has it."],
        ),
        ("A full disk was ruled out.", ["Disk isn't full (41 GiB of 120 GiB free)."]),
        ("头一名女生是1924年入学的覃兰芝。", ["初等学堂办起时没有女生。", "头一名女生覃兰芝1924年入学。"]),
        ("It averaged 4.1 a day, 2.7 last year.", ["It averaged 4.1 a day, against 2.7 last year."]),
    ],
)
def test_a_denial_in_other_words_and_one_of_something_else_are_none(
    statement: str, evidence: list[str]
) -> None:
    assert compare.opposed(statement, evidence) == ""


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        (
            "The supervisors voted to replace the ferry.",
            ["The supervisors voted 3–2 against replacing the ferry."],
        ),
        ("People were hurt when the bridge fell.", ["The bridge fell; nobody was hurt."]),
    ],
)
def test_a_denial_without_a_not_is_one(statement: str, evidence: list[str]) -> None:
    assert compare.opposed(statement, evidence) != ""
