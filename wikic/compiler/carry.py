"""What people decided about a source's old text, carried to the extraction of its new text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.text.compare import same_fact
from wikic.text.normalise import fold_name


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
    """Match old statements to new ones of one entity: by id, else by a shared block and the same fact."""
    names = _names(new)
    by_id = {(names[each.of], each.id): each for each in new.statements}
    by_block: dict[tuple[str, str], list[Statement]] = {}
    for statement in new.statements:
        for block in statement.blocks:
            by_block.setdefault((names[statement.of], block), []).append(statement)
    old_names = _names(old)
    renamed: list[tuple[str, str]] = []
    retired: set[tuple[str, str]] = set()
    lost = 0
    for statement in old.statements:
        name = old_names[statement.of]
        near = [other for block in statement.blocks for other in by_block.get((name, block), ())]
        partner = by_id.get((name, statement.id)) or _same(statement, near)
        if partner is not None and partner.id != statement.id:
            renamed.append((statement.id, partner.id))
        if statement.retired:
            lost += partner is None
            if partner is not None:
                retired.add((partner.of, partner.id))
    if retired:
        new = replace(
            new,
            statements=tuple(replace(each, retired=(each.of, each.id) in retired) for each in new.statements),
        )
    return Carried(new, tuple(renamed), lost)


def _names(digest: Digest) -> dict[str, str]:
    """The name of each entity by its local id, which another extraction may give to another."""
    return {entity.id: fold_name(entity.title) for entity in digest.entities}


def _same(statement: Statement, near: list[Statement]) -> Statement | None:
    return next((other for other in near if same_fact(statement.text, other.text)), None)
