"""What the facts of one digest say of the things that it names, where a thing has one value: dates …

Of things that the digest has, and of whatever else its sentences name: a library's documents tell of products
and people that are no entities of theirs, and Chinese ones of things that they do not relate to their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from wikic.language.relations import LABELS, relations
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.text import attributes, sexes
from wikic.text.attributes import Value
from wikic.text.normalise import fold_name

_SINGLE: Final = frozenset(each.label for each in relations(LABELS) if each.first("single"))


_HAN: Final = "\u2e80"


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


@dataclass(slots=True)
class ValuesSaid:
    """What the facts of a digest say, in their order.

    of: by the place of an entity.
    named: by a name that no entity of the digest has but the document itself.
    """

    of: dict[int, list[Said]] = field(default_factory=dict)
    named: dict[str, list[Said]] = field(default_factory=dict)


def values_said(digest: Digest, shown: Iterable[Statement]) -> ValuesSaid:
    """What facts about an entity and about others say of it, and of what else they name.

    shown: the digest's statements that stand on pages.
    """
    position = {entity.id: at for at, entity in enumerate(digest.entities)}
    facts = [each for each in shown if each.kind == "fact" and not each.superseded]
    texts = {block.id: block.text for block in digest.blocks}
    called = [attributes.called(each.title, each.aliases) for each in digest.entities]

    @cache
    def spoken(at: int) -> Counter[str]:
        """How often sentences of a thing speak as "he" and as "she"."""
        entity = digest.entities[at].id
        own = (texts[block] for each in facts if each.of == entity for block in each.blocks)
        return Counter(map(sexes.opening, own))

    known = {fold_name(name) for every in called for name in every}
    is_library = any(each.is_document for each in digest.entities)
    found = ValuesSaid()
    for statement in facts:
        source = position[statement.of]
        targets = [position[each.entity] for each in statement.relations]
        for relation, target in zip(statement.relations, targets, strict=True):
            if relation.label in _SINGLE and target != source:
                value = Value(relation.label, digest.entities[target].title, "name")
                found.of.setdefault(source, []).append(Said(value, statement.id, statement.blocks[0], target))
        if not attributes.says_any(statement.text):
            continue
        about = attributes.with_name(statement.text, digest.entities[source].title)
        told = [(source, value) for value in attributes.values(about, called[source])]
        told += [
            (at, value)
            for at in dict.fromkeys(targets)
            if at != source
            for value in attributes.values(statement.text, called[at])
        ]
        for at, value in told:
            block = _holding(statement, value, texts)
            if _of_another(texts[block], digest.entities[at].title, spoken(at)):
                continue
            said = Said(value, statement.id, block)
            if digest.entities[at].is_document:
                found.named.setdefault(digest.entities[at].title, []).append(said)
            else:
                found.of.setdefault(at, []).append(said)
        # Elsewhere a relation says whom else a sentence is about.
        open_text = statement.text if is_library or max(statement.text) >= _HAN else ""
        for name, value in attributes.values_of_names(open_text):
            block = _holding(statement, value, texts)
            if fold_name(name) not in known and not _of_another(texts[block], name, Counter()):
                found.named.setdefault(name, []).append(Said(value, statement.id, block))
    return found


def _holding(statement: Statement, value: Value, texts: Mapping[str, str]) -> str:
    """The block of a statement that gives a value."""
    return next((each for each in statement.blocks if value.text in texts[each]), statement.blocks[0])


def _of_another(sentence: str, title: str, spoken: Counter[str]) -> bool:
    """Whether a sentence speaks as "she" of one who is a man, as "he" of one who is a woman: it was taken for
    a sentence about somebody else. Who is neither by name is what most sentences say.
    """
    said = sexes.opening(sentence)
    known = sexes.by_name(title)
    if not known and spoken["f"] != spoken["m"]:
        known = max("fm", key=lambda sex: spoken[sex])
    return bool(said) and (said != known if known else bool(spoken["f"] and spoken["m"]))
