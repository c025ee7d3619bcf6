"""Drafts in other words: what is taken, what is refused, and what a model's failing leaves."""

from __future__ import annotations

import json

import pytest

from wikic.errors import BudgetError, ModelUnavailableError
from wikic.evaluate.drafting.draft import Draft, find_fault, reword_drafts
from wikic.llm.protocol import Request
from wikic.llm.scripted import Said, ScriptedModel

BORN = Draft("birth", "When was Agnes Varley born?", ("22 June 1868",), (("people/agnes-varley.md",),),
             "Agnes Varley (22 June 1868 – 17 September 1950) was a trade unionist.")  # fmt: skip
GAP = Draft("gap", "What stands in the gap? (“Hallowmouth”) It had ____ inhabitants.", ("14,206",),
            (("hallowmouth.md",),), "It had 14,206 inhabitants.")  # fmt: skip
FIRST = Draft("first death", "Who died first, Edmund Rooke or Josiah Penhale?", ("Josiah Penhale",),
              (("a",), ("b",)), "1890 and 1901")  # fmt: skip
CHINESE = Draft("birth", "林知远生于哪一年？", ("1881年",), (("a",),), "林知远（1881年－1936年），小说家。")
STRANGER = Draft("unknown name", "Who wrote Agnes Rooke?", (), (), "nobody here is called Agnes Rooke", 0)


def test_the_same_in_other_words_is_taken() -> None:
    for draft, said, answer in [
        (BORN, "What is the date of birth of Agnes Varley?", "on 22 June 1868"),
        (BORN, "On which day did Agnes Varley come into the world?", "22 June 1868"),
        (GAP, "How many people live in Hallowmouth?", "14,206 inhabitants"),
        (FIRST, "Did Edmund Rooke or Josiah Penhale die earlier?", "Josiah Penhale"),
        (CHINESE, "林知远是哪年出生的？", "1881年"),
        (STRANGER, "What is the name of the author of Agnes Rooke?", ""),
    ]:
        names = [name for name in ("Agnes Varley", "Hallowmouth", "林知远") if name in draft.question]
        assert find_fault(draft, said, answer, names) == ""


def test_what_asks_something_else_is_refused() -> None:
    for draft, said, answer, why in [
        (BORN, "When was she born?", "22 June 1868", "lacks 'Agnes Varley'"),
        (BORN, "When was Agnes born?", "22 June 1868", "lacks 'Agnes Varley'"),
        (BORN, "Was Agnes Varley born on 22 June 1868?", "22 June 1868", "tells the answer"),
        (BORN, "When did Agnes Varley die?", "17 September 1950", "has another answer"),
        (BORN, "When was Agnes Varley of Porthmadog born?", "22 June 1868", "brings 'Porthmadog'"),
        (BORN, "When was Agnes Varley born?", "22 June 1868", "is the same"),
        (BORN, "", "22 June 1868", "is no question"),
        (BORN, "Agnes Varley " * 100, "22 June 1868", "is no question"),
        (GAP, "Hallowmouth had ____ inhabitants?", "14,206", "is no question"),
        (CHINESE, "他是哪年出生的？", "1881年", "lacks '林知远'"),
        (FIRST, "Who died first, Edmund Rooke or his friend?", "Josiah Penhale", "lacks"),
    ]:
        names = [name for name in ("Agnes Varley", "Hallowmouth", "林知远") if name in draft.question]
        assert find_fault(draft, said, answer, names).startswith(why)


def test_drafts_that_cannot_be_reworded_stay_in_their_place() -> None:
    good = json.dumps({"question": "What is the birthday of Agnes Varley?", "answer": "22 June 1868"})
    replies: dict[str, Said] = {"Agnes Varley": good, "first": ModelUnavailableError("overloaded")}

    def answer(request: Request) -> Said:
        shown = request.messages[1].text
        return next((said for mark, said in replies.items() if mark in shown), "I would rather not.")

    found = reword_drafts((FIRST, BORN, GAP), ScriptedModel(answer), ["Agnes Varley", "Hallowmouth"])
    assert [each.question for each in found.drafts] == [
        FIRST.question, "What is the birthday of Agnes Varley?", GAP.question,
    ]  # fmt: skip
    assert found.drafts[1].drafted == BORN.question
    assert (found.changed, [question for question, _ in found.refused]) == (1, [FIRST.question, GAP.question])
    assert found.refused[0][1] == "overloaded"


def test_a_limit_ends_it() -> None:
    with pytest.raises(BudgetError):
        reword_drafts((BORN,), ScriptedModel([BudgetError("no more")]), [])
