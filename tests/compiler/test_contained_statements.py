"""What a longer statement repeats is not shown beside it, and nothing of it is lost."""

from __future__ import annotations

from wikic.compiler.article_digest import mark_contained
from wikic.layout import statement_id
from wikic.model.statement import Relation, Statement


def said(text: str, *blocks: str, of: str = "e1", relations: tuple[Relation, ...] = ()) -> Statement:
    return Statement(statement_id("fact", None, text), of, "fact", text, blocks, relations=relations)


FIRST = said("The yard closed.", "p1", relations=(Relation("located in", "e2"),))
BOTH = said("The yard closed. This ruined Rooke.", "p1", "p2", relations=(Relation("mentions", "e3"),))
ALL = said("The yard closed. This ruined Rooke. He left.", "p1", "p2", "p3")


def test_the_first_sentence_is_shown_in_the_pair_and_its_relation_with_it() -> None:
    first, both = mark_contained((FIRST, BOTH))
    assert first.shown_as == both.id
    assert both.shown_as is None
    assert {relation.label for relation in both.relations} == {"located in", "mentions"}


def test_in_a_chain_the_longest_shows_them_all() -> None:
    first, both, whole = mark_contained((FIRST, BOTH, ALL))
    assert first.shown_as == both.shown_as == whole.id
    assert {relation.label for relation in whole.relations} == {"located in", "mentions"}


def test_near_misses_stay() -> None:
    other_entity = said("The yard closed.", "p1", of="e2")
    uncited = said("The yard closed.", "p9")
    not_its_beginning = said("Rooke.", "p1")
    kept = (other_entity, uncited, not_its_beginning, BOTH)
    assert mark_contained(kept) == kept


def test_what_repeats_nothing_is_left_as_it_is() -> None:
    assert mark_contained((FIRST, said("The pier stands.", "p4"))) == (FIRST, said("The pier stands.", "p4"))
