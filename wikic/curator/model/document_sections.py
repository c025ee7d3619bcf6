"""Cuts a long document into sections that one call can take, and joins what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from wikic.curator.model import bounds
from wikic.llm.tokens import text_tokens
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.statement import Block, Entity
from wikic.text.tokens import tokens


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a document, as a prompt shows it.

    blocks: its own, which may be cited.
    number, of: which section it is, and how many there are.
    before: blocks just above it, for what its first pronouns mean; not to be cited.
    """

    blocks: Sequence[Block]
    number: int = 1
    of: int = 1
    before: Sequence[Block] = ()


def cut_sections(blocks: Sequence[Block], limit: int) -> tuple[tuple[Block, ...], ...]:
    """The blocks in sections of at most ``limit`` tokens, a longer block alone; every section can be cited.

    A section ends before a heading once it is half full, where it cannot take the rest, so that what belongs
    together stays together.
    """
    sections: list[tuple[Block, ...]] = []
    current: list[Block] = []
    size = 0
    costs = [text_tokens(block.text[: bounds.BLOCK]) + 4 for block in blocks]  # with number and line break
    left = sum(costs)
    for block, cost in zip(blocks, costs, strict=True):
        fits = size + left <= limit  # with all that is left
        full = size + cost > limit or (block.kind == "heading" and 2 * size > limit and not fits)
        left -= cost
        if full and any(each.kind != "heading" for each in current):
            sections.append(tuple(current))
            current, size = [], 0
        current.append(block)
        size += cost
    if any(each.kind != "heading" for each in current):
        sections.append(tuple(current))
    return tuple(sections)


def join_sections(found: Extraction, subject: str, *, itself: bool) -> Extraction:
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


def in_document_order(
    statements: Sequence[ProposedStatement], blocks: Mapping[int, Block], entities: Sequence[Entity]
) -> list[ProposedStatement]:
    """The statements by the first block they cite, their own sentence first; equal ones stay as given.

    A statement cites the sentence with the name too where it puts the name for a pronoun: that sentence is
    often the document's first, and whatever cites it is not therefore said there.
    """
    names = {entity.id: set(tokens(" ".join((entity.title, *entity.aliases)))) for entity in entities}
    found = [_own_first(each, blocks, names.get(each.of, set())) for each in statements]
    return sorted(found, key=lambda each: each.blocks[0])


def _own_first(
    statement: ProposedStatement, blocks: Mapping[int, Block], name: set[str]
) -> ProposedStatement:
    if len(statement.blocks) < 2:
        return statement
    said = set(tokens(statement.text)) - name

    def held(number: int) -> int:
        return len(said.intersection(tokens(blocks[number].text))) if number in blocks else 0

    own = max(sorted(statement.blocks), key=held)
    rest = sorted(set(statement.blocks) - {own})
    return replace(statement, blocks=(own, *rest))
