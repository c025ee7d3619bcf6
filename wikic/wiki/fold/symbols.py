"""What the linker step sees of a digest: the entities it names, how they relate, where their facts are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.statement import Entity, Statement, Term
from wikic.text.normalise import fold_name


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entity of one digest, without the text of its statements.

    entity: local id in the digest.
    title, disambiguator, dimension, aliases, tags, summary, principal, self_: as in ``Entity``.
    statements: ids of its statements that are shown, in the digest's order.
    """

    entity: str
    title: str
    disambiguator: str | None
    dimension: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    principal: bool
    self_: bool
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DigestSymbols:
    """A digest's symbol table.

    key, title, date, ingested, sha256, compiled_with: as in ``Digest``.
    symbols: one per entity, in the digest's order.
    edges: ``(from, label, to)``, indexes into ``symbols``, of the relations of shown statements.
    headings: of the document, under which shown statements stand, in order.
    words, terms: as in ``Digest``; a term's blocks are those that a shown statement cites.
    """

    key: str
    title: str
    date: str | None
    ingested: str
    sha256: str
    compiled_with: str
    symbols: tuple[Symbol, ...]
    edges: tuple[tuple[int, str, int], ...]
    headings: tuple[str, ...] = ()
    words: tuple[tuple[str, int], ...] = ()
    terms: tuple[Term, ...] = ()

    @property
    def digest_path(self) -> str:
        """Page path of the digest."""
        return layout.digest_path(self.key)

    @property
    def order(self) -> tuple[bool, str, str]:
        """Where its facts stand on a page: document date, undated last, then key."""
        return (self.date is None, self.date or "", self.key)


def shown(statement: Statement) -> bool:
    """Whether a statement stands on its page."""
    return not statement.retired and statement.shown_as is None


def symbols_of(digest: Digest) -> DigestSymbols:
    """The symbol table of ``digest``."""
    position = {entity.id: at for at, entity in enumerate(digest.entities)}
    ids: list[list[str]] = [[] for _ in digest.entities]
    edges: dict[tuple[int, str, int], None] = {}
    for statement in digest.statements:
        if not shown(statement):
            continue
        source = position[statement.of]
        if statement.id not in ids[source]:
            ids[source].append(statement.id)
        for relation in statement.relations:
            edges[(source, relation.label, position[relation.entity])] = None
    placed = [each for each in digest.statements if shown(each)]
    places = [each.place for each in placed if each.place]
    cited = {block for each in placed for block in each.blocks}
    return DigestSymbols(
        key=digest.key,
        title=digest.title,
        date=digest.date,
        ingested=digest.ingested,
        sha256=digest.sha256,
        compiled_with=digest.compiled_with,
        symbols=tuple(_symbol(entity, tuple(ids[at])) for at, entity in enumerate(digest.entities)),
        edges=tuple(edges),
        headings=tuple(dict.fromkeys(each for place in places for each in place)),
        words=digest.words,
        terms=tuple(_shown_term(term, cited) for term in digest.terms),
    )


def _shown_term(term: Term, cited: set[str]) -> Term:
    return replace(term, blocks=tuple(each for each in term.blocks if each in cited))


def _symbol(entity: Entity, statements: tuple[str, ...]) -> Symbol:
    own = fold_name(entity.title)
    aliases = {fold_name(alias): alias for alias in reversed(entity.aliases)}
    return Symbol(
        entity=entity.id,
        title=entity.title,
        disambiguator=entity.disambiguator,
        dimension=entity.dimension,
        aliases=tuple(alias for name, alias in reversed(aliases.items()) if name and name != own),
        tags=entity.tags,
        summary=entity.summary,
        principal=entity.principal,
        self_=entity.self_,
        statements=statements,
    )
