"""What people decided about an old text is carried to the new one, for the same entity only."""

from __future__ import annotations

from dataclasses import replace

from wikic.compiler.carried_decisions import carry_decisions
from wikic.layout import statement_id
from wikic.model.digest import Digest
from wikic.model.statement import Entity, Statement

ADA, BO = Entity("e1", "Ada", "people"), Entity("e2", "Bo", "people")


def said(of: str, text: str, *blocks: str, retired: bool = False, superseded: bool = False) -> Statement:
    return Statement(
        statement_id("fact", None, text), of, "fact", text, blocks, retired=retired, superseded=superseded
    )


def digest(*statements: Statement, entities: tuple[Entity, ...] = (ADA, BO)) -> Digest:
    return Digest("t/d", "t", "0" * 64, None, "2026-11-21", "table/1", "", (), entities, statements)


def test_a_retired_statement_stays_retired() -> None:
    old = digest(said("e1", "Ada died in 1852.", "p1", retired=True))
    carried = carry_decisions(old, digest(said("e1", "Ada died in 1852.", "p1")))
    assert [each.retired for each in carried.digest.statements] == [True]
    assert (carried.renamed, carried.lost) == ((), 0)


def test_new_words_of_the_same_fact_take_the_decision_over() -> None:
    old = digest(said("e1", "She died in 1852.", "p1", retired=True))
    new = digest(said("e1", "Ada died in 1852.", "p1"))
    carried = carry_decisions(old, new)
    assert carried.digest.statements[0].retired
    assert carried.renamed == ((old.statements[0].id, new.statements[0].id),)


def test_an_equal_statement_of_another_entity_is_not_retired() -> None:
    old = digest(said("e1", "It was cold.", "p1", retired=True), said("e2", "It was cold.", "p1"))
    carried = carry_decisions(old, digest(said("e1", "It was cold.", "p1"), said("e2", "It was cold.", "p1")))
    assert [each.retired for each in carried.digest.statements] == [True, False]


def test_local_ids_may_change_hands() -> None:
    swapped = (replace(ADA, id="e2"), replace(BO, id="e1"))
    old = digest(said("e1", "Ada died in 1852.", "p1", retired=True))
    carried = carry_decisions(old, digest(said("e2", "Ada died in 1852.", "p1"), entities=swapped))
    assert carried.digest.statements[0].retired


def test_what_finds_no_partner_is_counted() -> None:
    old = digest(said("e1", "Ada died in 1852.", "p1", retired=True))
    assert carry_decisions(old, digest(said("e1", "Ada sang.", "p2"))).lost == 1


def test_what_was_true_once_stays_history() -> None:
    old = digest(said("e1", "She lived in Bonn.", "p1", superseded=True))
    carried = carry_decisions(
        old, digest(said("e1", "Ada lived in Bonn.", "p1"), said("e1", "Ada lives in Rome.", "p2"))
    )
    assert [each.superseded for each in carried.digest.statements] == [True, False]


def test_what_another_statement_says_better_stays_behind_it() -> None:
    short, long = said("e1", "Ada died in 1852.", "p1"), said("e1", "Ada died in London in 1852.", "p2")
    old = digest(replace(short, shown_as=long.id), long)
    carried = carry_decisions(old, digest(short, long)).digest
    assert [each.shown_as for each in carried.statements] == [long.id, None]
    # Every quote stays cited, as repair left it.
    assert set(carried.statements[1].blocks) == {"p1", "p2"}


def test_without_the_better_statement_it_comes_forward() -> None:
    short, long = said("e1", "Ada died in 1852.", "p1"), said("e1", "Ada died in London in 1852.", "p2")
    carried = carry_decisions(digest(replace(short, shown_as=long.id), long), digest(short))
    assert [each.shown_as for each in carried.digest.statements] == [None]


def test_what_stood_behind_a_deleted_fact_does_not_come_forward() -> None:
    short = said("e1", "Ada died in 1852.", "p1")
    long = said("e1", "Ada died in London in 1852.", "p2", retired=True)
    carried = carry_decisions(
        digest(replace(short, shown_as=long.id), long), digest(short, replace(long, retired=False))
    )
    assert [each.retired for each in carried.digest.statements] == [True, True]
