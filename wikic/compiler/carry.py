"""What people decided about a source's old text, carried to the extraction of its new text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.text.compare import same_fact


@dataclass(frozen=True, slots=True)
class Carried:
    """A new digest with the old one's decisions.

    digest: the new one; statements whose partner was retired are retired.
    renamed: pairs of an old statement's id and its partner's, where they differ.
    lost: retired statements that found no partner.
    """

    digest: Digest
    renamed: tuple[tuple[str, str], ...] = ()
    lost: int = 0


def carry(old: Digest, new: Digest) -> Carried:
    """Match old statements to new ones: by id, else by a shared block and the same fact."""
    by_id = {statement.id: statement for statement in new.statements}
    by_block: dict[str, list[Statement]] = {}
    for statement in new.statements:
        for block in statement.blocks:
            by_block.setdefault(block, []).append(statement)
    renamed: list[tuple[str, str]] = []
    retired: set[str] = set()
    lost = 0
    for statement in old.statements:
        partner = by_id.get(statement.id) or _partner(statement, by_block)
        if partner is not None and partner.id != statement.id:
            renamed.append((statement.id, partner.id))
        if statement.retired:
            lost += partner is None
            if partner is not None:
                retired.add(partner.id)
    if retired:
        statements = tuple(replace(each, retired=each.id in retired) for each in new.statements)
        new = replace(new, statements=statements)
    return Carried(new, tuple(renamed), lost)


def _partner(statement: Statement, by_block: dict[str, list[Statement]]) -> Statement | None:
    near = [other for block in statement.blocks for other in by_block.get(block, ())]
    return next((other for other in near if same_fact(statement.text, other.text)), None)
