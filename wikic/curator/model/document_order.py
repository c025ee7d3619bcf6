"""Sorts statements by the place in the document of the sentence that says each.

A statement cites the sentence with the name too where it puts the name for a pronoun: that sentence is often
the document's first, and whatever cites it is not therefore said there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wikic.model.extraction import ProposedStatement
from wikic.model.statement import Block, Entity
from wikic.text.tokens import tokens


def in_document_order(
    statements: Sequence[ProposedStatement], blocks: Mapping[int, Block], entities: Sequence[Entity]
) -> list[ProposedStatement]:
    """The statements by the first block they cite, their own sentence first; equal ones stay as given."""
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
