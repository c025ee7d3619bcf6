"""What the linker step sees of a digest: the entities it names, how they relate, where their facts are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.statement import MAX_TERM_BLOCKS, Entity, Statement, Term
from wikic.text.normalise import CJK, fold_name
from wikic.text.relation_labels import MENTIONS
from wikic.wiki.fold.single_values import Said, values_said

PEOPLE: Final = "people"  # where the pages of those who speak stand
_MANY: Final = 6  # items of a list in which a bare name says nothing of who bears it
_BARE: Final = 6  # words of such an item
_LONG: Final = 300  # characters; longer statements, exchanges mostly, are borrowed behind others
_ENDS: Final = (".", "!", "?", "。", "！", "？", "；")
_WORDS: Final = re.compile(rf"[{CJK}]{{2}}|[^\W_]+")
_WORD_OF_NAME: Final = re.compile(r"[A-Z][a-z'’-]+|[^\W_]+")


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entity of one digest, without the text of its statements.

    entity: local id in the digest.
    title, disambiguator, dimension, aliases, tags, summary, principal, self_: as in ``Entity``.
    statements: ids of its statements that are shown, in the digest's order.
    told: ids of shown statements of other entities that speak of it, best first, at most ``MAX_TERM_BLOCKS``.
    term: counts of a name that is no entity of the digest, else None.
    said: values of which it has one, as the digest's shown facts give them, its own and those of others. A
        name that is neither entity nor term is here for these alone, without a dimension.
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
    told: tuple[str, ...] = ()
    term: Term | None = None
    said: tuple[Said, ...] = ()

    @property
    def common(self) -> bool:
        """Whether it is a name that nothing tells the kind of."""
        return not self.entity and self.dimension != PEOPLE

    @property
    def only_named(self) -> bool:
        """Whether it is here for what is said of its name alone."""
        return not self.entity and self.term is None


@dataclass(frozen=True, slots=True)
class DigestSymbols:
    """A digest's symbol table.

    key, title, date, ingested, sha256, compiled_with: as in ``Digest``.
    symbols: one per entity, in the digest's order.
    edges: ``(from, label, to)``, indexes into ``symbols``, of the relations of shown statements.
    headings: of the document, under which shown statements stand, in order.
    words, aliases, tags, links, removed: as in ``Digest``.
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
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def own(self) -> int | None:
        """The place of the symbol that the document is about or is itself, None where it has none."""
        return next((at for at, each in enumerate(self.symbols) if each.principal or each.self_), None)

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
    """The symbol table of ``digest``: its entities, then the terms it uses that are none of them."""
    position = {entity.id: at for at, entity in enumerate(digest.entities)}
    said = [statement for statement in digest.statements if shown(statement)]
    ids: list[dict[str, None]] = [{} for _ in digest.entities]
    told: list[dict[str, None]] = [{} for _ in digest.entities]
    edges: dict[tuple[int, str, int], None] = {}
    values = values_said(digest, said)
    for statement in said:
        source = position[statement.of]
        ids[source][statement.id] = None
        for relation in statement.relations:
            target = position[relation.entity]
            edges[(source, relation.label, target)] = None
            if target != source:
                told[target][statement.id] = None
    symbols = [
        _symbol(
            _given(entity, digest), tuple(ids[at]), tuple(told[at])[:MAX_TERM_BLOCKS], values.of.get(at, [])
        )
        for at, entity in enumerate(digest.entities)
    ]
    terms = [each for each in _terms(digest, said) if each.told or each.term is not None]
    principal = next((at for at, entity in enumerate(digest.entities) if entity.principal), None)
    if principal is not None:
        for at in range(len(symbols), len(symbols) + len(terms)):
            edges[(principal, MENTIONS, at)] = None
    return DigestSymbols(
        key=digest.key,
        title=digest.title,
        date=digest.date,
        ingested=digest.ingested,
        sha256=digest.sha256,
        compiled_with=digest.compiled_with,
        symbols=(*symbols, *terms, *_named(values.named)),
        edges=tuple(edges),
        headings=tuple(dict.fromkeys(each for statement in said for each in statement.place or ())),
        words=digest.words,
        aliases=digest.aliases,
        tags=digest.tags,
        links=digest.links,
        removed=digest.removed,
    )


def _given(entity: Entity, digest: Digest) -> Entity:
    """The entity; what the document is about with the aliases and tags that its author gives it."""
    if not entity.principal or not (digest.aliases or digest.tags):
        return entity
    tags = {fold_name(tag): tag for tag in reversed((*entity.tags, *digest.tags))}
    return replace(entity, aliases=(*entity.aliases, *digest.aliases), tags=tuple(reversed(tags.values())))


def _terms(digest: Digest, said: Sequence[Statement]) -> Iterator[Symbol]:
    """A symbol for every term, with the statements that cite its blocks and name it."""
    citing: dict[str, list[Statement]] = {}
    for statement in said:
        for block in statement.blocks:
            citing.setdefault(block, []).append(statement)
    names = {fold_name(entity.title) for entity in digest.entities}
    for term in digest.terms:
        if fold_name(term.name) in names:
            continue
        told = [statement for block in term.blocks for statement in citing.get(block, ())]
        told = [each for each in told if _names(each, term) and not _only_lists(each, term)]
        told.sort(key=lambda each: len(each.text) > _LONG)
        yield Symbol(
            entity="",
            title=term.name,
            disambiguator=None,
            dimension=term.dimension,
            aliases=called(term.name) if term.dimension == PEOPLE else (),
            tags=(),
            summary="",
            principal=False,
            self_=False,
            statements=(),
            told=tuple(dict.fromkeys(each.id for each in told))[:MAX_TERM_BLOCKS],
            term=term,
        )


def _named(values: Mapping[str, Iterable[Said]]) -> Iterator[Symbol]:
    """A symbol for each name of which something is said."""
    nothing = Symbol("", "", None, "", (), (), "", principal=False, self_=False, statements=())
    return (replace(nothing, title=name, said=tuple(said)) for name, said in values.items())


def _names(statement: Statement, term: Term) -> bool:
    """Whether a statement names a term in its text; what one says of himself is of him."""
    name, said = fold_name(term.name), fold_name(statement.text)
    if name in said or name == fold_name(statement.holder or ""):
        return True
    if term.dimension == PEOPLE and any(said.startswith(f"{fold_name(each)}:") for each in called(term.name)):
        return True  # in minutes one speaks by the first name
    return not name.isascii() and name in said.replace(" ", "")  # of a work in Han script blanks are no part


def _only_lists(statement: Statement, term: Term) -> bool:
    """Whether a statement says of a term only that it is one of many: who was there, what was bought."""
    head, *items = statement.text.split("\n")
    if statement.form != "list" or len(items) < _MANY:
        return False
    name = fold_name(term.name)
    naming = [each for each in items if name in fold_name(each)]
    bare = all(len(_WORDS.findall(each)) <= _BARE and not each.endswith(_ENDS) for each in naming)
    return name not in fold_name(head) and bare


def called(speaker: str) -> tuple[str, ...]:
    """What others call one who speaks: "Hester Dunn" and "Hester" for HesterDunn."""
    words = _WORD_OF_NAME.findall(speaker)
    if len(words) < 2 or not all(word[0].isupper() for word in words):
        return ()
    names = (" ".join(words), words[0])
    return tuple(each for each in names if len(each) > 2 and fold_name(each) != fold_name(speaker))


def _symbol(
    entity: Entity, statements: tuple[str, ...], told: tuple[str, ...], said: Iterable[Said]
) -> Symbol:
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
        told=told,
        said=tuple(said),
    )
