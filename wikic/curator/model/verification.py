"""``verify``: code refuses statements by names and numbers; a model judges the others, 20 in a call.

Several documents share calls of 50. What such a call does not refuse passes; what it refuses is asked again
for its document alone: a sentence "refuse all others" must not decide for other documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from wikic import layout
from wikic.curator.model import bounds, prompt_text
from wikic.curator.model.plain_line import plain_line
from wikic.curator.model.prompts import language_of
from wikic.curator.model.reply_shapes import UnsupportedReply, VerifyReply
from wikic.curator.model.typed_call import ask
from wikic.curator.offline import OfflineCurator
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Verdict
from wikic.errors import ModelError, ModelUnavailableError, PendingError, ReplyError
from wikic.llm.protocol import Model
from wikic.model.statement import Entity, Statement
from wikic.text import relation_labels

_RELATIONS: Final = ("relation", "relations", "关系")
_NAMES: Final = ("name", "names", "alias", "aliases", "名称", "别名")
_LINE_BLOCKS: Final = 4  # sentences that an entity's line is held against, beside those with its names
_TOGETHER: Final = 50  # records of several documents in one call: a pack's all together
_ALIASES: Final = 4  # of an entity that are shown


@dataclass(frozen=True, slots=True)
class Record:
    """One thing to judge: a statement with all that is said beside it, or the line of an entity.

    at: the statement's place; None for an entity.
    id: of the statement or the entity.
    shown: its words.
    blocks: ids of the sentences it rests on.
    quoted: whether its words are the document's own: its relations alone are in question.
    """

    at: int | None
    id: str
    shown: str
    blocks: tuple[str, ...]
    quoted: bool = False


# Some records of each of several documents.
Asked = Sequence[tuple[Claimed, Sequence[Record]]]
_Group = list[tuple[int, list[Record]]]  # documents by place, with the records of each
_Checked = tuple[Verdict, ...] | ModelError


def verify(model: Model, claimed: Claimed) -> tuple[Verdict, ...]:
    """One verdict per statement, in order, then one for each entity whose line is refused, under its id.

    With entities the model sees what a statement is of, where its relations lead and the line of each. A
    word-for-word copy is judged too: "denied that" may stand before it.
    """
    (found,) = verify_pack(model, [claimed])
    if isinstance(found, ModelError):
        raise found
    return found


def verify_pack(model: Model, claimed: Sequence[Claimed]) -> tuple[_Checked, ...]:
    """What ``verify`` gives or raises for each document, in order.

    Raises QuotaError, CredentialsError and BudgetError as ``model.complete`` does.
    """
    rules = OfflineCurator()
    ruled = [rules.verify(each.title, each.statements, each.blocks) for each in claimed]
    found: list[_Checked] = list(ruled)
    for group in _groups(claimed, ruled):
        try:
            doubted = _doubted(model, [(claimed[at], records) for at, records in group])
        except ModelUnavailableError as error:
            for at, _ in group:
                found[at] = error
            continue
        for (at, _), left in zip(group, doubted, strict=True):
            try:
                found[at] = _judged(model, claimed[at], ruled[at], left)
            except (ReplyError, ModelUnavailableError) as error:
                found[at] = error
    return tuple(found)


def _groups(claimed: Sequence[Claimed], ruled: Sequence[Sequence[Verdict]]) -> list[_Group]:
    """Documents with what of each is left to a model, as many as one call takes."""
    groups: list[_Group] = []
    room = 0
    language = ""
    for at, (each, verdicts) in enumerate(zip(claimed, ruled, strict=True)):
        left = records(each, verdicts)
        if not left:
            continue
        spoken = language_of("und", " ".join(record.shown for record in left))
        if groups and len(left) <= room and spoken == language:
            groups[-1].append((at, left))
            room -= len(left)
        else:
            groups.append([(at, left)])
            room, language = _TOGETHER - len(left), spoken
    return groups


def _doubted(model: Model, asked: Asked) -> list[Sequence[Record]]:
    """The records of each document that have to be asked alone: all where there is nothing to share."""
    if len(asked) > 1:
        try:
            numbers = {reply.number for reply in refused(model, asked)}
        except ReplyError:
            pass
        else:
            every = count(1)
            return [[each for each in records if next(every) in numbers] for _, records in asked]
    return [records for _, records in asked]


def _judged(
    model: Model, claimed: Claimed, ruled: Sequence[Verdict], left: Sequence[Record]
) -> tuple[Verdict, ...]:
    """The verdicts of ``verify``, where code has ruled already.

    ruled: code's verdicts. left: the records that it leaves to the model.
    """
    verdicts = list(ruled)
    pending = None
    for start in range(0, len(left), bounds.CHECKS):
        group = left[start : start + bounds.CHECKS]
        try:
            replies = refused(model, [(claimed, group)])
        except PendingError as error:  # the others can be asked meanwhile
            pending = error
            continue
        for reply in replies:
            record = group[reply.number - 1]
            missing = bounds.one_line(plain_line(reply.missing).text, bounds.LINE)
            verdict = Verdict(record.id, False, (missing,) if missing else ())
            if record.at is None:
                named = reply.part.strip().casefold() in _NAMES
                verdicts.append(replace(verdict, supported=named, unrelated=named))
            elif record.quoted or reply.part.strip().casefold() in _RELATIONS:  # its words hold
                verdicts[record.at] = replace(verdicts[record.at], unrelated=True)
            else:
                verdicts[record.at] = verdict
    if pending is not None:
        raise pending
    return tuple(verdicts)


def records(claimed: Claimed, verdicts: Sequence[Verdict]) -> list[Record]:
    """The records that a model has to judge: statements that code did not refuse, and entities' lines."""
    titles = {each.id: _called(each) for each in claimed.entities}
    quoted = any(each.is_document for each in claimed.entities)
    found: list[Record] = []
    for at, each in enumerate(claimed.statements):
        typed = [
            f"{end.label} -> {titles[end.entity]}"
            for end in each.relations
            if end.label != relation_labels.MENTIONS and end.entity in titles
        ]
        if verdicts[at].supported and (typed or not quoted):
            shown = _shown(each, titles, typed, quoted=quoted)
            cited = tuple(id for id in each.blocks if id in claimed.blocks)
            found.append(Record(at, each.id, shown, cited, quoted))
    return [*found, *_lines(claimed)]


def _shown(statement: Statement, titles: Mapping[str, str], typed: Sequence[str], *, quoted: bool) -> str:
    """A statement with what it is of, its kind and holder, and where its typed relations lead."""
    parts = [] if quoted else [bounds.one_line(statement.text, bounds.TEXT)]
    if statement.of in titles:
        parts.append(f"of: {titles[statement.of]}")
    if statement.kind != "fact" and not quoted:
        parts.append(f"{statement.kind}: {statement.holder or '?'}")
    if typed:
        parts.append(f"relations: {'; '.join(typed)}")
    return " | ".join(parts)


def _called(entity: Entity) -> str:
    """Its title with what tells it from others, and other names that are no part of it."""
    inner = f" ({entity.disambiguator})" if entity.disambiguator else ""
    others = [each for each in entity.aliases if each.casefold() not in entity.title.casefold()][:_ALIASES]
    also = f" (= {'; '.join(others)})" if others else ""
    return bounds.one_line(f"{entity.title}{inner}{also}", bounds.LINE)


def _lines(claimed: Claimed) -> Iterator[Record]:
    """A record for each entity's line and names, with sentences that say what it is or have a name of it.

    Those are the first whose statements are of it or lead to it, and the first with each of its names.
    """
    for entity in claimed.entities:
        called = _called(entity)
        if entity.is_document or not (entity.summary or " (= " in called):
            continue
        of = [each for each in claimed.statements if each.of == entity.id]
        to = [each for each in claimed.statements if any(end.entity == entity.id for end in each.relations)]
        cited = list(dict.fromkeys(id for each in (*of, *to) for id in each.blocks))[:_LINE_BLOCKS]
        for name in entity.aliases[:_ALIASES]:
            cited += [id for id, block in claimed.blocks.items() if name in block.text][:1]
        if cited:
            shown = f"{called}: {entity.summary} | line" if entity.summary else f"{called} | names"
            yield Record(None, entity.id, shown, tuple(dict.fromkeys(cited)))


def refused(model: Model, asked: Asked, operation: str = "verify") -> list[UnsupportedReply]:
    """What the model refuses of several documents' records, by number; numbers run through all of them.

    operation: the prompt that says how they are judged.
    """
    told: list[str] = []
    sentences = numbered = 0
    for claimed, group in asked:
        told.append(_told(claimed, group, sentences, numbered))
        sentences += len(_cited(claimed, group))
        numbered += len(group)
    if len(told) > 1:
        # A mark rests on all that is shown, so that no sentence can close its document or open another.
        marks = [layout.short_hash("claimed", str(at), *told)[:8] for at in range(len(told))]
        told = [prompt_text.between(text, "document", mark) for text, mark in zip(told, marks, strict=True)]
    text = " ".join(record.shown for _, group in asked for record in group)
    said = ask(model, operation, language_of("und", text), "\n".join(told), VerifyReply)
    return [each for each in said.unsupported if 1 <= each.number <= numbered]


def _told(claimed: Claimed, group: Sequence[Record], sentences: int, numbered: int) -> str:
    """The prompt's lines for one document: its cited sentences, each once under its heading, and its records.

    sentences, numbered: how many of each stand before.
    """
    place = {id: at for at, id in enumerate(_cited(claimed, group), start=sentences + 1)}
    lines = [f"title: {bounds.one_line(claimed.title, bounds.NAME)}"]
    heading = claimed.title
    for id, at in place.items():
        block = claimed.blocks[id]
        if block.section and block.section != heading:
            heading = block.section
            lines.append(f"# {bounds.one_line(heading, bounds.NAME)}")
        lines.append(f"({at}) {bounds.one_line(block.text, bounds.BLOCK)}")
    for number, record in enumerate(group, start=numbered + 1):
        marks = " ".join(f"({place[id]})" for id in record.blocks if id in place)
        lines.append(f"[{number}] {record.shown} < {marks}")
    return "\n".join(lines)


def _cited(claimed: Claimed, group: Sequence[Record]) -> list[str]:
    """Ids of the sentences that the records rest on, in the document's order."""
    cited = {id for record in group for id in record.blocks if id in claimed.blocks}
    return sorted(cited, key=lambda id: claimed.blocks[id].number)


def calls(statements: int) -> int:
    """How many calls it takes at most to check so many statements."""
    return -(-statements // bounds.CHECKS)
