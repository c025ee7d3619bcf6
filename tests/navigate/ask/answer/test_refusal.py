"""What is refused: the questions of another wiki, and none of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library

PAGES = {
    "people/Ann-Hale": "# Ann\n\nAnn Hale of Market Street keeps the Grey Point lamp and reads the tide.\n",
    "people/Bob-Reed": "# Bob Reed\n\nBob Reed was the director of the Grey Point school and mends nets.\n",
    "people/Cid-Vale": "# Cid Vale\n\nCid Vale bought tar and sold eels.\n",
    "tables/Dues": "# Dues\n\n| Year | Harbour dues |\n| --- | --- |\n| 1901 | 340 |\n| 1902 | 410 |\n",
    **{
        f"places/Cove-{name}": f"# Cove {name}\n\nThe cove {name} is dry at low tide.\n"
        for name in "ABCDEFGH"
    },
}


@pytest.fixture
def asker(wiki: Callable[..., Path]) -> Asker:
    return Asker(Library.current(wiki(PAGES)))


@pytest.mark.parametrize(
    "question",
    [
        "Who keeps the lamp of Grey Point?",
        "When is the tide read?",
        "What did Bob Reed do at the school?",
        "How high were the harbour dues in 1902?",
        "Who is Ann Hale?",
        "Who buys tar?",
        "Which eels are sold?",
    ],
)
def test_own_questions_are_answered(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.answered


@pytest.mark.parametrize(
    "question",
    [
        "How do I reset the password of my account?",
        "Which team did Manchester play in the final?",
        "How much did shareholders receive for each share in 2019?",
    ],
)
def test_questions_of_another_wiki_are_refused(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert (answer.answered, answer.evidence, answer.short) == (False, (), None)


@pytest.mark.parametrize(
    "question", ["When was Bob Reed born?", "WHO IS THE BARBER OF BOB REED", "cid vale?"]
)
def test_what_a_named_page_says_is_shown_whatever_is_asked_of_it(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.answered


@pytest.mark.parametrize(
    "question",
    ["who keeps the lamp of grey point", "Hello! Could you tell me who KEEPS the lmap of Grey Point?"],
)
def test_capitals_courtesy_and_slips_decide_nothing(asker: Asker, question: str) -> None:
    assert "Ann Hale" in asker.ask(question).answer.evidence[0].text


def test_a_refusal_shows_what_is_nearest(asker: Asker) -> None:
    answer = asker.ask("Which team did Manchester play at low tide?").answer
    assert answer.sure < 0.5
    assert any(each.fact for each in answer.nearest)
