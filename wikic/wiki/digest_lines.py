"""The JSON lines of a digest file: one for each entity, statement and term, one for the document's words, and
one for what its author gives it.

The format is docs/disk-format.md, "Digest". Optional keys are absent when they say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import msgspec

from wikic import layout
from wikic.errors import FormatError
from wikic.model.digest import Digest
from wikic.model.statement import TERMS, Entity, Form, Relation, Statement, StatementKind, Term


class _EntityLine(
    msgspec.Struct,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"id": "entity", "self_": "self"},
):
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


class _StatementLine(
    msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, rename={"id": "statement"}
):
    """A statement as its JSON line, field by field."""

    id: str
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


class _MarkLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, rename={"id": "mark"}):
    """What was decided about a statement that the article's text gives, as its JSON line."""

    id: str
    retired: bool = False
    shown_as: str | None = None
    superseded: bool = False
    reason: str = ""


class _TermLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, rename={"name": "term"}):
    """A name or term a document uses, as its JSON line, field by field."""

    name: str
    dimension: str = TERMS
    uses: int = 0
    capital: int = 0
    lower: int = 0
    before_noun: int = 0
    heading: int = 0
    about: int = 0
    blocks: tuple[str, ...] = ()


class Given(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a document's author gives it: other names, tags, links to other documents; what people deleted."""

    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class _DocumentLine(msgspec.Struct, forbid_unknown_fields=True):
    """What the author gives the document, as one JSON line."""

    document: Given


ENTITY: Final = msgspec.json.Decoder(_EntityLine)
STATEMENT: Final = msgspec.json.Decoder(_StatementLine)
_MARK: Final = msgspec.json.Decoder(_MarkLine)
_DOCUMENT: Final = msgspec.json.Decoder(_DocumentLine)
_TERM: Final = msgspec.json.Decoder(_TermLine)
_ENCODER: Final = msgspec.json.Encoder()
_DECIDED: Final = ("retired", "shown_as", "superseded", "reason")
_Line = TypeVar("_Line", bound=msgspec.Struct)


def written_lines(digest: Digest) -> Iterator[str]:
    """The lines of a digest, in the order of the file."""
    if digest.derived:
        for each in sorted((*digest.statements, *digest.marks), key=lambda each: each.id):
            if marked(unsaid(each.id), each) != unsaid(each.id):
                yield _line(_MarkLine, each)
    else:
        yield from (_line(_EntityLine, each) for each in digest.entities)
        for each in digest.statements:
            relations = tuple((relation.label, relation.entity) for relation in each.relations)
            yield _line(_StatementLine, each, relations=relations, form=_shared(each.form, "sentence"))
    given = Given(digest.aliases, digest.tags, digest.links, digest.removed)
    if given != Given():
        yield _ENCODER.encode(_DocumentLine(given)).decode()
    yield from (_line(_TermLine, each, dimension=_shared(each.dimension, TERMS)) for each in digest.terms)


def _shared(value: str, default: str) -> str:
    """A value; the default as the object by which a line knows it, which one from another process is not."""
    return default if value == default else value


@dataclass(frozen=True, slots=True)
class Records:
    """What the JSON lines of a digest say, in their order."""

    entities: tuple[Entity, ...]
    statements: tuple[Statement, ...]
    marks: tuple[Statement, ...]
    terms: tuple[Term, ...]
    given: Given


def read_lines(body: list[str], span: slice, first_line: int, file: str) -> Records:
    """The records of the lines ``span`` of ``body``; ``first_line`` is the number of the body's first line.

    Raises FormatError, with a line, for what is no record, and for a statement that names no entity.
    """
    entities: list[Entity] = []
    statements: list[Statement] = []
    marks: list[Statement] = []
    terms: list[Term] = []
    given = Given()
    renamed: dict[str, str] = {}
    for at, line in enumerate(body[span], start=first_line + span.start):
        if not line.strip():
            continue
        try:
            if line.startswith('{"entity"'):
                entities.append(Entity(**msgspec.structs.asdict(ENTITY.decode(line))))
            elif line.startswith('{"mark"'):
                mark = _MARK.decode(line)
                marks.append(replace(unsaid(mark.id), **msgspec.structs.asdict(mark)))
            elif line.startswith('{"words"'):
                continue  # of older digests: the article's text gives them
            elif line.startswith('{"document"'):
                given = _DOCUMENT.decode(line).document
            elif line.startswith('{"term"'):
                terms.append(Term(**msgspec.structs.asdict(_TERM.decode(line))))
            else:
                record = STATEMENT.decode(line)
                statements.append(_statement(record))
                renamed[record.id] = statements[-1].id
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
    return Records(tuple(entities), said, tuple(marks), tuple(terms), given)


def unsaid(id: str) -> Statement:
    """A statement of which the id alone is known, about which nothing was decided."""
    return Statement(id, "", "fact", "", ())


def marked(statement: Statement, mark: Statement) -> Statement:
    """A statement with what was decided about another."""
    return replace(statement, **{name: getattr(mark, name) for name in _DECIDED})


def _line(shape: type[_Line], value: object, **others: object) -> str:
    """The JSON line of a value that has the fields of ``shape``; ``others`` in place of its own."""
    fields = {name: getattr(value, name) for name in shape.__struct_fields__ if name not in others}
    return _ENCODER.encode(shape(**fields, **others)).decode()


def _statement(line: _StatementLine) -> Statement:
    fields = msgspec.structs.asdict(line)
    fields["id"] = layout.statement_id(line.kind, line.holder, line.text)
    return Statement(**{**fields, "relations": tuple(Relation(*each) for each in line.relations)})
