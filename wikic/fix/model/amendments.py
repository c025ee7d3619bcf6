"""Applies amendments to a digest, checked as extraction checks a proposal. Pure: no disk, no model.

A repair touches digests only; pages follow by the fold (docs/decisions/0028). What people retired stays
retired, whatever a model thinks of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wikic import layout
from wikic.compiler import carried_decisions
from wikic.curator.protocol import Amendment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import ProposedStatement, Slip
from wikic.model.finding import Category
from wikic.model.statement import STATEMENT_KINDS, Block, Entity, Relation, Statement
from wikic.text import cjk, compare
from wikic.text.normalise import fold_name, normalise
from wikic.text.tokens import tokens


@dataclass(frozen=True, slots=True)
class Amended:
    """A digest after amendments.

    digest: the new one, equal to the old one where nothing was taken.
    taken: the amendments that are in it.
    slips: why the others are not.
    """

    digest: Digest
    taken: tuple[Amendment, ...]
    slips: tuple[Slip, ...]


def amend_digest(
    digest: Digest,
    article: Article,
    blocks: Sequence[Block],
    amendments: Iterable[Amendment],
    *,
    fallback: str = "concepts",
) -> Amended:
    """Apply ``amendments``, one after the other; what fails a check is left out and told.

    blocks: of the article, as extraction numbers them. fallback: dimension of an entity that is new.
    """
    taken: list[Amendment] = []
    slips: list[Slip] = []
    for each in amendments:
        if each.key != digest.key:
            slips.append(
                _make_slip("other-source", Category.UNSEEN_OVERWRITE, "a source not offered", each.key)
            )
            continue
        result = _apply_amendment(digest, article, blocks, each, fallback)
        if isinstance(result, Slip):
            slips.append(result)
        else:
            digest = result
            taken.append(each)
    return Amended(digest, tuple(taken), tuple(slips))


def _apply_amendment(
    digest: Digest, article: Article, blocks: Sequence[Block], each: Amendment, fallback: str
) -> Digest | Slip:
    if each.action == "add":
        return _add_statement(digest, article, blocks, each.proposed, fallback)
    found = [statement for statement in digest.statements if statement.id == each.statement]
    if not found:
        return _refusal_slip("unknown-statement", "a statement that is not there", each.statement)
    found = [statement for statement in found if not statement.retired]
    if not found:
        return _refusal_slip("retired-statement", "a statement that was deleted already", each.statement)
    if each.action == "show_as":
        return _shown_as(digest, found, each)
    if each.action == "supersede":
        return _supersede_statement(digest, found)
    return _retire_statement(digest, each.statement)


def _retire_statement(digest: Digest, statement: str) -> Digest:
    """Retire the statement; statements hidden behind it are shown again: they may be right."""
    return replace(
        digest,
        statements=tuple(
            replace(
                each,
                retired=each.retired or each.id == statement,
                shown_as=_without_statement(each, statement),
            )
            for each in digest.statements
        ),
    )


def _without_statement(each: Statement, statement: str) -> str | None:
    return None if each.shown_as == statement else each.shown_as


def _supersede_statement(digest: Digest, found: Sequence[Statement]) -> Digest | Slip:
    first = found[0]
    if first.superseded or first.shown_as is not None:
        return _refusal_slip("hidden-statement", "a statement that is history or not shown", first.id)
    return replace(
        digest,
        statements=tuple(
            replace(each, superseded=True) if each.id == first.id and not each.retired else each
            for each in digest.statements
        ),
    )


def _shown_as(digest: Digest, found: Sequence[Statement], each: Amendment) -> Digest | Slip:
    """Hide the statement behind ``each.by``, for each entity that has both; no name or number may be lost."""
    changed = digest
    for worse in found:
        fault = carried_decisions.shown_as_fault(changed, worse.of, worse.id, each.by)
        by = next((other for other in changed.statements if other.id == each.by), worse)
        if fault is None and compare.unsupported(worse.text, [by.text, digest.title]):
            fault = "the better statement lacks a name or number of the other"
        if fault is None:
            changed = carried_decisions.show_as(changed, worse.of, worse.id, each.by)
        elif len(found) == 1:
            return _refusal_slip("no-better", fault, f"{worse.text} / {by.text}")
    if changed == digest:
        return _refusal_slip("no-better", "one of the two is no statement of this entity", each.statement)
    return changed


def _add_statement(
    digest: Digest,
    article: Article,
    blocks: Sequence[Block],
    proposed: ProposedStatement | None,
    fallback: str,
) -> Digest | Slip:
    if proposed is None:
        return _refusal_slip("empty-statement", "an empty statement", digest.key)
    by_number = {block.number: block for block in blocks if block.kind != "heading"}
    fault = _find_fault(proposed, by_number, article, digest)
    if fault is not None:
        return fault
    names = {fold_name(entity.title): entity for entity in reversed(digest.entities)}
    entity = names.get(fold_name(proposed.of))
    if entity is None:
        held = set(tokens(" ".join((article.title, *(block.text for block in blocks)))))
        if not held.issuperset(tokens(proposed.of)):
            return _make_slip(
                "outside-title",
                Category.UNSUPPORTED_FACT,
                "a title that the document does not hold",
                proposed.of,
            )
        entity = Entity(_free_id(digest), normalise(proposed.of), fallback)
        digest = replace(digest, entities=(*digest.entities, entity))
    holder, text = normalise(proposed.holder or "") or None, normalise(proposed.text)
    statement = Statement(
        id=layout.statement_id(proposed.kind, holder, text),
        of=entity.id,
        kind=proposed.kind,
        text=text,
        blocks=tuple(dict.fromkeys(by_number[number].id for number in sorted(set(proposed.blocks)))),
        holder=holder,
        relations=_typed_relations(proposed, names, entity),
    )
    known = next((o for o in digest.statements if (o.of, o.id) == (statement.of, statement.id)), None)
    if known is not None:
        what = "a statement that was deleted" if known.retired else "a statement that is there already"
        return _refusal_slip("said-already", what, text)
    # Beside what the document says itself its digest then holds the whole.
    return _add_cited(replace(digest, statements=(*digest.statements, statement), derived=False), blocks)


def _find_fault(
    proposed: ProposedStatement, blocks: dict[int, Block], article: Article, digest: Digest
) -> Slip | None:
    """The slip for which extraction would refuse the statement (``compiler.article_digest``), or None."""
    if proposed.kind not in STATEMENT_KINDS:
        return _refusal_slip("unknown-kind", "a statement of an unknown kind", proposed.kind)
    if not normalise(proposed.text) or not normalise(proposed.of):
        return _refusal_slip("empty-statement", "an empty statement", proposed.of)
    missing = [number for number in proposed.blocks if number not in blocks]
    if missing or not proposed.blocks:
        case = f"block {missing[0]}: {proposed.text}" if missing else proposed.text
        return _refusal_slip("unknown-block", "a statement that cites no block of the document", case)
    quotes = [blocks[number].text for number in proposed.blocks]
    lacking = compare.unsupported(proposed.text, _quoted_evidence(article.title, quotes))
    if lacking:
        return _make_slip(
            "unsupported-statement",
            Category.UNSUPPORTED_FACT,
            "a statement that its blocks do not bear out",
            f"{proposed.text} (not there: {', '.join(lacking)})",
        )
    called = {name: each.id for each in digest.entities for name in (each.title, *each.aliases)}
    turned = compare.opposed(proposed.text, quotes) or compare.misplaced(proposed.text, quotes, called)
    if turned:
        what = "a statement that says the opposite of what it cites"
        return _make_slip("opposed", Category.UNSUPPORTED_FACT, what, f"{turned}: {proposed.text}")
    return None


def _quoted_evidence(title: str, quotes: Sequence[str]) -> list[str]:
    """The title and the quotes; those of Han script also without footnote anchors."""
    return [title, *quotes, *(cjk.tidy(quote) for quote in quotes if cjk.is_cjk(quote))]


def _typed_relations(
    proposed: ProposedStatement, names: dict[str, Entity], entity: Entity
) -> tuple[Relation, ...]:
    """Relations to entities that the digest has, by title; others are dropped."""
    found = (
        (normalise(each.label).casefold(), names.get(fold_name(each.entity))) for each in proposed.relations
    )
    kept = (Relation(label, to.id) for label, to in found if label and to is not None and to is not entity)
    return tuple(dict.fromkeys(kept))


def _free_id(digest: Digest) -> str:
    """``e`` and the first number that no entity has."""
    taken = {entity.id for entity in digest.entities}
    return next(name for at in range(1, len(taken) + 2) if (name := f"e{at}") not in taken)


def _add_cited(digest: Digest, blocks: Sequence[Block]) -> Digest:
    """The digest with every block that a statement cites, in article order."""
    there = {block.id: block for block in digest.blocks}
    cited = {block for statement in digest.statements for block in statement.blocks}
    ordered = {block.id: Block(block.id, normalise(block.text), 0) for block in blocks if block.id in cited}
    kept = {**ordered, **{name: block for name, block in there.items() if name not in ordered}}
    numbered = (replace(block, number=number) for number, block in enumerate(kept.values(), start=1))
    return replace(digest, blocks=tuple(numbered))


def _refusal_slip(rule: str, message: str, example: str) -> Slip:
    return _make_slip(rule, Category.MALFORMED_REF, message, example)


def _make_slip(rule: str, category: Category, message: str, example: str) -> Slip:
    return Slip(category, rule, message, example)
