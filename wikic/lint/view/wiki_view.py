"""What rules see: the files of a wiki, changes laid over them, each read and scanned at most once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeVar

from wikic import layout
from wikic.lint.profile import WIKIC, FileKind, Profile
from wikic.lint.view import link_targets
from wikic.lint.view.files import Shelf
from wikic.lint.view.gist import Gist
from wikic.lint.view.link_targets import Place, Resolution
from wikic.lint.view.page import Sheet
from wikic.lint.view.page_names import Names
from wikic.lint.view.sources import ArticleSheet, DigestSheet, article_text
from wikic.model.change import Change, Delete, Move
from wikic.model.link import Link
from wikic.model.schema import Schema
from wikic.wiki.tree import FileStat

Expect = Callable[[str], bytes | None]

# Rungs that the listing alone decides; who rests on another must look again when a title changes.
_BY_LISTING: Final = frozenset({"path", "folder", "stem", "self"})
_Sheet = TypeVar("_Sheet")


class Reader(Protocol):
    """A listing and a way to read: ``wiki.tree.Tree``, or anything like it."""

    def walk(self) -> Iterable[tuple[str, FileStat]]:
        """Every file path with its stat."""
        ...

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None when there is no such file."""
        ...


@dataclass(frozen=True, slots=True)
class WikiView:
    """One state of a wiki, read lazily. Not for several threads at once.

    shelf: the files, and what was read of them so far.
    scope: file paths to report on.
    touched: file paths that the changes laid over the tree write, move or delete.
    expected_index: directory → the bytes its index should have, None for no opinion; given by whoever can
        fold, so that the linter does not. Without it the rules that compare with the fold are silent.
    expected_page: page path → the bytes the fold gives, ``b""`` where it gives no page, None for no
        opinion.
    """

    shelf: Shelf
    scope: frozenset[str]
    touched: frozenset[str] = frozenset()
    expected_index: Expect | None = None
    expected_page: Expect | None = None

    @classmethod
    def over(
        cls,
        tree: Reader,
        changes: Iterable[Change] = (),
        *,
        expected_index: Expect | None = None,
        expected_page: Expect | None = None,
        profile: Profile = WIKIC,
    ) -> WikiView:
        """The tree as it will be once the changes have landed."""
        shelf = Shelf(frozenset(file for file, _ in tree.walk()), tree.read, profile)
        view = cls(shelf, shelf.files, frozenset(), expected_index, expected_page)
        return view.after(changes)

    def after(self, changes: Iterable[Change]) -> WikiView:
        """This wiki once the changes have landed; what they leave alone is not scanned again."""
        overlay: dict[str, bytes | None] = {}
        for change in changes:
            match change:
                case Delete():
                    overlay[change.path] = None
                case Move():
                    overlay.setdefault(change.path, None)
                    overlay[change.target] = self.read(change.path)
                case _:
                    overlay[change.path] = change.content
        if not overlay:
            return self
        shelf = self.shelf.after(overlay)
        return replace(self, shelf=shelf, scope=shelf.files, touched=self.touched | overlay.keys())

    def within(self, paths: Collection[str]) -> WikiView:
        """The same wiki, to be reported on for these file paths only; what was read is shared."""
        return replace(self, scope=frozenset(paths))

    @property
    def profile(self) -> Profile:
        """How the files are taken: a wiki of wikic's, or a vault."""
        return self.shelf.profile

    @property
    def files(self) -> frozenset[str]:
        """Every file path of the wiki, whatever the scope."""
        self.shelf.trace.list()
        return self.shelf.files

    @property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a file, however deep."""
        self.shelf.trace.list()
        return self.shelf.directories

    @property
    def names(self) -> Names:
        """By which names pages are found."""
        self.shelf.trace.name()
        self.shelf.trace.list()
        return self.shelf.names

    @property
    def schema(self) -> Schema | None:
        """``schema.yaml``, or None where there is none or it cannot be used."""
        return self.shelf.schema_or_fault if isinstance(self.shelf.schema_or_fault, Schema) else None

    @property
    def schema_fault(self) -> str | None:
        """Why ``schema.yaml`` cannot be used, or None."""
        return self.shelf.schema_or_fault if isinstance(self.shelf.schema_or_fault, str) else None

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None."""
        self.shelf.trace.ask(file)
        return self.shelf.read(file)

    def has(self, file: str) -> bool:
        """Whether there is such a file: cheaper to keep in step with than all ``files``."""
        self.shelf.trace.ask(file)
        return file in self.shelf.files

    def gist(self, gist: Gist[WikiView], file: str) -> Any:
        """What a gist tells of a file, None when it is not there."""
        shelf = self.shelf
        if shelf.trace.hand is not None:
            shelf.trace.ask_gist(file)
        known = shelf.gists.get(gist.name)
        if known is None:
            known = shelf.gist_table(gist.name)
        if file not in known:
            known[file] = self._told(gist, file)
        return known[file]

    def _told(self, gist: Gist[WikiView], file: str) -> Any:
        trace = self.shelf.trace
        hand, trace.hand = trace.hand, None  # what the gist reads is the file's own
        try:
            return gist.of(self, file) if self.shelf.kinds.get(file) in gist.kinds else None
        finally:
            trace.hand = hand

    def of_kind(self, kind: FileKind) -> list[str]:
        """File paths in scope of one kind, sorted."""
        key = self.scope, kind
        found = self.shelf.listings.get(key)
        if found is None:
            found = self.shelf.listings[key] = sorted(self.scope & self.shelf.by_kind[kind])
        return found

    def pages(self) -> Iterator[Sheet]:
        """Knowledge pages and people's pages in scope."""
        return self._taken("page", self.shelf.page)

    def generated(self) -> Iterator[Sheet]:
        """Pages in scope that the fold wrote."""
        return (sheet for sheet in self.pages() if sheet.generated)

    def indexes(self) -> Iterator[Sheet]:
        """Indexes in scope."""
        return self._taken("index", self.shelf.page)

    def prose(self) -> Iterator[Sheet]:
        """Everything in scope that is wiki Markdown: pages, then indexes."""
        yield from self.pages()
        yield from self.indexes()

    def digests(self) -> Iterator[DigestSheet]:
        """Digests in scope."""
        return self._taken("digest", self.shelf.digest)

    def articles(self) -> Iterator[ArticleSheet]:
        """Articles in scope."""
        return self._taken("article", self.shelf.article)

    def _taken(self, kind: FileKind, look: Callable[[str], _Sheet | None]) -> Iterator[_Sheet]:
        trace = self.shelf.trace
        if trace.hand is None:
            return filter(None, map(look, self.of_kind(kind)))
        return self._traced(kind, look)

    def _traced(self, kind: FileKind, look: Callable[[str], _Sheet | None]) -> Iterator[_Sheet]:
        take = self.shelf.trace.take
        for file in self.of_kind(kind):
            take(file)
            sheet = look(file)
            if sheet is not None:
                yield sheet

    def page(self, file: str) -> Sheet | None:
        """A page or index, scanned, or None when it is not there."""
        self.shelf.trace.ask(file)
        return self.shelf.page(file)

    def digest(self, file: str) -> DigestSheet | None:
        """A digest, parsed, or None when it is not there."""
        self.shelf.trace.ask(file)
        return self.shelf.digest(file)

    def article(self, file: str) -> ArticleSheet | None:
        """An article, scanned, or None when it is not there."""
        self.shelf.trace.ask(file)
        return self.shelf.article(file)

    def article_text(self, file: str) -> str | None:
        """Text of an article's document, read anew each time, or None when it is not there."""
        data = self.read(file) if self.has(file) else None
        return None if data is None else article_text(data)

    def blocks(self, file: str) -> frozenset[str] | None:
        """Ids of the blocks a digest quotes, or None when the digest is not there."""
        self.shelf.trace.ask(file)
        return self.shelf.blocks(file)

    def taking(self, kind: FileKind) -> Iterator[str]:
        """File paths in scope of one kind, taken up one by one: for checks that need gists alone."""
        trace = self.shelf.trace
        for file in self.of_kind(kind):
            if not trace.held:
                trace.take(file)
            yield file

    def resolve(self, sheet: Place, link: Link) -> Resolution:
        """Where a link of a page leads."""
        found = link_targets.resolve(self.shelf, sheet, link)
        if found.rung not in _BY_LISTING and not (link.kind == "markdown" and "://" in link.target):
            self.shelf.trace.name()
        return found

    def suspects(self, sheet: Sheet) -> tuple[tuple[Link, Resolution], ...]:
        """The links of a page, citations aside, that do more than lead, by path or stem, to one other page.

        Nearly all links of a wiki are plain; five rules look at the others, which are sought out once.
        """
        found = self.shelf.links.get(sheet.file)
        if found is None:
            found = self.shelf.links[sheet.file] = tuple(self._suspects(sheet))
        return found

    def _suspects(self, sheet: Sheet) -> Iterator[tuple[Link, Resolution]]:
        file, lone = sheet.file, self.shelf.names.lone
        # Two links in three are citations; their rules are the C family.
        cited = "\0" if self.profile.is_vault else f"{layout.DIGESTS_DIR}/"
        for link in sheet.document.links:
            target = link.target
            if target.startswith(cited):
                continue
            if link.kind == "wiki" and link.heading is None and link.block is None:
                there = lone.get(target)
                if there is not None and there.files[0] != file:
                    continue
            to = self.resolve(sheet, link)
            if not link_targets.is_plain(sheet, link, to):
                yield link, to
