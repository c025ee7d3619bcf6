"""Which names of documents are worth a page, by their counts."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.model.statement import Term
from wikic.wiki.fold.symbols import called
from wikic.wiki.fold.terms import Terms


def filled(*names: Iterable[Term]) -> Terms:
    terms = Terms()
    for number, each in enumerate(names):
        terms.put(f"guides/{number}", tuple(each))
    for number in range(20):
        terms.put(f"other/{number}", (Term(f"Only {number}", "terms", 1),))
    return terms


def lamp(name: str = "Storm Lamp", *, uses: int = 3, about: int = 1, before_noun: int = 0) -> Term:
    return Term(name, "terms", uses, capital=uses, before_noun=before_noun, about=about)


def test_a_name_of_which_two_documents_say_something_is_worth_a_page() -> None:
    assert filled([lamp()], [lamp()]).worthy("storm lamp")
    assert not filled([lamp()]).worthy("storm lamp")


def test_a_name_that_is_only_mentioned_is_not_unless_documents_come_back_to_it() -> None:
    assert not filled([lamp(about=0)], [lamp(about=0)]).worthy("storm lamp")
    assert filled([lamp(about=0, uses=6)], [lamp(about=0, uses=6)]).worthy("storm lamp")


def test_a_single_word_that_is_mentioned_needs_more_uses_than_a_name_of_several() -> None:
    for name, worth in (("SMS", False), ("Storm Lamp", True)):
        documents = [[lamp(name, about=0, uses=uses)] for uses in (3, 3, 2)]
        assert filled(*documents).worthy(name.casefold()) is worth
    assert filled([lamp("SMS", about=0, uses=5)], [lamp("SMS", about=0, uses=4)]).worthy("sms")
    assert filled([lamp("SMS", uses=2)], [lamp("SMS", uses=2)]).worthy("sms")


def test_a_name_that_is_mostly_a_part_of_others_is_not() -> None:
    assert not filled([lamp(before_noun=2)], [lamp(before_noun=2)]).worthy("storm lamp")


def test_a_piece_of_a_name_that_as_many_documents_have_is_not() -> None:
    both = [lamp("Board"), lamp("Harbour Board")]
    assert not filled(both, both).worthy("board")
    assert filled(both, both).worthy("harbour board")
    assert filled(both, both, [lamp("Board", uses=5)], [lamp("Board", uses=5)]).worthy("board")


def test_a_chapter_goes_with_its_work() -> None:
    both = [lamp("听潮集·序"), lamp("听潮集")]
    assert filled(both, both).worthy("听潮集")
    assert not filled(both, both).worthy("听潮集·序")
    alone = [lamp("听潮集·序")]
    assert filled(alone, alone).worthy("听潮集·序")


def test_a_name_that_most_documents_hold_in_longer_ones_is_not() -> None:
    longer = [[lamp(f"Kelda Tool {number}")] for number in range(9)]
    assert not filled([lamp("Kelda")], [lamp("Kelda")], *longer).worthy("kelda")


def test_one_who_speaks_has_a_page_by_one_document() -> None:
    terms = filled([Term("HesterDunn", "people", 2)])
    assert terms.worthy("hesterdunn")
    assert (terms.fewest("hesterdunn"), terms.fewest("storm lamp")) == (1, 2)


@pytest.mark.parametrize(
    ("speaker", "names"),
    [
        ("HesterDunn", ("Hester Dunn", "Hester")),
        ("Hester Dunn", ("Hester",)),
        ("Hester", ()),
        ("hester_dunn", ()),
        ("许青禾", ()),
    ],
)
def test_what_others_call_one_who_speaks(speaker: str, names: tuple[str, ...]) -> None:
    assert called(speaker) == names


NAMES = st.sampled_from(["Board", "Harbour Board", "Board of Kelda", "Kelda", "听潮集", "听潮集·序"])
DOCUMENTS = st.lists(
    st.lists(st.builds(lamp, NAMES, uses=st.integers(1, 9), about=st.integers(0, 2)), max_size=4), max_size=12
)


@given(DOCUMENTS, DOCUMENTS)
def test_forgetting_documents_leaves_the_worth_of_names_as_it_was(
    kept: list[list[Term]], gone: list[list[Term]]
) -> None:
    terms, alone = Terms(), Terms()
    for number, each in enumerate(kept):
        alone.put(f"kept/{number}", tuple(each))
        terms.put(f"kept/{number}", tuple(each))
    for number, each in enumerate(gone):
        terms.put(f"gone/{number}", tuple(each))
    for number in range(len(gone)):
        terms.remove(f"gone/{number}")
    assert set(terms.names()) == set(alone.names())
    assert {name for name in terms.names() if terms.worthy(name)} == {
        name for name in alone.names() if alone.worthy(name)
    }


@given(DOCUMENTS, st.lists(st.builds(lamp, NAMES), max_size=3))
def test_only_names_around_those_that_come_change_their_worth(
    documents: list[list[Term]], added: list[Term]
) -> None:
    terms = filled(*documents)
    before = {name: terms.worthy(name) for name in terms.names()}
    bracket = terms.bracket
    names = {each.name.casefold() for each in added}
    judged = names | terms.around(names)
    terms.put("new", tuple(added))
    judged |= terms.around(names)
    if terms.bracket == bracket:
        changed = {name for name in terms.names() if before.get(name) != terms.worthy(name)}
        assert changed <= judged


def test_a_name_may_stand_in_three_of_ten_documents_and_not_in_half_of_them() -> None:
    others = [[lamp(f"Gate {number}")] for number in range(32)]
    assert filled(*[[lamp("Kelda")]] * 8, *others[:24]).worthy("kelda")
    assert not filled(*[[lamp("Kelda")]] * 16, *others[:16]).worthy("kelda")
