"""What the facts of one digest say of the things that it names, where a thing has one value: dates …"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from wikic.language.relations import LABELS, relations
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.text import attributes, sexes
from wikic.text.attributes import Value

_SINGLE: Final = frozenset(each.label for each in relations(LABELS) if each.first("single"))


@dataclass(frozen=True, slots=True)
class Said:
    """A value of which a thing has one, as a statement gives it.

    value: the attribute and the value.
    statement: id of the statement.
    block: id of the block that gives it.
    target: where the value is another thing, the place of its entity in the digest; -1 otherwise.
    """

    value: Value
    statement: str
    block: str
    target: int = -1


def values_said(digest: Digest, shown: Iterable[Statement]) -> dict[int, list[Said]]:
    """For each entity, by its place, what facts about it and about others say of it, in their order.

    shown: the digest's statements that stand on pages.
    """
    position = {entity.id: at for at, entity in enumerate(digest.entities)}
    facts = [each for each in shown if each.kind == "fact" and not each.superseded]
    texts = {block.id: block.text for block in digest.blocks}
    named = [attributes.called(each.title, each.aliases) for each in digest.entities]

    @cache
    def spoken(entity: str) -> Counter[str]:
        """How often sentences of a thing speak as "he" and as "she"."""
        own = (texts[block] for each in facts if each.of == entity for block in each.blocks)
        return Counter(map(sexes.opening, own))

    found: dict[int, list[Said]] = {}
    for statement in facts:
        source = position[statement.of]
        targets = [position[each.entity] for each in statement.relations]
        for relation, target in zip(statement.relations, targets, strict=True):
            if relation.label in _SINGLE and target != source:
                value = Value(relation.label, digest.entities[target].title, "name")
                found.setdefault(source, []).append(Said(value, statement.id, statement.blocks[0], target))
        if not attributes.says_any(statement.text):
            continue
        for at in dict.fromkeys((source, *targets)):
            for value in attributes.values(statement.text, named[at]):
                held = (each for each in statement.blocks if value.text in texts[each])
                block = next(held, statement.blocks[0])
                if not _of_another(texts[block], digest.entities[at].title, spoken(digest.entities[at].id)):
                    found.setdefault(at, []).append(Said(value, statement.id, block))
    return found


def _of_another(sentence: str, title: str, spoken: Counter[str]) -> bool:
    """Whether a sentence speaks as "she" of one who is a man, as "he" of one who is a woman: it was taken for
    a sentence about somebody else. Who is neither by name is what most sentences say.
    """
    said = sexes.opening(sentence)
    known = sexes.by_name(title)
    if not known and spoken["f"] != spoken["m"]:
        known = max("fm", key=lambda sex: spoken[sex])
    return bool(said) and (said != known if known else bool(spoken["f"] and spoken["m"]))
