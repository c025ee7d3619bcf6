"""What a model is handed: short pages whole, the best facts of others, and what others say of a stub."""

from __future__ import annotations

from wikic.navigate.ask.answer.compose import compose_answer
from wikic.navigate.ask.answer.evidence import FACTS, evidence_for_model
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.tools.result import count_tokens


def test_the_best_pages_are_handed_over_whole_and_nothing_twice(family: Asker) -> None:
    exploration = Heuristic(family.library).explore("When was Anna of Brenholt's father born?")
    answer = compose_answer(exploration, family.library, limit=FACTS)
    found = evidence_for_model(answer, family.library)
    assert {(each.page, each.fact) for each in answer.evidence} <= {(each.page, each.fact) for each in found}
    best = answer.evidence[0].page
    view = family.library.view(best)
    assert view is not None
    assert {fact.id for fact in view.facts} <= {each.fact for each in found if each.page == best}
    assert len({(each.page, each.fact or each.text) for each in found}) == len(found)
    pages = [each.page for each in found]
    assert [page for at, page in enumerate(pages) if page not in pages[:at]] == list(dict.fromkeys(pages))
    assert sum(count_tokens(each.text) for each in found if each.page == best) <= 300


def test_nothing_found_is_nothing_handed_over(family: Asker) -> None:
    answer = compose_answer(Heuristic(family.library).explore("zzzz"), family.library, limit=FACTS)
    assert evidence_for_model(answer, family.library) == ()
