"""``verify``: code refuses by names and numbers; a model judges the other records, 20 at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.curator.model import bounds
from wikic.curator.model.asking import ask
from wikic.curator.model.plain import plain
from wikic.curator.model.prompts import language_of
from wikic.curator.model.shapes import UnsupportedReply, VerifyReply
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import Verdict
from wikic.llm.protocol import Model
from wikic.model.statement import Block, Entity, Statement
from wikic.text import relations

_RELATIONS: Final = ("relation", "relations", "关系")
_LINE_BLOCKS: Final = 4  # sentences that an entity's line is held against


@dataclass(frozen=True, slots=True)
class _Record:
    """One thing to judge: a statement with all that is said beside it, or the line of an entity.

    at: the statement's place; None for an entity.
    id: of the statement or the entity.
    shown: its words.
    blocks: ids of the sentences it rests on.
    """

    at: int | None
    id: str
    shown: str
    blocks: tuple[str, ...]


def verify(
    model: Model,
    title: str,
    statements: Sequence[Statement],
    blocks: Mapping[str, Block],
    entities: Sequence[Entity] = (),
) -> tuple[Verdict, ...]:
    """One verdict per statement, in order, then one for each entity whose line is refused, under its id.

    entities: of the digest; with them the model sees what a statement is of, where its relations lead and the
        line of each. A word-for-word copy is judged too: "denied that" may stand before it.
    """
    verdicts = list(OfflineCurator().verify(title, statements, blocks))
    titles = {each.id: each.title for each in entities}
    records = [
        _Record(at, each.id, _shown(each, titles), tuple(id for id in each.blocks if id in blocks))
        for at, each in enumerate(statements)
        if verdicts[at].supported
    ]
    records += _lines(statements, entities)
    for start in range(0, len(records), bounds.CHECKS):
        group = records[start : start + bounds.CHECKS]
        for reply in _refused(model, title, group, blocks):
            record = group[reply.number - 1]
            missing = bounds.one_line(plain(reply.missing).text, bounds.LINE)
            refused = Verdict(record.id, False, (missing,) if missing else ())
            if record.at is None:
                verdicts.append(refused)
            elif reply.part.strip().casefold() in _RELATIONS:  # its words hold
                verdicts[record.at] = replace(verdicts[record.at], unrelated=True)
            else:
                verdicts[record.at] = refused
    return tuple(verdicts)


def _shown(statement: Statement, titles: Mapping[str, str]) -> str:
    """A statement with what it is of, its kind and holder, and where its typed relations lead."""
    parts = [bounds.one_line(statement.text, bounds.TEXT)]
    if statement.of in titles:
        parts.append(f"of: {titles[statement.of]}")
    if statement.kind != "fact":
        parts.append(f"{statement.kind}: {statement.holder or '?'}")
    typed = [
        f"{each.label} -> {titles[each.entity]}"
        for each in statement.relations
        if each.label != relations.MENTIONS and each.entity in titles
    ]
    if typed:
        parts.append(f"relations: {'; '.join(typed)}")
    return " | ".join(parts)


def _lines(statements: Sequence[Statement], entities: Sequence[Entity]) -> Iterator[_Record]:
    """The lines of entities, each with the first sentences that tell of it or lead to it."""
    for entity in entities:
        if not entity.summary:
            continue
        of = [each for each in statements if each.of == entity.id]
        to = [each for each in statements if any(end.entity == entity.id for end in each.relations)]
        cited = tuple(dict.fromkeys(id for each in (*of, *to) for id in each.blocks))[:_LINE_BLOCKS]
        if cited:
            shown = f"{bounds.one_line(entity.title, bounds.NAME)}: {entity.summary} | line"
            yield _Record(None, entity.id, shown, cited)


def _refused(
    model: Model, title: str, records: Sequence[_Record], blocks: Mapping[str, Block]
) -> list[UnsupportedReply]:
    """What the model refuses. Each sentence is shown once, however many records cite it."""
    cited = dict.fromkeys(id for record in records for id in record.blocks if id in blocks)
    place = {id: at for at, id in enumerate(sorted(cited, key=lambda id: blocks[id].number), start=1)}
    lines = [f"title: {bounds.one_line(title, bounds.NAME)}"]
    lines += [f"({at}) {bounds.one_line(blocks[id].text, bounds.BLOCK)}" for id, at in place.items()]
    for number, record in enumerate(records, start=1):
        marks = " ".join(f"({place[id]})" for id in record.blocks if id in place)
        lines.append(f"[{number}] {record.shown} < {marks}")
    text = " ".join(record.shown for record in records)
    said = ask(model, "verify", language_of("und", text), "\n".join(lines), VerifyReply, role="verify")
    return [each for each in said.unsupported if 1 <= each.number <= len(records)]


def calls(statements: int) -> int:
    """How many calls checking ``statements`` takes at most: what a plan reckons with."""
    return -(-statements // bounds.CHECKS)
