"""The JSON lines of a digest file: one for each entity, statement and term, one for the document's words, and
one for what its author gives it.

The format is docs/disk-format.md, "Digest". Optional keys are absent when they say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from wikic import layout
from wikic.errors import FormatError
from wikic.model.digest import Digest
from wikic.model.statement import TERMS, Entity, Form, Relation, Statement, StatementKind, Term

_KEYS: Final = {"id": "entity", "self_": "self"}


class _EntityLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, rename=_KEYS):
    """An entity as its JSON line, field by field; optional keys are absent when they say nothing."""

    id: str
    title: str
    dimension: str
    disambiguator: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""
    principal: bool = False
    self_: bool = False


class _StatementLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A statement as its JSON line."""

    statement: str
    of: str
    kind: StatementKind
    text: str
    blocks: tuple[str, ...]
    holder: str | None = None
    relations: tuple[tuple[str, str], ...] = ()
    retired: bool = False
    shown_as: str | None = None
    superseded: bool = False
    form: Form = "sentence"
    place: tuple[str, ...] | None = None
    reason: str = ""


class _MarkLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What was decided about a statement that the article's text gives, as its JSON line."""

    mark: str
    retired: bool = False
    shown_as: str | None = None
    superseded: bool = False
    reason: str = ""


class _TermLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A name or term a document uses, as its JSON line."""

    term: str
    dimension: str = TERMS
    uses: int = 0
    capital: int = 0
    lower: int = 0
    before_noun: int = 0
    heading: int = 0
    about: int = 0
    blocks: tuple[str, ...] = ()


class _Given(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a document's author gives it: other names, tags, links to other documents; what people deleted."""

    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class _DocumentLine(msgspec.Struct, forbid_unknown_fields=True):
    """What the author gives the document, as one JSON line."""

    document: _Given


ENTITY: Final = msgspec.json.Decoder(_EntityLine)
STATEMENT: Final = msgspec.json.Decoder(_StatementLine)
_MARK: Final = msgspec.json.Decoder(_MarkLine)
_DOCUMENT: Final = msgspec.json.Decoder(_DocumentLine)
_TERM: Final = msgspec.json.Decoder(_TermLine)
_ENCODER: Final = msgspec.json.Encoder()


def written_lines(digest: Digest) -> Iterator[str]:
    """The lines of a digest, in the order of the file."""
    if digest.derived:
        for each in sorted((*digest.statements, *digest.marks), key=lambda each: each.id):
            line = _MarkLine(each.id, each.retired, each.shown_as, each.superseded, each.reason)
            if line != _MarkLine(each.id):
                yield _ENCODER.encode(line).decode()
    else:
        for entity in digest.entities:
            yield _ENCODER.encode(_entity_line(entity)).decode()
        for statement in digest.statements:
            yield _ENCODER.encode(_statement_line(statement)).decode()
    given = _Given(digest.aliases, digest.tags, digest.links, digest.removed)
    if given != _Given():
        yield _ENCODER.encode(_DocumentLine(given)).decode()
    for term in digest.terms:
        yield _ENCODER.encode(_term_line(term)).decode()


@dataclass(frozen=True, slots=True)
class Records:
    """What the JSON lines of a digest say, in their order."""

    entities: tuple[Entity, ...]
    statements: tuple[Statement, ...]
    marks: tuple[Statement, ...]
    terms: tuple[Term, ...]
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def read_lines(body: list[str], span: slice, first_line: int, file: str) -> Records:
    """The records of the lines ``span`` of ``body``; ``first_line`` is the number of the body's first line.

    Raises FormatError, with a line, for what is no record, and for a statement that names no entity.
    """
    entities: list[Entity] = []
    statements: list[Statement] = []
    marks: list[Statement] = []
    terms: list[Term] = []
    given = _Given()
    renamed: dict[str, str] = {}
    for at, line in enumerate(body[span], start=first_line + span.start):
        if not line.strip():
            continue
        try:
            if line.startswith('{"entity"'):
                entities.append(_entity(ENTITY.decode(line)))
            elif line.startswith('{"mark"'):
                mark = _MARK.decode(line)
                marks.append(
                    replace(
                        unsaid(mark.mark),
                        retired=mark.retired,
                        shown_as=mark.shown_as,
                        superseded=mark.superseded,
                        reason=mark.reason,
                    )
                )
            elif line.startswith('{"words"'):
                continue  # of older digests: the article's text gives them
            elif line.startswith('{"document"'):
                given = _DOCUMENT.decode(line).document
            elif line.startswith('{"term"'):
                terms.append(_term(_TERM.decode(line)))
            else:
                record = STATEMENT.decode(line)
                statements.append(_statement(record))
                renamed[record.statement] = statements[-1].id
        except msgspec.MsgspecError as error:
            raise FormatError(f"{file}:{at}: {error}") from error
    known = {entity.id for entity in entities}
    for each in statements:
        named = {each.of, *(relation.entity for relation in each.relations)}
        if not named <= known:
            raise FormatError(f"{file}: statement {each.id} names the undeclared {min(named - known)}")
    said = tuple(
        each if each.shown_as is None else replace(each, shown_as=renamed.get(each.shown_as, each.shown_as))
        for each in statements
    )
    return Records(
        tuple(entities),
        said,
        tuple(marks),
        tuple(terms),
        given.aliases,
        given.tags,
        given.links,
        given.removed,
    )


def unsaid(id: str) -> Statement:
    """A statement of which the id alone is known, about which nothing was decided."""
    return Statement(id, "", "fact", "", ())


def _entity_line(entity: Entity) -> _EntityLine:
    return _EntityLine(*(getattr(entity, name) for name in _EntityLine.__struct_fields__))


def _entity(line: _EntityLine) -> Entity:
    return Entity(**msgspec.structs.asdict(line))


def _statement_line(statement: Statement) -> _StatementLine:
    return _StatementLine(
        statement=statement.id,
        of=statement.of,
        kind=statement.kind,
        text=statement.text,
        blocks=statement.blocks,
        holder=statement.holder,
        relations=tuple((relation.label, relation.entity) for relation in statement.relations),
        retired=statement.retired,
        shown_as=statement.shown_as,
        superseded=statement.superseded,
        # The default is left out where it is this very object, which one from another process is not.
        form="sentence" if statement.form == "sentence" else statement.form,
        place=statement.place,
        reason=statement.reason,
    )


def _statement(line: _StatementLine) -> Statement:
    return Statement(
        id=layout.statement_id(line.kind, line.holder, line.text),
        of=line.of,
        kind=line.kind,
        text=line.text,
        blocks=line.blocks,
        holder=line.holder,
        relations=tuple(Relation(label, entity) for label, entity in line.relations),
        retired=line.retired,
        shown_as=line.shown_as,
        superseded=line.superseded,
        form=line.form,
        place=line.place,
        reason=line.reason,
    )


def _term_line(term: Term) -> _TermLine:
    return _TermLine(
        term=term.name,
        dimension=term.dimension,
        uses=term.uses,
        capital=term.capital,
        lower=term.lower,
        before_noun=term.before_noun,
        heading=term.heading,
        about=term.about,
        blocks=term.blocks,
    )


def _term(line: _TermLine) -> Term:
    return Term(
        name=line.term,
        dimension=line.dimension,
        uses=line.uses,
        capital=line.capital,
        lower=line.lower,
        before_noun=line.before_noun,
        heading=line.heading,
        about=line.about,
        blocks=line.blocks,
    )
