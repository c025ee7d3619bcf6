"""What people decided about an old text is carried to the new one, for the same entity only."""

from __future__ import annotations

from dataclasses import replace

from wikic.compiler.carry import carry
from wikic.layout import statement_id
from wikic.model.digest import Digest
from wikic.model.statement import Entity, Statement

ADA, BO = Entity("e1", "Ada", "people"), Entity("e2", "Bo", "people")


def said(of: str, text: str, *blocks: str, retired: bool = False) -> Statement:
    return Statement(statement_id("fact", None, text), of, "fact", text, blocks, retired=retired)


def digest(*statements: Statement, entities: tuple[Entity, ...] = (ADA, BO)) -> Digest:
    return Digest("t/d", "t", "0" * 64, None, "2026-11-21", "table/1", "", (), entities, statements)


def test_a_retired_statement_stays_retired() -> None:
    old = digest(said("e1", "Ada died in 1852.", "p1", retired=True))
    carried = carry(old, digest(said("e1", "Ada died in 1852.", "p1")))
    assert [each.retired for each in carried.digest.statements] == [True]
    assert (carried.renamed, carried.lost) == ((), 0)


def test_new_words_of_the_same_fact_take_the_decision_over() -> None:
    old = digest(said("e1", "She died in 1852.", "p1", retired=True))
    new = digest(said("e1", "Ada died in 1852.", "p1"))
    carried = carry(old, new)
    assert carried.digest.statements[0].retired
    assert carried.renamed == ((old.statements[0].id, new.statements[0].id),)


def test_an_equal_statement_of_another_entity_is_not_retired() -> None:
    old = digest(said("e1", "It was cold.", "p1", retired=True), said("e2", "It was cold.", "p1"))
    carried = carry(old, digest(said("e1", "It was cold.", "p1"), said("e2", "It was cold.", "p1")))
    assert [each.retired for each in carried.digest.statements] == [True, False]


def test_local_ids_may_change_hands() -> None:
    swapped = (replace(ADA, id="e2"), replace(BO, id="e1"))
    old = digest(said("e1", "Ada died in 1852.", "p1", retired=True))
    carried = carry(old, digest(said("e2", "Ada died in 1852.", "p1"), entities=swapped))
    assert carried.digest.statements[0].retired


def test_what_finds_no_partner_is_counted() -> None:
    old = digest(said("e1", "Ada died in 1852.", "p1", retired=True))
    assert carry(old, digest(said("e1", "Ada sang.", "p2"))).lost == 1
