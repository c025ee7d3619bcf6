"""What a text says beyond its evidence: all for some, surely for perhaps, words in marks that nobody said."""

from __future__ import annotations

import pytest

from wikic.text.compare import overstated


@pytest.mark.parametrize(
    ("statement", "evidence", "word"),
    [
        ("Ada counted mites in all fourteen hives.", "Ada counted mites in 9 of the 14 hives.", "all"),
        ("Every berth was dredged in May.", "Berths one to three were dredged in May.", "Every"),
        ("所有泊位都在五月疏浚。", "一号到三号泊位在五月疏浚。", "所有"),
        ("The quay is raised next spring by the board.", "The board may raise the quay next spring.", "may"),
        ("The ferry runs again in spring.", "Probably the ferry runs again in spring.", "Probably"),
        ("渡轮第四季度恢复夜航。", "渡轮可能到第四季度恢复夜航。", "可能"),
        (
            'Bo said: "The old quay fell into the river."',
            'Bo said: "The old quay fell like a drunk."',
            "The old quay fell into the river.",
        ),
    ],
)
def test_more_than_is_said(statement: str, evidence: str, word: str) -> None:
    assert overstated(statement, [evidence]) == word


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("Bo pulled all eight posts.", "All eight posts were pulled by Bo."),
        ("Each berth was dredged in May.", "In May the board had every berth dredged."),
        ("The board may raise the quay.", "Perhaps the quay is raised by the board."),
        ("The board wants to raise the quay.", "The board hopes to raise the quay."),
        ("The quay was raised in May.", "In May the quay was raised."),  # no month leaves anything open
        ("The tide gauge was mended; Bo did it.", "Bo mended the tide gauge. The lamp may follow."),
        ('Bo said "it fell, and with it the lamp".', '"It fell," said Bo, "and with it the lamp."'),
        ('Ada called it "a slow book".', 'The critic called "Mosses in Winter" slow.'),  # short: a name
    ],
)
def test_no_more_than_is_said(statement: str, evidence: str) -> None:
    assert overstated(statement, [evidence]) == ""
