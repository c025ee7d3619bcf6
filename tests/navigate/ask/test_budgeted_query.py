"""NAV: detail never falls along the sequence, and a longer budget never loses a record."""

from __future__ import annotations

from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.navigate.ask.budgeted_query import Detail, Record, navigate
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.ask.heuristic.options import Budget
from wikic.navigate.library import Library


class Clock:
    """One unit of time for every look at it."""

    def __init__(self) -> None:
        self.now = -1.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def records(library: Library, question: str, units: float | None) -> list[Record]:
    return list(navigate(library, question, Budget(units, Clock())))


QUESTIONS = st.sampled_from(
    [
        "Who keeps the lighthouse?",
        "harbour",
        "When was the harbour master born?",
        "Which ships are there?",
        "",
        "zzzz",
    ]
)


@examples(40, HealthCheck.function_scoped_fixture)
@given(QUESTIONS, st.integers(0, 40), st.integers(0, 40))
def test_a_shorter_budget_gives_a_beginning_of_a_longer_one(
    library: Library, question: str, one: int, other: int
) -> None:
    short, long = (records(library, question, units) for units in sorted((one, other)))
    assert long[: len(short)] == short
    details = [record.detail for record in long]
    assert details == sorted(details)
    assert short[0].detail is Detail.INDEX


def test_without_a_budget_it_goes_down_to_the_articles(library: Library) -> None:
    found = [record.detail for record in records(library, "harbour", None)]
    assert set(found) == set(Detail)


def test_one_search_is_enough_for_a_page(library: Library) -> None:
    found = records(library, "harbour", None)
    glanced = next(record for record in found if record.detail is Detail.PAGE)
    assert "harbour" in f"{glanced.title} {glanced.text}".casefold()


def test_a_question_for_a_list_is_one_listing(library: Library) -> None:
    found = records(library, "Which ships are there?", None)
    listings = [record for record in found if record.detail is Detail.DIMENSION]
    assert len(listings) == 1
    assert listings[0].title.endswith(" pages")


def test_an_exploration_that_is_cut_short_says_so(library: Library) -> None:
    found = Heuristic(library).explore("Who keeps the lighthouse?", lambda: True)
    assert not found.complete


def test_no_time_at_all_still_says_what_the_wiki_is_about(library: Library) -> None:
    (only,) = records(library, "harbour", 0)
    assert only.detail is Detail.INDEX
    assert "people" in only.text
