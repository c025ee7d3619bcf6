"""Joins what was extracted from the sections of one article into one ``Extraction``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wikic.model.extraction import Extraction, ProposedStatement, Slip
from wikic.model.statement import Entity


def join_sections(
    summary: str,
    entities: Sequence[Entity],
    statements: Sequence[ProposedStatement],
    slips: Sequence[Slip],
    subject: str,
    *,
    itself: bool,
    lost: Sequence[str] = (),
) -> Extraction:
    """One extraction.

    What nothing is said of and nothing leads to is left out; the rest is numbered anew. Equal statements
    become one that cites the blocks of all.

    statements: in order.
    subject: id of the entity the article is about, or "".
    itself: whether that is the article's own text.
    lost: parts of which nothing was taken.
    """
    merged: dict[tuple[str, str, str | None, str], ProposedStatement] = {}
    for statement in statements:
        key = (statement.of, statement.kind, statement.holder, statement.text)
        same = merged.get(key)
        if same is None:
            merged[key] = statement
            continue
        merged[key] = replace(
            same,
            blocks=tuple(dict.fromkeys((*same.blocks, *statement.blocks))),
            relations=tuple(dict.fromkeys((*same.relations, *statement.relations))),
        )
    kept = tuple(merged.values())
    used = {subject} | {each.of for each in kept}
    used |= {relation.entity for each in kept for relation in each.relations}
    left = sorted(
        (entity for entity in entities if entity.id in used), key=lambda each: each.id != subject
    )  # the subject first; the sort keeps the order of the others
    ids = {entity.id: f"e{at}" for at, entity in enumerate(left, start=1)}
    return Extraction(
        summary=summary,
        entities=tuple(
            replace(
                entity,
                id=ids[entity.id],
                principal=entity.id == subject,
                self_=itself and entity.id == subject,
            )
            for entity in left
        ),
        statements=tuple(
            replace(
                each,
                of=ids[each.of],
                relations=tuple(
                    replace(relation, entity=ids[relation.entity]) for relation in each.relations
                ),
            )
            for each in kept
        ),
        slips=tuple(slips),
        lost=tuple(lost),
    )
