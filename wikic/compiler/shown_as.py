"""Hides one statement behind another that says it better: when that is allowed, and how the digest changes.

The better statement takes over blocks and relations of the hidden one, so every quote stays cited and every
link stays. There are no chains: what was hidden behind the first is hidden behind the second from then on.
"""

from __future__ import annotations

from dataclasses import replace

from wikic.model.digest import Digest
from wikic.model.statement import Statement


def fault(digest: Digest, of: str, statement: str, by: str) -> str | None:
    """Why ``statement`` of entity ``of`` cannot be shown as ``by``, or None."""
    found = {each.id: each for each in digest.statements if each.of == of}
    worse, better = found.get(statement), found.get(by)
    if worse is None or better is None:
        return "one of the two is no statement of this entity"
    if worse is better:
        return "a statement does not say itself better"
    if worse.shown_as is not None:
        return "it is shown as another one already"
    if better.retired or better.shown_as is not None:
        return "what should say it better is not shown itself"
    if (worse.kind, worse.holder, worse.superseded) != (better.kind, better.holder, better.superseded):
        return "the two are of different kinds"
    return None


def show_as(digest: Digest, of: str, statement: str, by: str) -> Digest:
    """The digest with ``statement`` shown as ``by``; ``fault`` must have found nothing."""
    order = {block.id: block.number for block in digest.blocks}
    worse = next(each for each in digest.statements if (each.of, each.id) == (of, statement))

    def amended(each: Statement) -> Statement:
        if each.of != of:
            return each
        if each.id == by and not digest.derived:
            blocks = sorted({*each.blocks, *worse.blocks}, key=lambda block: (order.get(block, 0), block))
            relations = tuple(dict.fromkeys((*each.relations, *worse.relations)))
            return replace(each, blocks=tuple(blocks), relations=relations)
        if statement in (each.id, each.shown_as):
            return replace(each, shown_as=by)
        return each

    return replace(digest, statements=tuple(map(amended, digest.statements)))
