"""What one digest says of things that have one value of something."""

from __future__ import annotations

import pytest

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.statement import Block, Entity, Relation, Statement, StatementKind
from wikic.wiki.fold.single_values import values_said


def digest(*told: tuple[str, str], kind: StatementKind = "fact", related: str = "") -> Digest:
    """Sentences of a document on Otto Rowe, each with the words in which it is told."""
    blocks = tuple(Block(layout.block_id(said), said, at) for at, (said, _) in enumerate(told, 1))
    relations = (Relation(related, "e2"),) if related else ()
    statements = tuple(
        Statement(layout.statement_id(kind, None, text), "e1", kind, text, (block.id,), relations=relations)
        for block, (_, text) in zip(blocks, told, strict=True)
    )
    entities = (Entity("e1", "Otto Rowe", "people", principal=True), Entity("e2", "Anna Rowe", "people"))
    return Digest("t/o", "Otto Rowe", "", None, "2026-11-21", "t/1", "", blocks, entities, statements)


def said(found: Digest) -> list[list[tuple[str, str]]]:
    values = values_said(found, found.statements)
    return [[(each.value.attribute, each.value.text) for each in values.of.get(at, [])] for at in (0, 1)]


BORN = ("He was born on 4 May 1804.", "Otto Rowe was born on 4 May 1804.")
HERS = ("She was born on 3 June 1810.", "Otto Rowe was born on 3 June 1810.")


def test_a_sentence_about_his_wife_says_nothing_of_him() -> None:
    assert said(digest(BORN, HERS))[0] == [("date of birth", "4 May 1804")]


def test_what_is_said_of_another_is_said_of_that_one() -> None:
    text = "Otto Rowe's wife was a diver. Anna Rowe was born in 1810."
    assert said(digest((text, text), related="spouse"))[1] == [("date of birth", "1810")]


def test_a_mother_is_a_value_with_her_place() -> None:
    text = "Otto Rowe was a son of Anna Rowe."
    (found,) = values_said(
        digest((text, text), related="mother"), digest((text, text), related="mother").statements
    ).of[0]
    assert (found.value.attribute, found.value.text, found.target) == ("mother", "Anna Rowe", 1)


@pytest.mark.parametrize("kind", ["claim", "judgement", "quotation"])
def test_what_somebody_claims_is_no_value(kind: StatementKind) -> None:
    assert said(digest(BORN, kind=kind)) == [[], []]
