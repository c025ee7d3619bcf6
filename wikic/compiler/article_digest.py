"""From an article to its two files: a curator proposes, code builds the digest (LLM-Wiki, Algorithm 1).

What the proposal got wrong is dropped here and counted; nothing of it reaches the disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.compiler.carried_decisions import Carried, carry_decisions
from wikic.curator.packs import Claimed
from wikic.curator.protocol import NOTHING_OFFERED, Curator, Offer, Verdict, fallback_of, work_of
from wikic.document import quotes as segmentation
from wikic.errorbook.entry import unusable
from wikic.errors import (
    BudgetError,
    FormatError,
    ModelError,
    ModelUnavailableError,
    PendingError,
    RejectedError,
    ReplyError,
    WikicError,
    stumbled,
)
from wikic.markdown.bullet_lines import canonical
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import Extraction, ProposedStatement, Slip
from wikic.model.finding import Category
from wikic.model.schema import Schema
from wikic.model.statement import (
    MAX_TERM_BLOCKS,
    STATEMENT_KINDS,
    Block,
    Entity,
    Relation,
    Statement,
    Term,
)
from wikic.text import relation_labels
from wikic.text.normalise import normalise
from wikic.wiki import article_file, digest_file
from wikic.wiki.documents.stated_links import stated_links
from wikic.wiki.workspace import Source

# In ``compiled_with``: rules did it for a model, which the next run asks again.
STANDS_IN: Final = " in place of "


@dataclass(frozen=True, slots=True)
class Digested:
    """One article's result.

    source: what the wiki takes in.
    renamed: pairs of the id a statement had and the id under which the new extraction says it.
    lost: retired statements of the old text that found no partner in the new one.
    slips: what the proposal got wrong; none of it is in the source.
    left_out: parts of the document that gave nothing, a line each; the source counts as stale then.
    instead: why rules read the document in place of a model; None where they did not.
    """

    source: Source
    renamed: tuple[tuple[str, str], ...] = ()
    lost: int = 0
    slips: tuple[Slip, ...] = ()
    left_out: tuple[str, ...] = ()
    instead: Failed | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that a curator could not take in.

    key: the source's identity, or where the document is when it has none.
    reason: one line.
    slips: what was wrong with the proposal it was given up for.
    text: hash of a text that nothing usable was said of, "" where another try may go better.
    trace: the traceback where wikic itself failed, or "".
    """

    key: str
    reason: str
    slips: tuple[Slip, ...] = ()
    text: str = ""
    trace: str = ""

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A document that an agent was asked about, and has not answered all of.

    key: the source's identity. slips: what was wrong with what it answered so far.
    """

    key: str
    slips: tuple[Slip, ...] = ()


def digest_article(
    article: Article,
    curator: Curator,
    schema: Schema,
    today: str,
    before: Digest | None,
    offer: Offer = NOTHING_OFFERED,
) -> Digested | Failed | Waiting:
    """Extract one article and build its files.

    today: ``YYYY-MM-DD``, written as ``ingested`` when the source is new.
    before: the digest the wiki holds of an older text, or None.
    offer: what the curator is shown of the wiki.

    Raises QuotaError, CredentialsError and BudgetError as the curator does. Whatever else nobody foresaw is
    the failure of this article.
    """
    try:
        return _digested(article, curator, schema, today, before, offer)
    except FormatError as error:
        return Failed(article.key, str(error))
    except PendingError as error:
        return Waiting(article.key, error.slips)
    except WikicError:
        raise
    except Exception as error:  # noqa: BLE001 - what stumbles over one document must not end the run
        said, trace = stumbled(error)
        return Failed(article.key, said, trace=trace)


def _digested(
    article: Article, curator: Curator, schema: Schema, today: str, before: Digest | None, offer: Offer
) -> Digested | Failed:
    reading = Reading.of(article, curator, schema, today, before)
    if isinstance(reading, Failed):
        return reading
    try:
        reading.take(curator.extract(reading.article, reading.blocks, schema, offer))
        return reading.digested(_verdicts(curator, reading.claimed()))
    except (ReplyError, ModelUnavailableError, BudgetError) as error:
        return reading.failed(error)


def _verdicts(curator: Curator, said: Claimed) -> Sequence[Verdict]:
    return curator.verify(said.title, said.statements, said.blocks, said.entities)


class Reading:
    """One article on its way to its two files: segmented, extracted, checked."""

    def __init__(
        self, article: Article, curator: Curator, schema: Schema, today: str, before: Digest | None
    ) -> None:
        """Use ``of``."""
        self.article = replace(article, text=article_file.stored_text(article.text))
        self.blocks = segmentation.segment(self.article.text, article.language)
        self._curator = curator
        self._schema = schema
        self._ingested = before.ingested if before else today
        self._before = before
        # A document of a library may say nothing: it has no page, and is in the wiki all the same.
        self._may_be_empty = schema.layout_of(article.key) == "library" and bool(self.article.text.strip())
        self._dropped: list[Slip] = []

    @classmethod
    def of(
        cls, article: Article, curator: Curator, schema: Schema, today: str, before: Digest | None
    ) -> Reading | Failed:
        """The reading of an article; a failure where it says nothing at all."""
        reading = cls(article, curator, schema, today, before)
        if all(block.kind == "heading" for block in reading.blocks) and not reading._may_be_empty:
            return Failed(article.key, "it has no sentence to take in")
        return reading

    @property
    def dropped(self) -> tuple[Slip, ...]:
        """What the proposal got wrong so far."""
        return tuple(self._dropped)

    def failed(self, error: ModelError) -> Digested | Failed:
        """What becomes of the article when a model gave no usable reply.

        Raises BudgetError where nobody reads it in the model's place.
        """
        if isinstance(error, BudgetError) and fallback_of(self._curator) is None:
            raise error
        answered = not isinstance(error, ModelUnavailableError)  # else another try may go better
        return self._instead(str(error), _of_reply(error), self._text_hash() if answered else "")

    def _instead(self, reason: str, slips: Sequence[Slip], text: str) -> Digested | Failed:
        """What rules read in place of a model, the failure where they may not or cannot."""
        failed = Failed(self.article.key, reason, (*self._dropped, *slips), text)
        rules = fallback_of(self._curator)
        if rules is None:
            return failed
        self._dropped = []
        proposal = rules.extract(self.article, self.blocks, self._schema)
        self._build(proposal, f"{rules.name}{STANDS_IN}{self._curator.name}")
        found = self._files(_verdicts(rules, self.claimed()))
        return failed if found is None else replace(found, slips=failed.slips, instead=failed)

    def take(self, proposal: Extraction) -> None:
        """Build the digest from the curator's proposal."""
        # Under another name than the curator's it is stale, and `compile --stale` asks for the lost parts
        # again.
        name = self._curator.name
        self._build(proposal, f"{name} incomplete" if proposal.lost else name)

    def _build(self, proposal: Extraction, compiled_with: str) -> None:
        """The digest of a proposal: only blocks that are cited, only entities that are declared."""
        self._proposal = proposal
        self._dropped += proposal.slips
        entities = tuple(_entity(entity, self._schema) for entity in proposal.entities)
        digest = Digest(
            key=self.article.key,
            title=next((each.title for each in entities if each.is_document), self.article.title),
            sha256=self._text_hash(),
            date=self.article.date,
            ingested=self._ingested,
            compiled_with=compiled_with,
            summary=normalise(proposal.summary),
            blocks=(),
            entities=entities,
            statements=(),
            aliases=self.article.aliases,
            tags=self.article.tags,
            links=stated_links(self.article),
            derived=proposal.derived,
        )
        if not proposal.derived:
            by_number = {block.number: block for block in self.blocks}
            statements = tuple(_statements(proposal, by_number, self._dropped))
            cited = {block for statement in statements for block in statement.blocks}
            kept = {block.id: normalise(block.text) for block in self.blocks if block.id in cited}
            blocks = (Block(id, text, number) for number, (id, text) in enumerate(kept.items(), start=1))
            digest = replace(digest, blocks=tuple(blocks), statements=statements)
        digest = digest_file.complete(digest, self.article)
        terms = tuple(_terms(proposal.terms, {block.id for block in digest.blocks}))
        self._digest = replace(digest, terms=terms)

    def _text_hash(self) -> str:
        return layout.text_hash(self.article.text)

    def claimed(self) -> Claimed:
        """The digest's statements with their blocks and the headings above these, for a curator to verify.

        What the article's text gives needs nobody's verdict.
        """
        if self._digest.derived:
            return Claimed.some(self._digest, ())
        claimed = Claimed.of(self._digest)
        sections = {block.id: block.section for block in self.blocks}
        blocks = {id: replace(block, section=sections.get(id, "")) for id, block in claimed.blocks.items()}
        return replace(claimed, blocks=blocks)

    def digested(self, verdicts: Sequence[Verdict]) -> Digested | Failed:
        """The two files, built from what the verdicts leave of the digest."""
        work = work_of(self._curator)
        if work is not None:
            name = f"{self._digest.compiled_with}{work.signature(self.article.key)}"
            self._digest = replace(self._digest, compiled_with=name)
        found = self._files(verdicts)
        return found or self._instead("nothing in it could be cited", (), self._text_hash())

    def _files(self, verdicts: Sequence[Verdict]) -> Digested | None:
        """The two files; None where nothing is left of the digest."""
        digest = without_refused(self._digest, verdicts, self._dropped)
        proposal, dropped = self._proposal, tuple(self._dropped)
        if not digest.statements and (proposal.statements or not self._may_be_empty):
            return None
        if not digest.derived:
            digest = replace(digest, statements=mark_contained(digest.statements))
        carried = Carried(digest) if self._before is None else carry_decisions(self._before, digest)
        source = _read_back(carried.digest, self.article)
        return Digested(source, carried.renamed, carried.lost, dropped, proposal.lost)


def _of_reply(error: ModelError) -> tuple[Slip, ...]:
    """The slips of a model's reply that could not be used; none where there was no reply."""
    if isinstance(error, RejectedError):
        return error.slips
    return (unusable(str(error)),) if isinstance(error, ReplyError) else ()


def _read_back(digest: Digest, article: Article) -> Source:
    """The two files, rendered and parsed again. Raises FormatError where the values differ."""
    source = Source(digest, digest_file.render(digest), article_file.render(article))
    file = layout.page_file(layout.digest_path(digest.key))
    stored = article_file.parse(source.article_data, file)
    if stored.text != article.text:
        raise FormatError(f"{layout.article_path(digest.key)} does not read back as it was written")
    read = digest_file.complete(digest_file.parse(source.digest_data, file), stored)
    if read != digest_file.canonical(digest):
        raise FormatError(f"{file} does not read back as it was written")
    return source


def _terms(proposed: Sequence[Term], cited: set[str]) -> Iterator[Term]:
    """Terms in order of name, one a name, with the blocks that a statement cites."""
    for _, term in sorted({normalise(each.name): each for each in proposed if each.uses}.items()):
        blocks = tuple(dict.fromkeys(each for each in term.blocks if each in cited))
        yield replace(term, name=normalise(term.name), blocks=blocks[:MAX_TERM_BLOCKS])


def _entity(entity: Entity, schema: Schema) -> Entity:
    """The entity with one-line texts and a dimension the schema knows; a document of a library has none."""
    known = entity.is_document or any(
        entity.dimension == each.name or entity.dimension in each.accepts for each in schema.dimensions
    )
    return replace(
        entity,
        title=normalise(entity.title),
        dimension=entity.dimension if known else schema.fallback,
        aliases=tuple(filter(None, map(normalise, entity.aliases))),
        tags=tuple(filter(None, map(normalise, entity.tags))),
        summary=normalise(entity.summary),
    )


def _statements(proposal: Extraction, blocks: dict[int, Block], dropped: list[Slip]) -> Iterator[Statement]:
    declared = {entity.id for entity in proposal.entities if normalise(entity.title)}
    seen: set[tuple[str, str]] = set()
    for each in proposal.statements:
        fault = _fault(each, declared, blocks)
        if fault is not None:
            dropped.append(fault)
            continue
        text = canonical(each.text)
        holder = normalise(each.holder or "") or None
        statement = Statement(
            id=layout.statement_id(each.kind, holder, text),
            of=each.of,
            kind=each.kind,
            text=text,
            blocks=tuple(dict.fromkeys(blocks[number].id for number in each.blocks)),
            holder=holder,
            relations=tuple(dict.fromkeys(rel for rel in each.relations if rel.entity in declared)),
            form=each.form,
            place=None if each.place is None else tuple(filter(None, map(normalise, each.place))),
        )
        if (statement.of, statement.id) not in seen:
            seen.add((statement.of, statement.id))
            yield statement


def _fault(each: ProposedStatement, declared: set[str], blocks: dict[int, Block]) -> Slip | None:
    """Why a proposed statement cannot be taken, or None."""
    if each.of not in declared:
        return _slip("undeclared-entity", "a statement of an entity that was not declared", each.of)
    if each.kind not in STATEMENT_KINDS:
        return _slip("unknown-kind", "a statement of an unknown kind", each.kind)
    if not normalise(each.text):
        return _slip("empty-statement", "an empty statement", each.of)
    missing = [number for number in each.blocks if number not in blocks]
    # A heading may announce what a statement says, and says nothing alone.
    if missing or all(blocks[number].kind == "heading" for number in each.blocks):
        case = f"block {missing[0]}: {each.text}" if missing else each.text
        return _slip("unknown-block", "a statement that cites no block of the document", case)
    return None


def _slip(rule: str, message: str, example: str) -> Slip:
    return Slip(Category.MALFORMED_REF, rule, message, example)


def mark_contained(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements, in order, each that begins a longer one of its entity ``shown_as`` that one.

    The longer statement takes over the relations of the shorter. A curator joins a sentence that leans on the
    one before it to that sentence, and may give the first sentence by itself too. Only a statement whose
    blocks the longer one cites as well is hidden, so no quote is lost.
    """
    longer: dict[str, list[Statement]] = {}
    for statement in statements:
        if len(statement.blocks) > 1:
            longer.setdefault(statement.blocks[0], []).append(statement)
    shown_as: dict[int, Statement] = {}
    for at, statement in enumerate(statements):
        near = longer.get(statement.blocks[0], ()) if longer else ()
        taking = [other for other in near if _goes_on(other, statement)]
        if taking:
            shown_as[at] = max(taking, key=lambda other: (len(other.text), other.id))
    if not shown_as:
        return tuple(statements)
    moved: dict[str, list[Relation]] = {}
    for at, other in shown_as.items():
        moved.setdefault(other.id, []).extend(statements[at].relations)
    return tuple(
        replace(
            statement,
            shown_as=shown_as[at].id if at in shown_as else None,
            relations=tuple(dict.fromkeys((*moved.get(statement.id, ()), *statement.relations))),
        )
        for at, statement in enumerate(statements)
    )


def _goes_on(longer: Statement, shorter: Statement) -> bool:
    """Whether ``longer`` begins with ``shorter`` and shares its entity, kind, holder and blocks."""
    return (
        longer.of == shorter.of
        and (longer.kind, longer.holder) == (shorter.kind, shorter.holder)
        and len(longer.text) > len(shorter.text)
        and longer.text.startswith(shorter.text)
        and set(shorter.blocks) < set(longer.blocks)
    )


def without_refused(digest: Digest, verdicts: Sequence[Verdict], dropped: list[Slip]) -> Digest:
    """The digest without the statements that ``verdicts`` refuse, and without blocks that none cites then.

    What a document of a library says itself stays. dropped: takes a slip for each refused statement.
    """
    digest = _without_refused_parts(digest, verdicts)
    own = {at for at, each in enumerate(digest.statements) if each.place is not None}
    # By place: two entities may share a statement.
    refused = {at: each.missing for at, each in enumerate(verdicts) if not each.supported and at not in own}
    for at, missing in refused.items():
        if at < len(digest.statements):  # else the line of an entity
            what = "a statement that its blocks do not bear out"
            case = f"{digest.statements[at].text} (not there: {', '.join(missing) or 'what it says'})"
            dropped.append(Slip(Category.UNSUPPORTED_FACT, "unsupported-statement", what, case))
    statements = tuple(each for at, each in enumerate(digest.statements) if at not in refused)
    if len(statements) == len(digest.statements):
        return digest
    cited = {block for statement in statements for block in statement.blocks}
    left = (block for block in digest.blocks if block.id in cited)
    renumbered = tuple(replace(block, number=number) for number, block in enumerate(left, start=1))
    return replace(digest, statements=statements, blocks=renumbered)


def _without_refused_parts(digest: Digest, verdicts: Sequence[Verdict]) -> Digest:
    """The digest without the relation types, summaries and aliases of entities that ``verdicts`` refuse."""
    unrelated = {at for at, each in enumerate(verdicts) if each.unrelated or not each.supported}
    statements = tuple(
        replace(each, relations=_untyped(each.relations)) if at in unrelated else each
        for at, each in enumerate(digest.statements)
    )
    lines = verdicts[len(digest.statements) :]
    refused = {each.statement for each in lines if not each.supported}
    misnamed = {each.statement for each in lines if each.unrelated}
    entities = tuple(
        replace(
            each,
            summary="" if each.id in refused else each.summary,
            aliases=() if each.id in misnamed else each.aliases,
        )
        for each in digest.entities
    )
    return replace(digest, statements=statements, entities=entities)


def _untyped(typed: Iterable[Relation]) -> tuple[Relation, ...]:
    """Relations to the same entities, all of the type "mentions"."""
    return tuple(dict.fromkeys(Relation(relation_labels.MENTIONS, each.entity) for each in typed))
