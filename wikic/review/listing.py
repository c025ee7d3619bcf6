"""What waits for review, as it would land: document by document, fact by fact, with the pages it would make
or change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from wikic import layout
from wikic.compiler.carried_decisions import Carried, carry_decisions
from wikic.compiler.forget import named_sources
from wikic.errors import UsageError
from wikic.model import attachment
from wikic.model.change import ABSENT, Change, ChangeSet, Delete, Move, Write
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.model.written import Written
from wikic.text.normalise import normalise
from wikic.wiki import digest_file, written_file
from wikic.wiki.file_changes import diff_lines
from wikic.wiki.fold.symbols import shown, symbols_of
from wikic.wiki.review_folder import Rejection, ReviewFolder
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Source, Workspace


@dataclass(frozen=True, slots=True)
class Candidate:
    """A source that waits.

    source: what would land.
    before: the digest the wiki has of it, None for a new source.
    renamed: pairs of the id a statement has in the wiki and the id under which this one says it.
    lost: statements deleted in the wiki that have no partner in it.
    """

    source: Source
    before: Digest | None
    renamed: tuple[tuple[str, str], ...]
    lost: int


def read_candidate(space: Workspace, folder: ReviewFolder, digest: Digest) -> Candidate:
    """The candidate of a digest that waits. Raises FormatError where its article is gone."""
    if space.symbols(digest.key) is None:
        return Candidate(folder.source(digest), None, (), 0)
    before = space.digest(digest.key)
    carried: Carried = carry_decisions(before, replace(digest, ingested=before.ingested))
    return Candidate(folder.source(carried.digest), before, carried.renamed, carried.lost)


def mark_of(digest: Digest) -> str:
    """What waits of a source, in 64 characters: another text, or another decision on a fact, has another."""
    return layout.content_hash(digest_file.render(digest))


def propose_changes(
    space: Workspace, candidates: Sequence[Candidate], articles: Sequence[Written] = ()
) -> ChangeSet:
    """The changes of the wiki that candidates and written articles make together."""
    space.fold.carry({old: new for each in candidates for old, new in each.renamed})
    keys = [each.source.digest.key for each in candidates] + list(map(written_file.key_of, articles))
    named = keys[0] if len(keys) == 1 else f"{len(keys)} sources, {keys[0]} to {keys[-1]}" if keys else "none"
    return space.propose(f"accept {named}", [each.source for each in candidates], articles=articles)


def choose_waiting(keys: Iterable[str] | None, waiting: Collection[str]) -> list[str]:
    """The keys of waiting sources that ``keys`` means, in order; all of them for None.

    Raises UsageError for a key of which nothing waits, and where nothing waits at all.
    """
    if not waiting:
        raise UsageError("nothing waits for review; nothing was changed")
    if keys is None:
        return sorted(waiting)
    hint = "`wikic review` lists what waits"
    return sorted({each for key in keys for each in named_sources(key, waiting, hint)})


Action = Literal["new", "changed"]


@dataclass(frozen=True, slots=True)
class Touched:
    """A page that a source would make or change.

    path: page path.
    action: what would become of it.
    """

    path: str
    action: Action


@dataclass(frozen=True, slots=True)
class Waiting:
    """A document that waits.

    key, title, date: of the document.
    since: the day it was put aside.
    replaces: whether the wiki has an older state of it.
    facts: statements that would be shown.
    rejected: statements that a person rejected, and those deleted in the wiki before.
    pages: of what it speaks of, in order of path, were all that waits accepted.
    """

    key: str
    title: str
    date: str | None
    since: str
    replaces: bool
    facts: int
    rejected: int
    pages: tuple[Touched, ...]


@dataclass(frozen=True, slots=True)
class WaitingArticle:
    """A written article that waits.

    key: by which it is accepted. title: of its thing. written_with: who wrote and checked it.
    parts: heading, "" for none, and sentences of each part, each with what it rests on.
    """

    key: str
    title: str
    written_with: str
    parts: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...]

    @classmethod
    def of(cls, written: Written) -> WaitingArticle:
        """An article as it is shown to whoever decides."""
        parts = tuple(
            (
                part.heading,
                tuple(
                    (part.spoken(each), tuple(written.units[at].text for at in each.units))
                    for each in part.sentences
                ),
            )
            for part in written.parts
        )
        return cls(written_file.key_of(written), written.title, written.written_with, parts)


@dataclass(frozen=True, slots=True)
class Review:
    """What waits, in order of key, and the documents that were rejected; articles by their own."""

    waiting: tuple[Waiting, ...]
    rejected: tuple[Rejection, ...]
    articles: tuple[WaitingArticle, ...] = ()


def review(root: Path, title: str) -> Review:
    """What waits in the knowledge base at ``root``; nothing is written and no lock taken.

    title: heading of the root index. Raises NotAWikiError, ConfigError, NotPlainError, and FormatError for a
    digest or a ``review/`` that cannot be read.
    """
    require(root)
    folder = ReviewFolder(root)
    digests, rejected = folder.waiting(), tuple(folder.rejected().values())
    if not digests:
        return Review((), rejected, articles(root))
    space = Workspace.open(root, title)
    candidates = [read_candidate(space, folder, digest) for digest in digests.values()]
    changed = written_pages(propose_changes(space, candidates).changes)
    found = (read_waiting(space, each, digests[each.source.digest.key], changed) for each in candidates)
    return Review(tuple(found), rejected, articles(root))


def written_pages(changes: tuple[Change, ...]) -> dict[str, Action]:
    """The knowledge pages that changes write, by page path."""
    paths = ((layout.page_path(each.path), each) for each in changes if isinstance(each, Write))
    return {
        path: "new" if each.expects == ABSENT else "changed"
        for path, each in paths
        if layout.is_knowledge_page(path)
    }


def read_waiting(space: Workspace, each: Candidate, aside: Digest, changed: Mapping[str, Action]) -> Waiting:
    """One document, once its proposal was folded.

    aside: its digest as it was put aside. changed: pages that the proposal writes.
    """
    digest = each.source.digest
    there = set(_page_paths(space, digest))
    paths = sorted(path for path in changed if path in there)
    return Waiting(
        key=digest.key,
        title=digest.title,
        date=digest.date,
        since=aside.ingested,
        replaces=each.before is not None,
        facts=sum(map(shown, digest.statements)),
        rejected=sum(statement.retired for statement in digest.statements),
        pages=tuple(Touched(path, changed[path]) for path in paths),
    )


def pages_of(space: Workspace, digest: Digest) -> dict[str, str]:
    """Page path by local id of each entity of a folded digest on whose page statements of it stand."""
    entities = zip(digest.entities, symbols_of(digest).symbols, _page_paths(space, digest), strict=False)
    return {entity.id: path for entity, symbol, path in entities if path is not None and symbol.statements}


def _page_paths(space: Workspace, digest: Digest) -> Iterator[str | None]:
    """The page of each entity and term of a folded digest, in order; None for one without."""
    for at in range(len(symbols_of(digest).symbols)):
        yield space.fold.groups.path_of(space.fold.resolver.root_of((digest.key, at)))


def articles(root: Path) -> tuple[WaitingArticle, ...]:
    """The written articles that wait. Raises as ``review`` does."""
    return tuple(map(WaitingArticle.of, ReviewFolder(root).articles().values()))


State = Literal["new", "kept", "rejected"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement that waits.

    id: by which it is rejected.
    state: ``kept`` where the wiki has it from this document already, ``rejected`` where it will not be shown.
    kind, holder, text: as in ``Statement``, pictures by their words.
    of: title of the entity it is about.
    page: page path it would stand on, "" for none.
    quotes: what the document says, a block each.
    reason: why it was rejected, "" where nobody said.
    """

    id: str
    state: State
    kind: str
    holder: str | None
    text: str
    of: str
    page: str
    quotes: tuple[str, ...]
    reason: str

    @property
    def beside(self) -> tuple[str, ...]:
        """The quotes, where they have other words than the text."""
        same = normalise(self.text) == normalise(" ".join(self.quotes))
        return () if same else tuple(quote for quote in self.quotes if quote != self.text)


@dataclass(frozen=True, slots=True)
class PageChange:
    """What would become of a page.

    path: page path.
    action: ``new``, ``changed``, ``moved`` or ``deleted``.
    diff: unified, against the page on disk.
    """

    path: str
    action: str
    diff: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One document that waits.

    waiting: as in the list, but for the pages: those it would make or change alone.
    facts: in the document's order.
    gone: what the wiki says by this document now, and would not any more.
    pages: every knowledge page that would change were it accepted alone, those that link to it too.
    mark: of what was shown, for ``decide`` to hold a decision to.
    """

    waiting: Waiting
    facts: tuple[Fact, ...]
    gone: tuple[str, ...]
    pages: tuple[PageChange, ...]
    mark: str


def show(root: Path, title: str, key: str) -> Shown:
    """A document that waits in the knowledge base at ``root``; nothing is written and no lock taken.

    title: heading of the root index. Raises UsageError for a key of which nothing waits, or that several
    chapters have; else as ``listing.review`` does.
    """
    require(root)
    folder = ReviewFolder(root)
    digests = folder.waiting()
    keys = choose_waiting([key], digests)
    if len(keys) > 1:
        raise UsageError(f"{key} is a book of {len(keys)} chapters", hint=f"name one: {keys[0]}")
    space = Workspace.open(root, title)
    each = read_candidate(space, folder, digests[keys[0]])
    changes = propose_changes(space, [each]).changes
    pages = pages_of(space, each.source.digest)
    return Shown(
        read_waiting(space, each, digests[keys[0]], written_pages(changes)),
        tuple(_list_facts(each.source.digest, each.before, pages)),
        tuple(_gone_facts(each.source.digest, each.before)),
        tuple(_page_changes(root, changes)),
        mark_of(digests[keys[0]]),
    )


def _list_facts(digest: Digest, before: Digest | None, pages: Mapping[str, str]) -> Iterator[Fact]:
    there = {each.id for each in before.statements if shown(each)} if before is not None else set()
    quotes = {block.id: block.text for block in digest.blocks}
    titles = {entity.id: entity.title for entity in digest.entities}
    for each in digest.statements:
        if not (each.retired or shown(each)):
            continue
        yield Fact(
            id=each.id,
            state="rejected" if each.retired else "kept" if each.id in there else "new",
            kind=each.kind,
            holder=each.holder,
            text=attachment.spoken(each.text),
            of=titles[each.of],
            page="" if each.retired else pages.get(each.of, ""),
            quotes=tuple(attachment.spoken(quotes[block]) for block in each.blocks if block in quotes),
            reason=each.reason,
        )


def _gone_facts(digest: Digest, before: Digest | None) -> Iterator[str]:
    said = {each.id for each in digest.statements}
    statements: tuple[Statement, ...] = before.statements if before is not None else ()
    for each in statements:
        if shown(each) and each.id not in said:
            yield attachment.spoken(each.text)


def _page_changes(root: Path, changes: tuple[Change, ...]) -> Iterator[PageChange]:
    """The changes of knowledge pages, in order of path."""
    actions = written_pages(changes)
    for each in sorted(changes, key=lambda change: change.path):
        path = layout.page_path(each.path)
        if layout.is_knowledge_page(path):
            other = "deleted" if isinstance(each, Delete) else "moved" if isinstance(each, Move) else ""
            diff = "".join(f"{line}\n" for line in diff_lines(root, each))
            shown_diff = diff.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            yield PageChange(path, other or actions[path], shown_diff)
