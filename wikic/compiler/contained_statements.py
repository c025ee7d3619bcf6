"""Hides a statement whose words begin a longer one of the same entity: the page shows that alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wikic.model.statement import Relation, Statement


def mark_contained(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements, in order, each that begins a longer one of its entity ``shown_as`` that one.

    The longer statement takes over the relations of the shorter. A curator joins a sentence that leans on the
    one before it to that sentence, and may give the first sentence by itself too. Only a statement whose
    blocks the longer one cites as well is hidden, so no quote is lost.
    """
    longer: dict[str, list[Statement]] = {}
    for statement in statements:
        if len(statement.blocks) > 1:
            longer.setdefault(statement.blocks[0], []).append(statement)
    shown_as: dict[int, Statement] = {}
    for at, statement in enumerate(statements):
        near = longer.get(statement.blocks[0], ()) if longer else ()
        taking = [other for other in near if _goes_on(other, statement)]
        if taking:
            shown_as[at] = max(taking, key=lambda other: (len(other.text), other.id))
    if not shown_as:
        return tuple(statements)
    moved: dict[str, list[Relation]] = {}
    for at, other in shown_as.items():
        moved.setdefault(other.id, []).extend(statements[at].relations)
    return tuple(
        replace(
            statement,
            shown_as=shown_as[at].id if at in shown_as else None,
            relations=tuple(dict.fromkeys((*moved.get(statement.id, ()), *statement.relations))),
        )
        for at, statement in enumerate(statements)
    )


def _goes_on(longer: Statement, shorter: Statement) -> bool:
    """Whether ``longer`` begins with ``shorter`` and shares its entity, kind, holder and blocks."""
    return (
        longer.of == shorter.of
        and (longer.kind, longer.holder) == (shorter.kind, shorter.holder)
        and len(longer.text) > len(shorter.text)
        and longer.text.startswith(shorter.text)
        and set(shorter.blocks) < set(longer.blocks)
    )
