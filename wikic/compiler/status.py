"""What a wiki holds and what waits to be done, without writing anything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from wikic import layout
from wikic.compiler import report
from wikic.compiler.article_digest import Failed
from wikic.compiler.article_writing import count_stale
from wikic.llm.agent_work import unsigned
from wikic.model.change import Delete
from wikic.model.schema import Schema
from wikic.wiki import lock
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.journal import Journal
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a wiki.

    sources: how many are taken in.
    facts: shown statements.
    pages: knowledge pages by directory.
    own_pages: pages that people wrote themselves.
    articles: pages with a written article. stale_articles: page paths of those with sentences that documents
        do not bear out any more.
    edited: page paths of others on which people changed something that stays.
    unplaced: documents of libraries that no topic took.
    silent: keys of sources without a statement, which have no page.
    curator: what a compile would use today.
    stale: keys of sources by what compiled them, where that is not the curator of today.
    waiting: files that the next writing command will change, because of what people changed on disk.
    failed: documents that could not be taken in.
    in_review: keys of sources that wait for a person to accept or reject them.
    rejected: keys of documents that were rejected, until their text changes.
    writer: who is writing now, or "".
    crashed: whether a crashed run waits to be finished or dropped.
    notices: things a person should know about single files.
    """

    sources: int
    facts: int
    pages: tuple[tuple[str, int], ...]
    own_pages: int
    unplaced: int
    silent: tuple[str, ...]
    curator: str
    stale: tuple[tuple[str, tuple[str, ...]], ...]
    waiting: tuple[str, ...]
    failed: tuple[Failed, ...]
    writer: str
    crashed: bool
    notices: tuple[Notice, ...]
    in_review: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    articles: int = 0
    stale_articles: tuple[str, ...] = ()


def status(root: Path, title: str, curator: str) -> Status:
    """The state of the wiki at ``root``.

    title: heading of the root index. curator: name and version of the curator a compile would use.

    Raises NotAWikiError, ConfigError and FormatError as opening the wiki does.
    """
    space = Workspace.open(root, title)
    changes = space.propose("status").changes
    digests = space.fold.resolver.digests.values()
    pages = Counter(layout.directory(path) for path, record in space.state.pages.items() if record.group)
    compiled: dict[str, list[str]] = {}
    for digest in digests:
        if unsigned(digest.compiled_with) != curator:
            compiled.setdefault(digest.compiled_with, []).append(digest.key)
    owner = lock.owner(root)
    articles, stale_articles = count_stale(space)
    review = ReviewFolder(root)
    return Status(
        sources=len(digests),
        facts=sum(len(symbol.statements) for digest in digests for symbol in digest.symbols),
        pages=tuple(sorted(pages.items())),
        own_pages=sum(not record.group for record in space.state.pages.values()),
        unplaced=_unplaced(space.schema, pages),
        silent=tuple(sorted(each.key for each in digests if not _says(each))),
        curator=curator,
        stale=tuple((name, tuple(sorted(keys))) for name, keys in sorted(compiled.items())),
        waiting=tuple(
            sorted(
                f"{'delete' if isinstance(change, Delete) else 'write'} {change.path}" for change in changes
            )
        ),
        failed=report.load_failed(space.tree.build),
        writer=str(owner) if owner is not None else "",
        crashed=bool(Journal.left(root)),
        notices=tuple(space.notices),
        in_review=tuple(review.waiting()),
        rejected=tuple(review.rejected()),
        articles=articles,
        stale_articles=stale_articles,
        edited=tuple(sorted(path for path, each in space.state.pages.items() if each.group and each.overlay)),
    )


def _says(digest: DigestSymbols) -> bool:
    """Whether a digest holds a statement."""
    return any(symbol.statements for symbol in digest.symbols)


def _unplaced(schema: Schema, pages: Counter[str]) -> int:
    """Pages in the directories of topics that take what no other takes."""
    rest = {each.directory for each in schema.topics if each.takes_all}
    rest -= {each.directory for each in schema.topics if not each.takes_all}
    return sum(pages[each] for each in rest) if len(rest) < len(schema.topics) else 0
