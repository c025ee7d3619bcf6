"""``sources/digests/*.md``, the object file: quoted blocks as Markdown, the extraction as JSON lines.

The format is docs/disk-format.md, "Digest". Ids of statements are computed from their text when a file is
read, so a statement edited by hand is a new statement and never a lie about its hash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown import frontmatter, plain_yaml
from wikic.markdown.escape import escape, unescape
from wikic.model import attachment
from wikic.model.digest import Digest
from wikic.model.statement import Block, Entity, Form, Relation, Statement, StatementKind, Term
from wikic.text.normalise import normalise

_POINT = re.compile(r"^- (?P<text>.*) \^(?P<id>p[0-9a-f]{8})$")
# A frontmatter of plain lines; anything else takes the long way.
_HEAD = re.compile(r"---\n((?:[A-Za-z_][A-Za-z0-9_]*: [^\s][^\n]*\n)+)---\n")
_POINTS_OF = re.compile(r"^- (.*) \^(p[0-9a-f]{8})$", re.M)
# Lines that are neither entities nor statements.
_BESIDE = ('{"words"', '{"term"')
_FENCE = "```"
_WAY = f"../{layout.ARTICLES_DIR.rpartition('/')[2]}/"  # from a digest to what stands beside articles
_POINTS, _EXTRACTION = "## Key Points", "## Extraction"


class _EntityLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An entity as its JSON line; optional keys are absent when they say nothing."""

    entity: str
    title: str
    dimension: str
    disambiguator: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""
    principal: bool = False
    self: bool = False


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


class _WordsLine(msgspec.Struct, forbid_unknown_fields=True):
    """The words a document is placed by, as one JSON line."""

    words: tuple[tuple[str, int], ...]


class _TermLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A name or term a document uses, as its JSON line."""

    term: str
    dimension: str
    uses: int
    capital: int = 0
    lower: int = 0
    before_noun: int = 0
    heading: int = 0
    about: int = 0
    blocks: tuple[str, ...] = ()


_ENTITY = msgspec.json.Decoder(_EntityLine)
_STATEMENT = msgspec.json.Decoder(_StatementLine)
_WORDS = msgspec.json.Decoder(_WordsLine)
_TERM = msgspec.json.Decoder(_TermLine)
_ENCODER = msgspec.json.Encoder()


def render(digest: Digest) -> bytes:
    """The file's bytes; ``parse(render(d))`` equals ``canonical(d)``."""
    head = {
        "type": "digest",
        "key": digest.key,
        "title": digest.title,
        "article": layout.article_path(digest.key),
        "sha256": digest.sha256,
        **({"date": digest.date} if digest.date else {}),
        "ingested": digest.ingested,
        "compiled_with": digest.compiled_with,
    }
    lines = [frontmatter.dump(head) + f"# {escape(digest.title)}"]
    if digest.summary:
        lines.append(f"> {escape(digest.summary)}")
    lines += ["", _POINTS]
    points = [f"- {escape(normalise(block.text))} ^{block.id}" for block in digest.blocks]
    lines += [attachment.shown_from(each, _WAY) for each in points]
    lines += ["", _EXTRACTION, _FENCE + "jsonl"]
    lines += [_ENCODER.encode(_entity_line(entity)).decode() for entity in digest.entities]
    lines += [_ENCODER.encode(_statement_line(each)).decode() for each in digest.statements]
    if digest.words:
        lines.append(_ENCODER.encode(_WordsLine(digest.words)).decode())
    lines += [_ENCODER.encode(_term_line(each)).decode() for each in digest.terms]
    lines.append(_FENCE)
    return ("\n".join(lines) + "\n").encode("utf-8")


def parse(data: bytes, file: str) -> Digest:
    """The digest in ``data``; ``file`` only names it in errors.

    Raises FormatError, with a line, for anything that is not a digest.
    """
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FormatError(f"{file} is not UTF-8") from error
    head = frontmatter.split(text)
    if head is None or not head.closed:
        raise FormatError(f"{file} has no frontmatter")
    try:
        fields = frontmatter.load(head.yaml)
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from error
    body = text[head.end :].split("\n")
    first_line = text.count("\n", 0, head.end) + 1
    points, records = _sections(body, file)
    found = _records(body, records, first_line, file)
    blocks = tuple(
        Block(match["id"], unescape(match["text"]), number)
        for number, match in enumerate(filter(None, map(_POINT.match, body[points])), start=1)
    )
    return Digest(
        key=_required(fields, "key", file),
        title=_required(fields, "title", file),
        sha256=_required(fields, "sha256", file),
        date=fields.get("date") or None,
        ingested=_required(fields, "ingested", file),
        compiled_with=_required(fields, "compiled_with", file),
        summary=next((unescape(line[2:]) for line in body[: points.start] if line.startswith("> ")), ""),
        blocks=blocks,
        entities=found.entities,
        statements=found.statements,
        words=found.words,
        terms=found.terms,
    )


@dataclass(frozen=True, slots=True)
class Outline:
    """What a digest quotes and states, for whoever checks thousands of them.

    key, sha256: as the frontmatter gives them.
    blocks: id and text of each quoted block, in order.
    statements: the block ids and the text of each statement.
    """

    key: str
    sha256: str
    blocks: tuple[tuple[str, str], ...]
    statements: tuple[tuple[tuple[str, ...], str], ...]

    @classmethod
    def of(cls, digest: Digest) -> Outline:
        """The outline of a digest that was read."""
        blocks = tuple((block.id, block.text) for block in digest.blocks)
        return cls(
            digest.key, digest.sha256, blocks, tuple((each.blocks, each.text) for each in digest.statements)
        )


def outline(text: str) -> Outline | None:
    """What ``Outline.of(parse(…))`` gives, in a third of the time; None where only ``parse`` can say."""
    head = None if "\r" in text else _HEAD.match(text)
    fields = plain_yaml.read(head[1]) if head is not None else None
    if head is None or fields is None:
        return None
    needed = [fields.get(name) for name in ("key", "title", "sha256", "ingested", "compiled_with")]
    points = text.find(f"\n{_POINTS}\n", head.end() - 1)
    extraction = text.find(f"\n{_EXTRACTION}\n", points + 1)
    start = text.find(f"\n{_FENCE}jsonl\n", extraction + 1)
    end = text.find(f"\n{_FENCE}\n", start + 1)
    if min(points, extraction, start, end) < 0 or not all(isinstance(each, str) and each for each in needed):
        return None
    known: set[str] = set()
    named: set[str] = set()
    statements: list[tuple[tuple[str, ...], str]] = []
    try:
        for line in text[start + len(_FENCE) + 7 : end].split("\n"):
            if line.startswith('{"entity"'):
                known.add(_ENTITY.decode(line).entity)
            elif line.startswith(_BESIDE):
                continue
            elif line.strip():
                record = _STATEMENT.decode(line)
                statements.append((record.blocks, record.text))
                named.add(record.of)
                named.update([entity for _, entity in record.relations])
    except msgspec.MsgspecError:
        return None
    if not named <= known:
        return None
    found = _POINTS_OF.findall(text, points + 1, extraction)
    blocks = tuple((id, unescape(words)) for words, id in found)
    return Outline(fields["key"], fields["sha256"], blocks, tuple(statements))


def canonical(digest: Digest) -> Digest:
    """``digest`` as it is read back: blocks renumbered from 1, without kind and section."""
    blocks = tuple(
        Block(block.id, normalise(block.text), number) for number, block in enumerate(digest.blocks, start=1)
    )
    return replace(digest, blocks=blocks)


def _required(fields: dict[str, Any], name: str, file: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise FormatError(f"{file} has no {name}")
    return value


def _sections(body: list[str], file: str) -> tuple[slice, slice]:
    """Line ranges of the key points and of the JSON lines."""
    try:
        points = body.index(_POINTS)
        extraction = body.index(_EXTRACTION, points)
        start = body.index(_FENCE + "jsonl", extraction) + 1
        end = body.index(_FENCE, start)
    except ValueError as error:
        raise FormatError(f"{file} lacks {_POINTS!r}, {_EXTRACTION!r} or its closed jsonl block") from error
    return slice(points + 1, extraction), slice(start, end)


@dataclass(frozen=True, slots=True)
class _Records:
    """What the JSON lines of a digest say, in their order."""

    entities: tuple[Entity, ...]
    statements: tuple[Statement, ...]
    words: tuple[tuple[str, int], ...]
    terms: tuple[Term, ...]


def _records(body: list[str], span: slice, first_line: int, file: str) -> _Records:
    entities: list[Entity] = []
    statements: list[Statement] = []
    words: tuple[tuple[str, int], ...] = ()
    terms: list[Term] = []
    renamed: dict[str, str] = {}
    for at, line in enumerate(body[span], start=first_line + span.start):
        if not line.strip():
            continue
        try:
            if line.startswith('{"entity"'):
                entities.append(_entity(_ENTITY.decode(line)))
            elif line.startswith('{"words"'):
                words = _WORDS.decode(line).words
            elif line.startswith('{"term"'):
                terms.append(_term(_TERM.decode(line)))
            else:
                record = _STATEMENT.decode(line)
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
    return _Records(tuple(entities), said, words, tuple(terms))


def _entity_line(entity: Entity) -> _EntityLine:
    return _EntityLine(
        entity=entity.id,
        title=entity.title,
        dimension=entity.dimension,
        disambiguator=entity.disambiguator,
        aliases=entity.aliases,
        tags=entity.tags,
        summary=entity.summary,
        principal=entity.principal,
        self=entity.self_,
    )


def _entity(line: _EntityLine) -> Entity:
    return Entity(
        id=line.entity,
        title=line.title,
        dimension=line.dimension,
        disambiguator=line.disambiguator,
        aliases=line.aliases,
        tags=line.tags,
        summary=line.summary,
        principal=line.principal,
        self_=line.self,
    )


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
        form=statement.form,
        place=statement.place,
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
