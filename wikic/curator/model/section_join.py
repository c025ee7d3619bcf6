"""Joins what was extracted from the sections of one article into one ``Extraction``."""

from __future__ import annotations

from dataclasses import replace

from wikic.model.extraction import Extraction, ProposedStatement


def join_sections(
    found: Extraction,
    subject: str,
    *,
    itself: bool,
) -> Extraction:
    """One extraction of what the sections gave.

    What nothing is said of and nothing leads to is left out; the rest is numbered anew. Equal statements
    become one that cites the blocks of all.

    found: entities and statements of all sections, in order.
    subject: id of the entity the article is about, or "".
    itself: whether that is the article's own text.
    """
    merged: dict[tuple[str, str, str | None, str], ProposedStatement] = {}
    for statement in found.statements:
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
        (entity for entity in found.entities if entity.id in used), key=lambda each: each.id != subject
    )  # the subject first; the sort keeps the order of the others
    ids = {entity.id: f"e{at}" for at, entity in enumerate(left, start=1)}
    return replace(
        found,
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
    )
