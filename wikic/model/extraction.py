"""What a curator proposes for one article; code builds the digest from it."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.model.finding import Category
from wikic.model.statement import Entity, Form, Relation, StatementKind, Term


@dataclass(frozen=True, slots=True)
class ProposedStatement:
    """A statement as a curator proposes it: it names block numbers, never quotes or ids.

    of: local id of an entity of the same extraction.
    kind: ``fact``, ``claim``, ``judgement`` or ``quotation``.
    text: one line of plain text.
    blocks: numbers of the blocks that bear it out, from 1.
    holder: who claims, judges or says it; None for a fact.
    relations: typed links to other entities of the extraction.
    form, place: as in ``Statement``.
    """

    of: str
    kind: StatementKind
    text: str
    blocks: tuple[int, ...]
    holder: str | None = None
    relations: tuple[Relation, ...] = ()
    form: Form = "sentence"
    place: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """What a curator got wrong, and code repaired or dropped before the disk; the Error Book learns from it.

    category: the paper's error type.
    rule: stable name of the check that caught it, ``unknown-block``.
    message: what was wrong, one line, the same for equal causes: no names, no numbers of the case.
    example: this case, one line.
    """

    category: Category
    rule: str
    message: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The judgement over one article.

    summary: one sentence on the document.
    entities: local ids unique; at most one principal, at most one ``self_``.
    statements: each of a declared entity.
    slips: what was wrong with the proposal before code put it right.
    lost: parts of a long document of which nothing could be taken, a line each.
    terms: as in ``Digest``; the ids a term names are of blocks of the article.
    derived: the statements are those that the article's text gives whoever reads it.
    """

    summary: str
    entities: tuple[Entity, ...]
    statements: tuple[ProposedStatement, ...]
    slips: tuple[Slip, ...] = ()
    lost: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    derived: bool = False
