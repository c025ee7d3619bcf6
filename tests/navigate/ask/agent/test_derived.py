"""What follows from facts is borne out as what stands in them, and what only looks like it is not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from wikic.navigate.ask.agent import contract
from wikic.navigate.ask.agent.claims import Ground
from wikic.navigate.ask.agent.fact_handles import Handles, Shown

TABLE = (
    "Mill report",
    "(in thousands of dollars) | Year | 2021 | 2020 | Flour | $2,400 | $1,920 | Bran | 610 | 580 |",
)
TIDES = ("Tides", "The gauge read 4.26 m, then 3.5 m, then 2.9 m.")
TALK = ("Ida and Bo, talk 2\n9 March, 2021", "Ida: We sold the boat three years ago and moved yesterday.")
TABLE_ZH = ("年报", "单位：百万元 | 收入 | 320 | 250 |")
LAMP = ("Lamp", "The lamp was lit in 1880. The limit of the drum is 250 mm.")


def faults(question: str, facts: Sequence[tuple[str, str]], reply: str) -> tuple[contract.Fault, ...]:
    handles = Handles(None)
    for at, (about, text) in enumerate(facts):
        handles.of(Shown(f"p/{at}", f"f{at}", text, (), about=about))
    draft = contract.read_draft(reply)
    settled = contract.settle_draft(draft, Ground(handles, question))
    return contract.check_draft(draft, settled, question, "end", has_read=True)


@pytest.mark.parametrize(
    ("fact", "reply"),
    [
        (TABLE, "ANSWER: $2.4 million\nFlour brought $2.4 million [F1]."),
        (TABLE, "ANSWER: 480 thousand dollars\nFlour rose from 1,920 to 2,400 [F1]."),
        (TABLE, "ANSWER: 25%\nFlour rose by 25% from 1,920 to 2,400 [F1]."),
        (TABLE, "ANSWER: 3,010\nFlour of 2,400 and bran of 610 come to 3,010 [F1]."),
        (TABLE, "ANSWER: 0.25\nBran of 610 is 0.25 of the 2,400 of flour [F1]."),
        (TIDES, "ANSWER: 3.55 m\nThe mean of 4.26, 3.5 and 2.9 is 3.55 m [F1]."),
        (TIDES, "ANSWER: 0.76 m\nIt fell by 0.76 m at first [F1]."),
        (TIDES, "ANSWER: about 4.3 m\nIt read about 4.3 m [F1]."),
        (TALK, "ANSWER: 2018\nThey sold it in 2018 [F1]."),
        (TALK, "ANSWER: 8 March 2021\nThey moved on 8 March 2021 [F1]."),
        (TABLE_ZH, "答案：3.2亿元\n收入是3.2亿元[F1]。"),
        (LAMP, "ANSWER: No\nA drum of 300 mm is over the limit of 250 mm [F1]."),
        (LAMP, "ANSWER: 1880\nThe lamp of Pier 7 was lit in 1880 [F1]."),
    ],
)
def test_what_follows_from_facts_is_accepted(fact: tuple[str, str], reply: str) -> None:
    question = (
        "May the lamp of Pier 7 have a drum of 300 mm, and since when?"
        if fact is LAMP
        else "How much, and when?"
    )
    assert not faults("多少？" if fact is TABLE_ZH else question, [fact], reply)


@pytest.mark.parametrize(
    ("fact", "reply"),
    [
        (TABLE, "ANSWER: $2.4 billion\nFlour brought $2.4 billion [F1]."),
        (TABLE, "ANSWER: 470\nFlour rose from 1,920 to 2,400 [F1]."),
        (TABLE, "ANSWER: 27%\nFlour rose by 27% from 1,920 to 2,400 [F1]."),
        (TIDES, "ANSWER: 3.65 m\nThe mean of 4.26, 3.5 and 2.9 is 3.65 m [F1]."),
        (TIDES, "ANSWER: about 4.4 m\nIt read about 4.4 m [F1]."),
        (TALK, "ANSWER: 2017\nThey sold it in 2017 [F1]."),
        (TALK, "ANSWER: 7 March 2021\nThey moved on 7 March 2021 [F1]."),
        (LAMP, "ANSWER: 300 mm\nThe limit of the drum is 300 mm [F1]."),
        (LAMP, "ANSWER: 1870\nThe lamp was lit in 1870 [F1]."),
    ],
)
def test_what_does_not_follow_is_not(fact: tuple[str, str], reply: str) -> None:
    assert faults("Was the lamp lit in 1870, with a drum of 300 mm?", [fact], reply)


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        # The fact that says it is found beside the one that was cited.
        ("ANSWER: Bo Lund\nThe lamp was painted by Bo Lund [F1].", True),
        ("ANSWER: Bo Lund\nThe lamp was painted by Bo Lund [F9].", True),
        ("ANSWER: Bo Lund\nThe lamp was painted by Bo Lund.", True),
        ("ANSWER: Ida Berg\nThe lamp was painted by Ida Berg [F1].", False),
        ("ANSWER: 1880\nThe lamp was lit in 1880 [F1], but no source says by whom.", True),
        ("ANSWER: 1880\nIt was lit in 1880 [F1]. The lamp was painted, but no source says when.", True),
        ("ANSWER: 1880\nIt was lit in 1880 [F1]. The keeper was drunk, but no source says why.", False),
        ("ANSWER: NOT IN THE WIKI\nNo page says when Bo Lund was born.", True),
        ("ANSWER: NOT IN THE WIKI\nNo page says when Max Muster was born.", False),
        ("ANSWER: Mother and son\nBo Lund painted the lamp [F2].", True),
        ("ANSWER: Mars and son\nBo Lund painted the lamp [F2].", False),
    ],
)
def test_what_stands_in_another_fact_is_cited_there_and_what_is_missing_is_said(
    reply: str, right: bool
) -> None:
    facts = [LAMP, ("Painter", "The lamp was painted by Bo Lund in a day.")]
    assert (not faults("Who painted it?", facts, reply)) is right
