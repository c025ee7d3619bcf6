"""The files of one wiki state, what was read of them, and what checks asked for.

What was asked for is noted so that a finding can be kept until one of these things changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from itertools import islice
from typing import Any, Final, TypeVar

from wikic import layout
from wikic.errors import ConfigError
from wikic.graph.resolve import PageNames
from wikic.lint.profile import WIKIC, FileKind, Profile
from wikic.lint.view.link_targets import Names, Resolution
from wikic.lint.view.more_links import canvas_links
from wikic.lint.view.page import ParsedPage, names_of, scan_page
from wikic.lint.view.sources import (
    ParsedArticle,
    ParsedDigest,
    block_ids,
    said_blocks,
    scan_article,
    scan_digest,
)
from wikic.model.link import Link
from wikic.model.schema import Schema

DIGESTS_KEPT: Final = 4_000  # parsed digests kept; one costs about 15 KB
_Read = TypeVar("_Read")
NAMES: Final = "names"  # the gist that holds the names a page gives itself


class WikiState:
    """The files of one state of a wiki. It remembers what was read of them, until it is told to forget.

    files: every file path.
    read: content of a file path, or None.
    profile: how the files are taken.
    recorder: notes what checks ask for.
    links: by page, what ``WikiView.suspects`` found.
    gists: by the gist's name and the file, what rules need to know of every file.
    listings: by scope and kind, its files, sorted: two dozen rules ask for the same.
    """

    def __init__(
        self,
        files: frozenset[str],
        read: Callable[[str], bytes | None],
        profile: Profile = WIKIC,
        recorder: DependencyRecorder | None = None,
    ) -> None:
        self.files: Final = files
        self.read: Final = read
        self.profile: Final = profile
        self.recorder: Final = DependencyRecorder() if recorder is None else recorder
        self.links: Final[dict[str, tuple[tuple[Link, Resolution], ...]]] = {}
        self.gists: Final[dict[str, dict[str, Any]]] = {}
        self.listings: Final[dict[tuple[frozenset[str], FileKind], list[str]]] = {}
        self._recall: Callable[[str], dict[str, Any]] | None = None
        self._pages: dict[str, ParsedPage | None] = {}
        self._digests: dict[str, ParsedDigest | None] = {}
        self._articles: dict[str, ParsedArticle | None] = {}
        self._blocks: dict[str, frozenset[str] | None] = {}

    def page(self, file: str) -> ParsedPage | None:
        """A page or index, scanned."""
        if file not in self._pages:
            data = self.read(file) if file in self.files else None
            self._pages[file] = None if data is None else scan_page(file, data, self.profile.program)
        return self._pages[file]

    def canvas(self, file: str) -> tuple[Link, ...]:
        """The links of a canvas."""
        data = self.read(file) if file in self.files else None
        return canvas_links(data) if data is not None else ()

    def digest(self, file: str) -> ParsedDigest | None:
        """A digest, parsed."""
        if file not in self._digests:
            data = self.read(file) if file in self.files else None
            self._digests[file] = None if data is None else scan_digest(file, data, self.read)
        return self._digests[file]

    def article(self, file: str) -> ParsedArticle | None:
        """An article, scanned."""
        if file not in self._articles:
            data = self.read(file) if file in self.files else None
            self._articles[file] = None if data is None else scan_article(file, data)
        return self._articles[file]

    def blocks(self, file: str) -> frozenset[str] | None:
        """Ids of the blocks a digest quotes, or leaves to its article."""
        if file not in self._blocks:
            known = self._digests.get(file)
            data = self.read(file) if known is None and file in self.files else None
            text = known.text if known is not None else data
            found = None if text is None else block_ids(text)
            article = layout.article_of(file)
            if found is not None and not found and article in self.files:
                found = said_blocks(self.read(article) or b"")
            self._blocks[file] = found
        return self._blocks[file]

    def names_of(self, file: str) -> PageNames | None:
        """The names a page gives itself."""
        known = self.gist_table(NAMES)
        if file in known:
            if known[file] is None:
                return None
            title, aliases, redirects = known[file]
            return PageNames(layout.page_path(file), title, tuple(aliases), tuple(redirects))
        page = self.page(file)
        return None if page is None else names_of(page, self.profile)

    def remember(self, recall: Callable[[str], dict[str, Any]]) -> None:
        """Take the values of gists from an earlier run: ``recall`` gives those of a gist by file."""
        self._recall = recall

    def gist_table(self, name: str) -> dict[str, Any]:
        """What is known of a gist, by file; remembered values come in when it is first asked for."""
        found = self.gists.get(name)
        if found is None:
            found = self.gists[name] = {} if self._recall is None else self._recall(name)
        return found

    def peek(self, file: str) -> ParsedPage | None:
        """A page or index, where it has been scanned."""
        return self._pages.get(file)

    def forget(self, files: Iterable[str]) -> None:
        """Let go of what was read of these files; it is read again when it is asked for."""
        self.listings.clear()
        for file in files:
            self._pages.pop(file, None)
            self._articles.pop(file, None)
            self.links.pop(file, None)
        # Digests are asked for again, by the pages that cite them, and cost most to read.
        spare = len(self._digests) - DIGESTS_KEPT
        for file in list(islice(self._digests, max(0, spare))):
            del self._digests[file]

    def forget_all(self) -> None:
        """Let go of everything that was read but gists; it is read again when it is asked for."""
        for held in (self.listings, self.links, self._pages, self._digests, self._articles, self._blocks):
            held.clear()

    def after(self, overlay: Mapping[str, bytes | None]) -> WikiState:
        """The state with files written (bytes) and removed (None); what was read of the others is kept."""
        gone = {file for file, data in overlay.items() if data is None}
        before = self.read
        after = WikiState(
            frozenset((self.files | overlay.keys()) - gone),
            lambda file: overlay[file] if file in overlay else before(file),
            self.profile,
        )
        after.gists.update((name, _without_overlaid(overlay, of)) for name, of in self.gists.items())
        after._pages = _without_overlaid(overlay, self._pages)
        after._digests = _without_overlaid(overlay, self._digests)
        after._articles = _without_overlaid(overlay, self._articles)
        after._blocks = _without_overlaid(overlay, self._blocks)
        return after

    @cached_property
    def names(self) -> Names:
        """The names by which links find pages."""
        return Names(self.files, self.names_of, self.profile, self.kinds)

    @cached_property
    def by_kind(self) -> dict[FileKind, frozenset[str]]:
        """The files of every kind."""
        found: dict[FileKind, list[str]] = {
            "page": [], "index": [], "digest": [], "article": [], "other": []
        }  # fmt: skip
        for file, kind in self.kinds.items():
            found[kind].append(file)
        return {kind: frozenset(files) for kind, files in found.items()}

    @cached_property
    def kinds(self) -> dict[str, FileKind]:
        """The kind of every file, by its path."""
        kind_of = self.profile.kind_of
        return {file: kind_of(file) for file in self.files}

    @property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a file, however deep."""
        return self.names.directories

    @cached_property
    def schema_or_fault(self) -> Schema | str | None:
        """``schema.yaml``, or why it cannot be used, or None where there is none."""
        data = self.read(layout.SCHEMA_FILE) if layout.SCHEMA_FILE in self.files else None
        if data is None:
            return None
        from wikic.wiki.schema_file import parse_schema  # with it comes a YAML library

        try:
            return parse_schema(data)
        except ConfigError as error:
            return str(error)


def _without_overlaid(overlay: Mapping[str, bytes | None], read: Mapping[str, _Read]) -> dict[str, _Read]:
    return {file: value for file, value in read.items() if file not in overlay}


class DependencyRecorder:
    """Notes what checks ask a view for, under the file they have in hand or under the code of a rule.

    It notes nothing outside of ``each_file`` and ``one_rule``.

    files: by file or code, the files that were asked for, there or not.
    by_name: the files and codes whose findings rest on names that no listing tells: titles and aliases.
    by_listing: those whose findings rest on the listing as a whole.
    notes_files: whether ``files`` is filled; only a cache wants to know.
    """

    __slots__ = ("_is_rule", "_reader", "by_listing", "by_name", "files", "notes_files")

    def __init__(self, *, notes_files: bool = True) -> None:
        self.files: dict[str, set[str]] = {}
        self.by_name: set[str] = set()
        self.by_listing: set[str] = set()
        self.notes_files = notes_files
        self._reader: str | None = None  # the file or code to note under; None while nothing is noted
        self._is_rule = False

    def each_file(self) -> AbstractContextManager[None]:
        """Note under each file that checks take up, and under ``""`` before they take up the first."""
        return self._noting("", is_rule=False)

    def one_rule(self, code: str) -> AbstractContextManager[None]:
        """Note under a rule's code, whatever files it takes up."""
        return self._noting(code, is_rule=True)

    def paused(self) -> AbstractContextManager[None]:
        """Note nothing for a while, and go on under the same file or code."""
        return self._noting(None, is_rule=self._is_rule)

    @contextmanager
    def _noting(self, reader: str | None, *, is_rule: bool) -> Iterator[None]:
        before = self._reader, self._is_rule
        self._reader, self._is_rule = reader, is_rule
        try:
            yield
        finally:
            self._reader, self._is_rule = before

    @property
    def is_noting(self) -> bool:
        """Whether what is asked for is noted now."""
        return self._reader is not None

    def take_up(self, file: str) -> None:
        """Note that a check begins with a file."""
        if self._reader is not None:
            if self._is_rule:
                self.note_file(file)
            else:
                self._reader = file

    def take_up_for_gists(self, file: str) -> None:
        """A check takes a file up and will ask for its gists alone."""
        if not self._is_rule:
            self.take_up(file)

    def note_file(self, file: str) -> None:
        """Note that the check reads a file."""
        reader = self._reader
        if reader is not None and self.notes_files and reader != file:
            found = self.files.get(reader)
            if found is None:
                self.files[reader] = {file}
            else:
                found.add(file)

    def note_gist(self, file: str) -> None:
        """A check asks for a gist; a rule that looks at the whole wiki asks for every file's."""
        if not self._is_rule:
            self.note_file(file)

    def note_names(self) -> None:
        """A check asks for a name beyond paths and stems."""
        if self._reader is not None:
            self.by_name.add(self._reader)

    def note_listing(self) -> None:
        """Note that the check reads the listing of files."""
        if self._reader is not None:
            self.by_listing.add(self._reader)
