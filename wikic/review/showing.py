"""One document that waits, fact by fact, with the pages it would make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wikic import layout
from wikic.errors import UsageError
from wikic.model import attachment
from wikic.model.change import Change, Delete, Move
from wikic.model.digest import Digest
from wikic.model.statement import Statement
from wikic.review.listing import Waiting, candidate, chosen, mark_of, pages_of, proposal, waiting, written
from wikic.text.normalise import normalise
from wikic.wiki.file_changes import diff_lines
from wikic.wiki.fold.symbols import shown
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace

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
    keys = chosen([key], digests)
    if len(keys) > 1:
        raise UsageError(f"{key} is a book of {len(keys)} chapters", hint=f"name one: {keys[0]}")
    space = Workspace.open(root, title)
    each = candidate(space, folder, digests[keys[0]])
    changes = proposal(space, [each]).changes
    pages = pages_of(space, each.source.digest)
    return Shown(
        waiting(space, each, digests[keys[0]], written(changes)),
        tuple(_facts(each.source.digest, each.before, pages)),
        tuple(_gone(each.source.digest, each.before)),
        tuple(_changes(root, changes)),
        mark_of(digests[keys[0]]),
    )


def _facts(digest: Digest, before: Digest | None, pages: Mapping[str, str]) -> Iterator[Fact]:
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


def _gone(digest: Digest, before: Digest | None) -> Iterator[str]:
    said = {each.id for each in digest.statements}
    statements: tuple[Statement, ...] = before.statements if before is not None else ()
    for each in statements:
        if shown(each) and each.id not in said:
            yield attachment.spoken(each.text)


def _changes(root: Path, changes: tuple[Change, ...]) -> Iterator[PageChange]:
    """The changes of knowledge pages, in order of path."""
    actions = written(changes)
    for each in sorted(changes, key=lambda change: change.path):
        path = layout.page_path(each.path)
        if layout.is_knowledge_page(path):
            other = "deleted" if isinstance(each, Delete) else "moved" if isinstance(each, Move) else ""
            diff = "".join(f"{line}\n" for line in diff_lines(root, each))
            shown_diff = diff.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            yield PageChange(path, other or actions[path], shown_diff)
