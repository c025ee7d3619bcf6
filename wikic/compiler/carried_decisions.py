"""Carries what people or repair decided about the statements of a source's old digest to its new digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from wikic.model import attachment
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.text.compare import same_fact
from wikic.text.normalise import fold_name


def shown_as_fault(digest: Digest, of: str, statement: str, by: str) -> str | None:
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
    """The digest with ``statement`` shown as ``by``; ``shown_as_fault`` must have found nothing."""
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


@dataclass(frozen=True, slots=True)
class Carried:
    """A new digest with the old one's decisions.

    digest: the new one; statements whose partner was retired are retired, likewise superseded; where both
        of a pair have partners, the one is shown as the other again. What people deleted of the document's
        page stays deleted.
    renamed: pairs of an old statement's id and its partner's, where they differ.
    lost: retired statements that found no partner.
    """

    digest: Digest
    renamed: tuple[tuple[str, str], ...] = ()
    lost: int = 0


def carry_decisions(old: Digest, new: Digest) -> Carried:
    """Match old statements to new ones of one entity: by id, else by the same words around another picture,
    else by a shared block and the same fact.
    """
    names = _names(new)
    by_id = {(names[each.of], each.id): each for each in new.statements}
    by_words = {(names[each.of], _words(each)): each for each in new.statements if _shows(each)}
    by_block: dict[tuple[str, str], list[Statement]] = {}
    for statement in new.statements:
        for block in statement.blocks:
            by_block.setdefault((names[statement.of], block), []).append(statement)
    old_names = _names(old)
    renamed: list[tuple[str, str]] = []
    partners: dict[tuple[str, str], Statement] = {}
    lost = 0
    for statement in old.statements:
        name = old_names[statement.of]
        near = [other for block in statement.blocks for other in by_block.get((name, block), ())]
        partner = by_id.get((name, statement.id))
        if partner is None and _shows(statement):
            partner = by_words.get((name, _words(statement)))
        partner = partner or _same(statement, near)
        if partner is None:
            lost += statement.retired
            continue
        partners[statement.of, statement.id] = partner
        if partner.id != statement.id:
            renamed.append((statement.id, partner.id))
    carried = _shown_as(old, _marked(old, new, partners), partners)
    removed = tuple(sorted({*old.removed, *new.removed}))
    return Carried(replace(carried, removed=removed), tuple(renamed), lost)


_Partners = Mapping[tuple[str, str], Statement]


def _marked(old: Digest, new: Digest, partners: _Partners) -> Digest:
    """The new digest with ``retired``, its reason and ``superseded`` as the old one has them."""
    marks: dict[tuple[str, str], tuple[bool, bool, str]] = {}
    none = (False, False, "")
    for each in old.statements:
        partner = partners.get((each.of, each.id))
        if partner is not None and (each.retired or each.superseded):
            retired, superseded, reason = marks.get((partner.of, partner.id), none)
            marks[partner.of, partner.id] = (
                each.retired or retired,
                each.superseded or superseded,
                reason or each.reason,
            )
    if not marks:
        return new
    return replace(
        new,
        statements=tuple(
            replace(
                each,
                retired=each.retired or marks.get((each.of, each.id), none)[0],
                superseded=each.superseded or marks.get((each.of, each.id), none)[1],
                reason=each.reason or marks.get((each.of, each.id), none)[2],
            )
            for each in new.statements
        ),
    )


def _shown_as(old: Digest, new: Digest, partners: _Partners) -> Digest:
    """The new digest in which a statement is hidden behind a better one again, where both have partners."""
    deleted = {(each.of, each.id) for each in old.statements if each.retired}
    for each in old.statements:
        if each.shown_as is None:
            continue
        worse, better = partners.get((each.of, each.id)), partners.get((each.of, each.shown_as))
        if worse is None or better is None:
            continue
        if (each.of, each.shown_as) in deleted:
            # Who deleted the bullet saw it say both; the one behind it must not come forward.
            new = replace(new, statements=tuple(map(_retired(worse), new.statements)))
        elif shown_as_fault(new, worse.of, worse.id, better.id) is None:
            new = show_as(new, worse.of, worse.id, better.id)
    return new


def _retired(statement: Statement) -> Callable[[Statement], Statement]:
    """A function that retires ``statement`` and returns every other statement as it is."""
    same = (statement.of, statement.id)
    return lambda each: replace(each, retired=True) if (each.of, each.id) == same else each


def _names(digest: Digest) -> dict[str, str]:
    """The name of each entity by its local id, which another extraction may give to another."""
    return {entity.id: "" if entity.self_ else fold_name(entity.title) for entity in digest.entities}


def _shows(statement: Statement) -> bool:
    """Whether the statement's text shows a picture."""
    return attachment.spoken(statement.text) != statement.text


def _words(statement: Statement) -> tuple[str, str | None, str]:
    """Kind, holder and text of a statement, without the links of the pictures it shows."""
    return statement.kind, statement.holder, attachment.spoken(statement.text)


def _same(statement: Statement, near: list[Statement]) -> Statement | None:
    """The first of ``near`` that states the same fact, or None."""
    return next((other for other in near if same_fact(statement.text, other.text)), None)
