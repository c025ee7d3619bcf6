"""``repair``: asks for changes to a page's digests that mend its findings; refuses what loses facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.curator.model import bounds, prompt_text
from wikic.curator.model.document_evidence import Evidence
from wikic.curator.model.plain_line import plain_line
from wikic.curator.model.prompts import language_of
from wikic.curator.model.reply_shapes import AmendmentReply, RepairReply, StatementReply
from wikic.curator.model.reply_statements import StatementFilter
from wikic.curator.model.typed_call import ask, numbered
from wikic.curator.protocol import Amendment
from wikic.document import quotes as segmentation
from wikic.llm.protocol import Model
from wikic.llm.tokens import text_tokens
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.statement import Block, Entity, Statement
from wikic.text import compare
from wikic.text.normalise import fold_name

_MOST: Final = 20  # amendments of one page at once
_FACTS: Final = 60  # facts that are shown
_SOURCES: Final = 4  # sources whose sentences are shown
_SENTENCES: Final = 800  # tokens of each
_FINDINGS: Final = 12


@dataclass(frozen=True, slots=True)
class _Source:
    """One source of the page as the model is shown it.

    entity: what the page is in this digest, or None.
    """

    digest: Digest
    article: Article
    blocks: tuple[Block, ...]
    shown: tuple[Block, ...]
    entity: Entity | None

    @property
    def said(self) -> dict[str, Statement]:
        """Its live statements by id."""
        return {
            each.id: each for each in self.digest.statements if not each.retired and each.shown_as is None
        }


def repair(
    model: Model, page: Page, findings: Sequence[Finding], sources: Sequence[tuple[Digest, Article]]
) -> tuple[Amendment, ...]:
    """At most 20 amendments; none without a finding, and at most half of the facts go."""
    if not findings or not sources:
        return ()
    seen = [_source(page, digest, article) for digest, article in sources[:_SOURCES]]
    facts = page.facts[:_FACTS]
    language = language_of("und", "\n".join([page.title, *(fact.text for fact in facts)]))
    said = ask(model, "repair", language, _shown(page, findings, seen, len(sources) - len(seen)), RepairReply)
    ids = [fact.id for fact in facts]
    found = [each for reply in said.amendments[:_MOST] for each in _amendments(page, reply, ids, seen)]
    return tuple(_bounded(dict.fromkeys(found), len(page.facts)))


def _source(page: Page, digest: Digest, article: Article) -> _Source:
    called = {fold_name(page.title), *map(fold_name, page.head.aliases)}
    entity = next((each for each in digest.entities if fold_name(each.title) in called), None)
    blocks = segmentation.segment(article.text, article.language)
    cited = {block for each in digest.statements if entity and each.of == entity.id for block in each.blocks}
    names = [name for name in called if name]

    def near(block: Block) -> bool:
        return block.id in cited or any(name in fold_name(block.text) for name in names)

    # The sentences about the page first, then the others, as many as fit; shown in the article's order.
    chosen: list[Block] = []
    left = _SENTENCES
    for block in sorted((each for each in blocks if each.kind != "heading"), key=lambda each: not near(each)):
        left -= text_tokens(block.text[: bounds.BLOCK]) + 4
        if left < 0:
            break
        chosen.append(block)
    shown = tuple(sorted(chosen, key=lambda block: block.number))
    return _Source(digest, article, blocks, shown, entity)


def _shown(page: Page, findings: Sequence[Finding], sources: Sequence[_Source], others: int) -> str:
    lines = [f"page: {bounds.one_line(page.title, bounds.NAME)}", "problems:"]
    numbers = {fact.id: number for number, fact in enumerate(page.facts[:_FACTS], start=1)}
    lines += [f"- {bounds.one_line(_by_number(each, numbers), bounds.LINE)}" for each in findings[:_FINDINGS]]
    lines += ["facts:", numbered([fact.text for fact in page.facts[:_FACTS]])]
    for number, source in enumerate(sources, start=1):
        lines.append(f"source {number}: {bounds.one_line(source.digest.title, bounds.NAME)}")
        lines.append(prompt_text.numbered(source.shown))
    if others > 0:
        lines.append(f"other sources of the page, not shown: {others}")
    return "\n".join(lines)


def _by_number(finding: Finding, numbers: Mapping[str, int]) -> str:
    """A finding's message with the facts of the page called by their numbers."""
    message = finding.message
    for _, id in finding.facts:
        message = message.replace(f"^{id}", f"[{numbers[id]}]") if id in numbers else message
    return message


def _amendments(
    page: Page, reply: AmendmentReply, ids: Sequence[str], sources: Sequence[_Source]
) -> Iterator[Amendment]:
    """One proposed change as an amendment of each digest that it concerns; none where it cannot be made."""
    reason = bounds.one_line(plain_line(reply.reason).text, bounds.LINE)
    meant = sources[reply.source - 1 : reply.source] if reply.source > 0 else sources
    if reply.action == "add":
        yield from filter(None, (_added(page, reply, source, reason) for source in meant[:1]))
        return
    statement = _id(reply.statement, ids)
    for source in meant:
        if statement not in source.said:
            continue
        if reply.action == "retire":
            yield Amendment(source.digest.key, "retire", statement, reason=reason)
        elif reply.action == "supersede":
            yield Amendment(source.digest.key, "supersede", statement, reason=reason)
        elif reply.action == "show_as" and _says_better(source, statement, _id(reply.by, ids)):
            yield Amendment(source.digest.key, "show_as", statement, by=_id(reply.by, ids), reason=reason)


def _id(number: int, ids: Sequence[str]) -> str:
    return ids[number - 1] if 0 < number <= len(ids) else ""


def _says_better(source: _Source, statement: str, by: str) -> bool:
    """Whether another statement of the same entity has every name and number of this one."""
    if by not in source.said or by == statement:
        return False
    less, better = source.said[statement], source.said[by]
    same = (less.of, less.kind, less.holder) == (better.of, better.kind, better.holder)
    return same and not compare.unsupported(less.text, [better.text])


def _added(page: Page, reply: AmendmentReply, source: _Source, reason: str) -> Amendment | None:
    """The amendment that adds a statement, checked like one of an extraction; None where it does not pass."""
    evidence = Evidence(source.article, source.blocks)
    entity = source.entity or Entity("new", page.title, page.type)
    if source.entity is None and not evidence.holds(page.title):
        return None
    entities = {each.id: each for each in (*source.digest.entities, entity)}
    sieve = StatementFilter(
        source.article,
        evidence,
        {block.number: block for block in source.shown},
        {block.number: block for block in source.blocks if block.kind != "heading"},
        entities,
        {**{each.title: name for name, each in entities.items()}, **{name: name for name in entities}},
    )
    proposed = StatementReply(of=entity.id, text=reply.text, blocks=reply.blocks, relations=reply.relations)
    for statement in sieve.sift([proposed]):
        if all(each.text != statement.text for each in source.digest.statements):
            to = tuple(replace(each, entity=entities[each.entity].title) for each in statement.relations)
            made = replace(statement, of=entity.title, relations=to)
            return Amendment(source.digest.key, "add", proposed=made, reason=reason)
    return None


def _bounded(found: dict[Amendment, None], facts: int) -> Iterator[Amendment]:
    """The amendments without those that change a statement twice or hide it behind one that is removed.

    facts: how many the page has; at most half of them are changed.
    """
    left = max(1, facts // 2)
    changed: set[tuple[str, str]] = set()
    needed: set[tuple[str, str]] = set()
    for each in found:
        key = (each.key, each.statement)
        if each.action == "add":
            yield each
            continue
        if key in changed or key in needed or (each.key, each.by) in changed or left == 0:
            continue
        changed.add(key)
        if each.by:
            needed.add((each.key, each.by))
        left -= 1
        yield each
