"""``extract``: asks about each section of an article, checks each reply, joins what passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from wikic.curator import choose_rules
from wikic.curator.encyclopaedia.english import dependent_sentences
from wikic.curator.model import bounds, document_names, document_sections, prompt_text
from wikic.curator.model.document_evidence import Evidence, quoted, supports
from wikic.curator.model.document_sections import Section, in_document_order, join_sections
from wikic.curator.model.extraction_request import NAMES, Asked, asked_of, extraction_request
from wikic.curator.model.foreign_language import foreign_language, foreign_script
from wikic.curator.model.plain_line import foreign_path, is_path, plain_line
from wikic.curator.model.prompts import language_of, leaked
from wikic.curator.model.reply_checks import slip
from wikic.curator.model.reply_entities import EntityList
from wikic.curator.model.reply_shapes import ExtractReply, NamesReply
from wikic.curator.model.reply_statements import StatementFilter
from wikic.curator.protocol import Offer
from wikic.errors import PendingError, RejectedError, ReplyError
from wikic.llm.protocol import Model, Request
from wikic.llm.structured import converse
from wikic.model.article import Article
from wikic.model.extraction import Extraction, ProposedStatement, Slip
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity
from wikic.text.normalise import fold_name

_BEFORE: Final = 2  # blocks above a section that are shown with it, for what its first pronouns mean
_FEW: Final = 3  # sentences worth taking from which a section must give a statement
# One part in so many may be lost; else a book of sixty parts would never get in for one that a model refuses.
_PARTS_TO_ONE_LOST: Final = 4
_CITED: Final = 0.4  # share of the sentences worth taking below which a digest counts as incomplete


def extract(
    model: Model, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer
) -> Extraction:
    """Entities and statements of one article (LLM-Wiki, Algorithm 1, line 3).

    A section without a usable reply is left out and named in ``lost``, where there are enough others.

    Raises RejectedError, with what was wrong, when too many sections give nothing that can be used, and
    what ``model.complete`` raises.
    """
    return _Reading(model, source, blocks, schema, offer).extraction()


def taken(
    model: Model, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer, reply: ExtractReply
) -> Extraction | None:
    """The extraction of a one-section article from its part of a reply that several documents share.

    None when too little of the reply can be used, or it cites too few sentences: ``extract`` asks alone then.
    """
    return _Reading(model, source, blocks, schema, offer).of(reply)


def section_request(
    source: Article,
    section: Section,
    schema: Schema,
    offer: Offer,
    known: Sequence[Entity] = (),
) -> Request:
    """The request for one section; ``known``: entities of earlier sections."""
    language = language_of(source.language, source.text)
    asked = asked_of(source, schema)
    beside = (
        prompt_text.offer(offer, language, pages=asked.pages),
        prompt_text.known(known, language),
    )
    shown = [*beside, prompt_text.document(source, section, language), prompt_text.word(language, "end")]
    request = extraction_request(asked, schema, language, shown, section.blocks, several=False)
    return replace(request, beside=tuple(filter(None, beside)))


@dataclass(slots=True)
class _Section:
    """What code let through of the reply to one section."""

    reply: ExtractReply
    statements: list[ProposedStatement]
    slips: list[Slip]
    roster: EntityList
    ids: dict[str, str]


@dataclass(slots=True)
class _Reading:
    """The reading of one article, section after section."""

    model: Model
    source: Article
    blocks: Sequence[Block]
    schema: Schema
    offer: Offer
    statements: list[ProposedStatement] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    summary: str = ""
    subject: str = ""
    itself: bool = False
    document: Extraction | None = None  # of a library, as rules read it
    asked: Asked = field(init=False)
    roster: EntityList = field(init=False)
    every: dict[int, Block] = field(init=False)

    def __post_init__(self) -> None:
        schema, self.asked = self.schema, asked_of(self.source, self.schema)
        if self.asked is NAMES:
            self.document = choose_rules.extract(self.source, self.blocks, schema)
            schema = document_names.of_names(schema)
        own = self.document.entities if self.document is not None else ()
        self.roster = EntityList.of(Evidence(self.source, self.blocks), schema, own)
        self.every = {block.number: block for block in self.blocks if block.kind != "heading"}

    def extraction(self) -> Extraction:
        parts = document_sections.cut_sections(self.blocks, self.asked.section)
        pending = None
        for at, part in enumerate(parts, start=1):
            try:
                self._section(part, (at, len(parts)))
            except PendingError as error:  # the others can be asked meanwhile
                pending = error
        if pending is not None:
            raise PendingError(str(pending), slips=tuple(self.slips))
        if not self.statements and self.document is None:
            raise RejectedError(
                f"{self.model.name}: nothing that the document states could be used: "
                f"{_commonest(self.slips) or 'no statement was given'}",
                slips=(*self.slips, slip("no-statements", self.source.title)),
            )
        return self._joined()

    def of(self, reply: ExtractReply) -> Extraction | None:
        """The extraction from one reply; None where too little of it can be used."""
        found = self._sifted(reply, self.blocks)
        if self._worthless(found, self.blocks, (1, 1), again=False):
            return None
        if not found.statements and self.document is None:
            return None
        self._take(found, self.blocks)
        return None if self._thin() else self._joined()

    def _joined(self) -> Extraction:
        entities = self.roster.entities
        said = in_document_order(self.statements, self.every, entities)
        if self.document is not None:
            found = document_names.with_names(self.document, said, entities, self.every)
            return replace(found, slips=tuple(self.slips), lost=tuple(self.lost))
        if self._thin():
            self.slips.append(slip("few-blocks-cited", self._thin()))
        found = Extraction(
            self.summary, tuple(entities), tuple(said), slips=tuple(self.slips), lost=tuple(self.lost)
        )
        return join_sections(found, self.subject or self._titled(), itself=self.itself)

    def _section(self, part: Sequence[Block], place: tuple[int, int]) -> None:
        """Ask for one section and take what passes."""
        before = [
            self.every[number]
            for number in range(part[0].number - _BEFORE, part[0].number)
            if number in self.every and place[0] > 1
        ]
        section = Section(part, *place, before)
        request = section_request(self.source, section, self.schema, self.offer, self._running())
        rejected: list[Slip] = []
        complaints: set[str] = set()
        found: _Section
        shown = {block.number: block for block in part}

        def check(reply: ExtractReply | NamesReply) -> Sequence[str]:
            nonlocal found
            found = self._sifted(document_names.as_statements(reply, shown), part)
            wrong = self._worthless(found, part, place, again=bool(complaints))
            if wrong:
                rejected.extend(found.slips)
                complaints.update(wrong)
            return wrong

        try:
            said = converse(self.model, request, self.asked.shape, check)
        except ReplyError as error:
            slips = (*self.slips, *rejected, *_malformed(error.problems, complaints))
            self.lost.append(f"part {place[0]} of {place[1]}: {error}")
            if _PARTS_TO_ONE_LOST * len(self.lost) <= place[1]:
                self.slips = [*slips, slip("lost-part", self.lost[-1])]
                return
            raise RejectedError(
                str(error),
                hint=error.hint,
                problems=error.problems,
                usage=error.usage,
                slips=(*slips, slip("no-statements", self.source.title)),
            ) from error
        # The reply checked last is the one that passed.
        self.slips += [*_malformed(said.problems, complaints), *rejected]
        self._take(found, part)

    def _take(self, found: _Section, part: Sequence[Block]) -> None:
        """Take what passed of the reply to a section."""
        self.slips += found.slips
        self.statements += found.statements
        self.roster = found.roster
        if self.document is None:
            self._head(found, quoted(self.source.title, (block.text for block in part)))

    def _sifted(self, reply: ExtractReply, part: Sequence[Block]) -> _Section:
        """What code lets through of a reply; ``self`` stays as it is."""
        own = self.roster.copy()
        near = quoted(self.source.title, (block.text for block in part))
        ids = own.take(reply.entities, near)
        subject = ids.get(plain_line(reply.subject).text)
        if subject is not None:  # what is said of a file, which has no page, is said in the subject's
            paths = (plain_line(each.id).text for each in reply.entities if is_path(each.title.strip()))
            ids = {**{local: subject for local in paths if local}, **ids}
        if self.document is not None:
            ids.setdefault(document_names.ITSELF, own.entities[0].id)
        shown = {block.number: block for block in part if block.number in self.every}
        entities = {entity.id: entity for entity in own.entities}
        sieve = StatementFilter(self.source, own.evidence, shown, self.every, entities, ids)
        statements = list(sieve.sift(reply.statements))
        if self.document is not None:
            statements = list(document_names.naming(statements, entities, self.every, sieve.slips))
        return _Section(reply, statements, [*own.slips, *sieve.slips], own, ids)

    def _worthless(
        self, found: _Section, part: Sequence[Block], place: tuple[int, int], *, again: bool
    ) -> list[str]:
        """Why the model must be asked again, a line each; none where enough of the reply is left.

        again: whether this is the second reply already; then whatever is left of it is taken.
        """
        reply = found.reply
        said = " ".join(each.text for each in reply.statements)
        told = " ".join(block.text for block in part)
        other = foreign_language(said, told)
        if other:
            found.slips.append(slip("wrong-language", said))
            return [f"the texts are in another language ({other}) than the document"]
        if not reply.statements:
            if self.document is not None:  # it names nothing
                return []
            # A part of a book may be all contents, notices or plates; that it says nothing is asked once.
            worth = sum(map(dependent_sentences.is_worth_keeping, part)) >= _FEW and not again
            return ["there is no statement"] if worth or place[1] == 1 else []
        if 2 * len(found.statements) >= len(reply.statements) or (
            again and (found.statements or self.document is not None)
        ):
            return []
        counts = Counter(each.message for each in found.slips)
        cases = {each.message: each.example for each in reversed(found.slips)}
        lost = len(reply.statements) - len(found.statements)
        return [
            f"{lost} of {len(reply.statements)} statements cannot be used",
            *(f"{message} ({count} times): {cases[message]}" for message, count in counts.most_common(5)),
        ]

    def _head(self, found: _Section, near: Sequence[str]) -> None:
        """Take summary and subject of the document from a section's reply, where there are none yet."""
        reply = found.reply
        if not self.summary:
            made = plain_line(reply.summary)
            fits = 0 < len(made.text) <= bounds.LINE and not foreign_script(made.text, " ".join(near))
            if fits and supports(made.text, near) and not leaked(made.text, near):
                self.summary = "" if foreign_path(made.text, near) else made.text
            elif made.text:
                self.slips.append(slip("unsupported-line", made.text))
        if not self.subject:
            self.subject = found.ids.get(plain_line(reply.subject).text, "")
            self.subject = found.roster.entitle(self.subject, self.source, self.blocks)
            title = next((each.title for each in found.roster.entities if each.id == self.subject), "")
            # A text is called by its title; what has another name is something it tells of.
            self.itself = reply.itself and fold_name(title) == fold_name(self.source.title)

    def _titled(self) -> str:
        """The entity that has the document's title: what no reply called the subject is it."""
        title = fold_name(self.source.title)
        return next((each.id for each in self.roster.entities if fold_name(each.title) == title), "")

    def _running(self) -> list[Entity]:
        """Entities that the next section is shown: those most is said of, in order of their ids."""
        entities = [each for each in self.roster.entities if not each.self_]
        said = Counter(each.of for each in self.statements)
        order = sorted(range(len(entities)), key=lambda at: (-said[entities[at].id], at))
        return [entities[at] for at in sorted(order[: bounds.KNOWN])]

    def _thin(self) -> str:
        """``3 of 20 sentences`` where too few of those worth taking are cited; "" for enough."""
        if self.document is not None:
            return ""
        worth = {
            number for number, block in self.every.items() if dependent_sentences.is_worth_keeping(block)
        }
        cited = {number for each in self.statements for number in each.blocks}
        few = len(worth) >= _FEW and len(worth & cited) < _CITED * len(worth)
        return f"{len(worth & cited)} of {len(worth)} sentences" if few else ""


def _malformed(problems: Sequence[str], complaints: set[str]) -> list[Slip]:
    """One slip for all faults of form in the replies; none for ``complaints``, which have their own slips."""
    formal = [each for each in problems if each not in complaints]
    return [slip("malformed-reply", formal[0])] if formal else []


def _commonest(slips: Sequence[Slip]) -> str:
    counts = Counter(each.message for each in slips)
    return counts.most_common(1)[0][0] if counts else ""
