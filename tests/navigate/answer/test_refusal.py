"""What is refused: the questions of another wiki, and none of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wikic.navigate.ask import Asker
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
        "Where was the director of Grey Street Reed born?",
        "How do I reset the password of my account?",
        "Which team did Manchester play in the final?",
        "How much did shareholders receive for each share in 2019?",
    ],
)
def test_questions_of_another_wiki_are_refused(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert (answer.answered, answer.evidence, answer.short) == (False, (), None)


@pytest.mark.parametrize(
    "question",
    [
        "When was Bob Reed born?",
        "What is Bob Reed's salary?",
        "Who is the barber of Bob Reed?",
        "How old is Cid Vale?",
    ],
)
def test_who_is_named_and_asked_for_what_no_page_says_is_named_in_vain(asker: Asker, question: str) -> None:
    assert not asker.ask(question).answer.answered


def test_known_words_weigh_less_in_a_name_that_nobody_bears(asker: Asker) -> None:
    assert asker.ask("where was the director of grey street reed born?").answer.answered
    assert not asker.ask("Where was the director of Grey Street Reed born?").answer.answered
