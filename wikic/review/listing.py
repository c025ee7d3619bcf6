"""What waits for review, as it would land: document by document, with the pages it would make or change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from wikic import layout
from wikic.compiler.carried_decisions import Carried, carry_decisions
from wikic.compiler.forget import named_sources
from wikic.errors import UsageError
from wikic.model.change import ABSENT, Change, ChangeSet, Write
from wikic.model.digest import Digest
from wikic.model.written import Written
from wikic.wiki import digest_file, written_file
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


def candidate(space: Workspace, folder: ReviewFolder, digest: Digest) -> Candidate:
    """The candidate of a digest that waits. Raises FormatError where its article is gone."""
    if space.symbols(digest.key) is None:
        return Candidate(folder.source(digest), None, (), 0)
    before = space.digest(digest.key)
    carried: Carried = carry_decisions(before, replace(digest, ingested=before.ingested))
    return Candidate(folder.source(carried.digest), before, carried.renamed, carried.lost)


def mark_of(digest: Digest) -> str:
    """What waits of a source, in 64 characters: another text, or another decision on a fact, has another."""
    return layout.content_hash(digest_file.render(digest))


def proposal(
    space: Workspace, candidates: Sequence[Candidate], articles: Sequence[Written] = ()
) -> ChangeSet:
    """The changes of the wiki that candidates and written articles make together."""
    space.fold.carry({old: new for each in candidates for old, new in each.renamed})
    keys = [each.source.digest.key for each in candidates] + list(map(written_file.key_of, articles))
    named = keys[0] if len(keys) == 1 else f"{len(keys)} sources, {keys[0]} to {keys[-1]}" if keys else "none"
    return space.propose(f"accept {named}", [each.source for each in candidates], articles=articles)


def chosen(keys: Iterable[str] | None, waiting: Collection[str]) -> list[str]:
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
    candidates = [candidate(space, folder, digest) for digest in digests.values()]
    changed = written(proposal(space, candidates).changes)
    found = (waiting(space, each, digests[each.source.digest.key], changed) for each in candidates)
    return Review(tuple(found), rejected, articles(root))


def written(changes: tuple[Change, ...]) -> dict[str, Action]:
    """The knowledge pages that changes write, by page path."""
    paths = ((layout.page_path(each.path), each) for each in changes if isinstance(each, Write))
    return {
        path: "new" if each.expects == ABSENT else "changed"
        for path, each in paths
        if layout.is_knowledge_page(path)
    }


def waiting(space: Workspace, each: Candidate, aside: Digest, changed: Mapping[str, Action]) -> Waiting:
    """One document, once its proposal was folded.

    aside: its digest as it was put aside. changed: pages that the proposal writes.
    """
    digest = each.source.digest
    there = set(_paths(space, digest))
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
    entities = zip(digest.entities, symbols_of(digest).symbols, _paths(space, digest), strict=False)
    return {entity.id: path for entity, symbol, path in entities if path is not None and symbol.statements}


def _paths(space: Workspace, digest: Digest) -> Iterator[str | None]:
    """The page of each entity and term of a folded digest, in order; None for one without."""
    for at in range(len(symbols_of(digest).symbols)):
        yield space.fold.groups.path_of(space.fold.resolver.root_of((digest.key, at)))


def articles(root: Path) -> tuple[WaitingArticle, ...]:
    """The written articles that wait. Raises as ``review`` does."""
    return tuple(map(WaitingArticle.of, ReviewFolder(root).articles().values()))
