"""The order of evidence: what says something new comes before what others have said."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic import layout
from wikic.navigate.ask.heuristic import controller
from wikic.navigate.ask.heuristic.candidates import Candidate, Part, Passage, Passages, Pool
from wikic.navigate.ask.heuristic.question import Question, read_question
from wikic.navigate.ask.heuristic.term_forms import Matcher
from wikic.navigate.ask.heuristic.term_statistics import TermStatistics
from wikic.search.fields import SearchRecord
from wikic.search.index import SearchIndex
from wikic.search.name_index import NameIndex

WEIGHTS = {"harbour": 4.0, "mayor": 4.0, "storm": 4.0}


def candidate(page: str, gain: float, *held: str, part: Part = "own") -> Candidate:
    passage = Passage(f"people/{page}", page, (page,), 0, (page,), part=part)
    return Candidate(passage, 0.0, frozenset(held), gain=gain)


def order(root: Path, *candidates: Candidate) -> list[str]:
    question = Question("?", (), WEIGHTS, tuple(WEIGHTS), (), (), Matcher(WEIGHTS), 12.0, 1.0, "bridge")
    index = SearchIndex.open(root / "search")
    index.rebuild([])
    pool = Pool(question, Passages(TermStatistics(index)))
    pool.found = {each.passage.key: each for each in candidates}
    return [each.passage.title for each in controller.order_candidates(pool)]


def test_what_a_page_only_shows_gives_way_where_it_says_nothing_new(tmp_path: Path) -> None:
    first = candidate("First", 1.0, "harbour", "mayor")
    shown = candidate("Shown", 0.52, "harbour", part="borrowed")
    own = candidate("Own", 0.5, "harbour")
    assert order(tmp_path, first, shown, own) == ["First", "Own", "Shown"]


def test_what_a_page_shows_and_nobody_said_keeps_its_place(tmp_path: Path) -> None:
    first = candidate("First", 1.0, "harbour", "mayor")
    shown = candidate("Shown", 0.52, "storm", part="borrowed")
    own = candidate("Own", 0.5, "harbour")
    assert order(tmp_path, first, shown, own) == ["First", "Shown", "Own"]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("What was the net income of General Mills, and please explain why?", "generalmills/Report-7"),
        ("What was the net income of Nike, and please explain why?", "nike/Report-3"),
        ("What was the net income, and please explain why?", "other/Advice"),
    ],
)
def test_a_question_that_names_a_directory_means_its_documents(
    tmp_path: Path, asked: str, first: str
) -> None:
    index = SearchIndex.open(tmp_path / "search")
    bodies = {
        "generalmills/Report-7": "Net income was 4 million.",
        "nike/Report-3": "Net income was 5 million.",
        "other/Advice": "Please explain why net income was lower.",
    }
    index.rebuild(
        SearchRecord(path, layout.stem(path), body=body, article=f"sources/articles/{at}")
        for at, (path, body) in enumerate(bodies.items())
    )
    statistics = TermStatistics(index)
    pool = Pool(read_question(asked, NameIndex(index), statistics), Passages(statistics))
    pool.add(bodies)
    assert controller.order_candidates(pool)[0].passage.path == first
