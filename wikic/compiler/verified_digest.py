"""Removes from a digest what the verdicts refuse: statements, typed relations, summaries of entities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wikic.curator.protocol import Verdict
from wikic.model.digest import Digest
from wikic.model.extraction import Slip
from wikic.model.finding import Category
from wikic.model.statement import Relation
from wikic.text import relation_labels


def without_refused(digest: Digest, verdicts: Sequence[Verdict], dropped: list[Slip]) -> Digest:
    """The digest without the statements that ``verdicts`` refuse, and without blocks that none cites then.

    dropped: takes a slip for each refused statement.
    """
    digest = _without_refused_parts(digest, verdicts)
    # By place: two entities may share a statement.
    refused = {at: each.missing for at, each in enumerate(verdicts) if not each.supported}
    for at, missing in refused.items():
        if at < len(digest.statements):  # else the line of an entity
            what = "a statement that its blocks do not bear out"
            case = f"{digest.statements[at].text} (not there: {', '.join(missing) or 'what it says'})"
            dropped.append(Slip(Category.UNSUPPORTED_FACT, "unsupported-statement", what, case))
    statements = tuple(each for at, each in enumerate(digest.statements) if at not in refused)
    if len(statements) == len(digest.statements):
        return digest
    cited = {block for statement in statements for block in statement.blocks}
    left = (block for block in digest.blocks if block.id in cited)
    renumbered = tuple(replace(block, number=number) for number, block in enumerate(left, start=1))
    return replace(digest, statements=statements, blocks=renumbered)


def _without_refused_parts(digest: Digest, verdicts: Sequence[Verdict]) -> Digest:
    """The digest without the relation types, summaries and aliases of entities that ``verdicts`` refuse."""
    unrelated = {at for at, verdict in enumerate(verdicts) if verdict.unrelated}
    statements = tuple(
        replace(each, relations=_untyped(each.relations)) if at in unrelated else each
        for at, each in enumerate(digest.statements)
    )
    lines = verdicts[len(digest.statements) :]
    refused = {each.statement for each in lines if not each.supported}
    misnamed = {each.statement for each in lines if each.unrelated}
    entities = tuple(
        replace(
            each,
            summary="" if each.id in refused else each.summary,
            aliases=() if each.id in misnamed else each.aliases,
        )
        for each in digest.entities
    )
    return replace(digest, statements=statements, entities=entities)


def _untyped(typed: Iterable[Relation]) -> tuple[Relation, ...]:
    """Relations to the same entities, all of the type "mentions"."""
    return tuple(dict.fromkeys(Relation(relation_labels.MENTIONS, each.entity) for each in typed))
