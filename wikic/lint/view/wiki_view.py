"""What rules see: the files of a wiki, changes laid over them, each read and scanned at most once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeVar

from wikic import layout
from wikic.lint.profile import WIKIC, FileKind, Profile
from wikic.lint.view.link_targets import Names, Resolution, is_plain
from wikic.lint.view.more_links import Spans, is_text, is_within, more_links, unread_spans
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.sources import ParsedArticle, ParsedDigest, article_text
from wikic.lint.view.wiki_state import WikiState
from wikic.model.change import Change, Delete, Move
from wikic.model.link import Link
from wikic.model.schema import Schema
from wikic.wiki.link_form import digest_of
from wikic.wiki.tree import FileStat, Tree

Expect = Callable[[str], bytes | None]

# Rungs that the listing alone decides; who rests on another must look again when a title changes.
_BY_LISTING: Final = frozenset({"path", "folder", "stem", "self"})
_Parsed = TypeVar("_Parsed")


@dataclass(frozen=True, slots=True)
class Gist:
    """What a rule needs to know of every file, told from that file alone; kept with the file's findings.

    name: unique among gists.
    of: a plain value (None, numbers, texts, lists or tuples of these) from the view and a file path; None,
        which costs nothing to keep, where the file has nothing to say. ``WikiView.gist`` gives it, tuples
        as lists.
    kinds: of files that may have something to say; of others it is not asked.
    """

    name: str
    of: Callable[[WikiView, str], Any]
    kinds: tuple[str, ...] = ("page",)


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

    state: the files, and what was read of them so far.
    scope: file paths to report on.
    touched: file paths that the changes laid over the tree write, move or delete.
    expected: page path of a page or an index → the bytes that the fold gives, ``b""`` where it gives none,
        None for no opinion; given by whoever can fold, so that the linter does not. Without it the rules
        that compare with the fold are silent.
    """

    state: WikiState
    scope: frozenset[str]
    touched: frozenset[str] = frozenset()
    expected: Expect | None = None

    @classmethod
    def over(
        cls,
        tree: Reader,
        changes: Iterable[Change] = (),
        *,
        expected: Expect | None = None,
        profile: Profile = WIKIC,
    ) -> WikiView:
        """The tree as it will be once the changes have landed."""
        state = WikiState(frozenset(file for file, _ in tree.walk()), tree.read, profile)
        view = cls(state, state.files, frozenset(), expected)
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
        state = self.state.after(overlay)
        return replace(self, state=state, scope=state.files, touched=self.touched | overlay.keys())

    def within(self, paths: Collection[str]) -> WikiView:
        """The same wiki, to be reported on for these file paths only; what was read is shared."""
        return replace(self, scope=frozenset(paths))

    @property
    def profile(self) -> Profile:
        """How the files are taken: a wiki of wikic's, or a vault."""
        return self.state.profile

    @property
    def files(self) -> frozenset[str]:
        """Every file path of the wiki, whatever the scope."""
        self.state.recorder.note_listing()
        return self.state.files

    @property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a file, however deep."""
        self.state.recorder.note_listing()
        return self.state.directories

    @property
    def names(self) -> Names:
        """The names by which links find pages."""
        self.state.recorder.note_names()
        self.state.recorder.note_listing()
        return self.state.names

    @property
    def schema(self) -> Schema | None:
        """``schema.yaml``, or None where there is none or it cannot be used."""
        return self.state.schema_or_fault if isinstance(self.state.schema_or_fault, Schema) else None

    @property
    def schema_fault(self) -> str | None:
        """Why ``schema.yaml`` cannot be used, or None."""
        return self.state.schema_or_fault if isinstance(self.state.schema_or_fault, str) else None

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None."""
        self.state.recorder.note_file(file)
        return self.state.read(file)

    def has(self, file: str) -> bool:
        """Whether there is such a file: cheaper to keep in step with than all ``files``."""
        self.state.recorder.note_file(file)
        return file in self.state.files

    def gist(self, gist: Gist, file: str) -> Any:
        """What a gist tells of a file, None when it is not there."""
        state = self.state
        if state.recorder.is_noting:
            state.recorder.note_gist(file)
        known = state.gists.get(gist.name)
        if known is None:
            known = state.gist_table(gist.name)
        if file not in known:
            known[file] = self._value(gist, file)
        return known[file]

    def _value(self, gist: Gist, file: str) -> Any:
        with self.state.recorder.paused():  # what the gist reads is the file's own
            return gist.of(self, file) if self.state.kinds.get(file) in gist.kinds else None

    def of_kind(self, kind: FileKind) -> list[str]:
        """File paths in scope of one kind, sorted."""
        key = self.scope, kind
        found = self.state.listings.get(key)
        if found is None:
            found = self.state.listings[key] = sorted(self.scope & self.state.by_kind[kind])
        return found

    def pages(self) -> Iterator[ParsedPage]:
        """Knowledge pages and people's pages in scope."""
        return self._taken("page", self.state.page)

    def generated(self) -> Iterator[ParsedPage]:
        """Pages in scope that the fold wrote."""
        return (page for page in self.pages() if page.generated)

    def indexes(self) -> Iterator[ParsedPage]:
        """Indexes in scope."""
        return self._taken("index", self.state.page)

    def prose(self) -> Iterator[ParsedPage]:
        """Everything in scope that is wiki Markdown: pages, then indexes."""
        yield from self.pages()
        yield from self.indexes()

    def canvases(self) -> Iterator[tuple[str, tuple[Link, ...]]]:
        """Canvases in scope with their links."""
        if not self.profile.is_vault:
            return
        for file in filter(self.profile.is_canvas, self.of_kind("other")):
            self.state.recorder.take_up(file)
            yield file, self.state.canvas(file)

    def digests(self) -> Iterator[ParsedDigest]:
        """Digests in scope."""
        return self._taken("digest", self.state.digest)

    def articles(self) -> Iterator[ParsedArticle]:
        """Articles in scope."""
        return self._taken("article", self.state.article)

    def _taken(self, kind: FileKind, read: Callable[[str], _Parsed | None]) -> Iterator[_Parsed]:
        if not self.state.recorder.is_noting:
            return filter(None, map(read, self.of_kind(kind)))
        return self._noted(kind, read)

    def _noted(self, kind: FileKind, read: Callable[[str], _Parsed | None]) -> Iterator[_Parsed]:
        take_up = self.state.recorder.take_up
        for file in self.of_kind(kind):
            take_up(file)
            parsed = read(file)
            if parsed is not None:
                yield parsed

    def page(self, file: str) -> ParsedPage | None:
        """A page or index, scanned, or None when it is not there."""
        self.state.recorder.note_file(file)
        return self.state.page(file)

    def digest(self, file: str) -> ParsedDigest | None:
        """A digest, parsed, or None when it is not there."""
        self.state.recorder.note_file(file)
        self.state.recorder.note_file(layout.article_of(file))  # which says what the digest leaves to it
        return self.state.digest(file)

    def article(self, file: str) -> ParsedArticle | None:
        """An article, scanned, or None when it is not there."""
        self.state.recorder.note_file(file)
        return self.state.article(file)

    def article_text(self, file: str) -> str | None:
        """Text of an article's document, read anew each time, or None when it is not there."""
        data = self.read(file) if self.has(file) else None
        return None if data is None else article_text(data)

    def blocks(self, file: str) -> frozenset[str] | None:
        """Ids of the blocks a digest quotes, or None when the digest is not there."""
        self.state.recorder.note_file(file)
        self.state.recorder.note_file(layout.article_of(file))
        return self.state.blocks(file)

    def taking(self, kind: FileKind) -> Iterator[str]:
        """File paths in scope of one kind, taken up one by one: for checks that need gists alone."""
        for file in self.of_kind(kind):
            self.state.recorder.take_up_for_gists(file)
            yield file

    def resolve(self, file: str, link: Link) -> Resolution:
        """Where a link of a file leads."""
        found = self.state.names.of_link(file, link)
        if found.rung not in _BY_LISTING and not (link.kind == "markdown" and "://" in link.target):
            self.state.recorder.note_names()
        return found

    def suspects(self, page: ParsedPage) -> tuple[tuple[Link, Resolution], ...]:
        """The links of a page, citations aside, that do more than lead, by path or stem, to one other page;
        none from formulas, comments and configuration.

        Nearly all links of a wiki are plain; five rules look at the others, which are sought out once.
        """
        found = self.state.links.get(page.file)
        if found is None:
            found = self.state.links[page.file] = tuple(self._suspects(page))
        return found

    def _suspects(self, page: ParsedPage) -> Iterator[tuple[Link, Resolution]]:
        file = page.file
        unread: Spans | None = None
        # Two links in three are citations; their rules are the C family.
        more = more_links(page, self.profile) if self.profile.is_vault else ()
        for link in (*page.document.links, *more):
            if not self.profile.is_vault and digest_of(link.target) is not None:
                continue
            to = self.resolve(file, link)
            if is_plain(file, link, to):
                continue
            if unread is None:
                unread = unread_spans(page, vault=self.profile.is_vault)
            if to.rung != "absent" and is_text(page.text, link, dangling=to.rung == "none"):
                continue
            if not is_within(unread, link.start):
                yield link, to


@dataclass(frozen=True, slots=True)
class Part:
    """A tree to lint in that holds a few files of another one, which is not listed for it.

    tree: of the whole.
    files: file paths of those that are there.
    """

    tree: Tree
    files: Collection[str]

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Each of the files that is on disk, with its stat."""
        for file in sorted(self.files):
            stat = self.tree.stat(file)
            if stat is not None:
                yield file, stat

    def read(self, file: str) -> bytes | None:
        """Content of a file, None where it is not among these."""
        return self.tree.read(file) if file in self.files else None
