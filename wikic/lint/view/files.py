"""The files of one wiki state and what was read of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Final

from wikic import layout
from wikic.errors import ConfigError
from wikic.graph.resolve import PageNames
from wikic.lint.profile import WIKIC, FileKind, Profile
from wikic.lint.view.dependencies import Trace
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import Sheet, scan
from wikic.lint.view.page_names import Names, names_of
from wikic.lint.view.sources import ArticleSheet, DigestSheet, block_ids, scan_article, scan_digest
from wikic.model.link import Link
from wikic.model.schema import Schema
from wikic.wiki.schema_file import parse_schema

DIGESTS_KEPT: Final = 4_000  # parsed digests kept; one costs about 15 KB
NAMES: Final = "names"  # the gist that holds the names a page gives itself


@dataclass(frozen=True)
class Shelf:
    """The files of one wiki state and what was read of them; grows as rules ask, until told to forget.

    files: every file path.
    read: content of a file path, or None.
    profile: how the files are taken.
    links: by page, what ``WikiView.suspects`` found.
    gists: by the gist's name and the file, what rules need to know of every file.
    listings: by scope and kind, its files, sorted: two dozen rules ask for the same.
    trace: what is asked for, and by whom.
    recall: the remembered values of a gist by file, or None where nothing is remembered.
    """

    files: frozenset[str]
    read: Callable[[str], bytes | None]
    profile: Profile = WIKIC
    links: dict[str, tuple[tuple[Link, Resolution], ...]] = field(default_factory=dict)
    gists: dict[str, dict[str, Any]] = field(default_factory=dict)
    listings: dict[tuple[frozenset[str], FileKind], list[str]] = field(default_factory=dict)
    trace: Trace = field(default_factory=Trace)
    recall: Callable[[str], dict[str, Any]] | None = None
    _pages: dict[str, Sheet | None] = field(default_factory=dict)
    _digests: dict[str, DigestSheet | None] = field(default_factory=dict)
    _articles: dict[str, ArticleSheet | None] = field(default_factory=dict)
    _blocks: dict[str, frozenset[str] | None] = field(default_factory=dict)

    def page(self, file: str) -> Sheet | None:
        """A page or index, scanned."""
        if file not in self._pages:
            data = self.read(file) if file in self.files else None
            self._pages[file] = None if data is None else scan(file, data)
        return self._pages[file]

    def digest(self, file: str) -> DigestSheet | None:
        """A digest, parsed."""
        if file not in self._digests:
            data = self.read(file) if file in self.files else None
            self._digests[file] = None if data is None else scan_digest(file, data)
        return self._digests[file]

    def article(self, file: str) -> ArticleSheet | None:
        """An article, scanned."""
        if file not in self._articles:
            data = self.read(file) if file in self.files else None
            self._articles[file] = None if data is None else scan_article(file, data)
        return self._articles[file]

    def blocks(self, file: str) -> frozenset[str] | None:
        """Ids of the blocks a digest quotes."""
        if file not in self._blocks:
            sheet = self._digests.get(file)
            if sheet is not None and sheet.outline is not None:
                self._blocks[file] = block_ids(sheet.text)
                return self._blocks[file]
            data = self.read(file) if file in self.files else None
            self._blocks[file] = None if data is None else block_ids(data)
        return self._blocks[file]

    def names_of(self, file: str) -> PageNames | None:
        """The names a page gives itself."""
        known = self.gist_table(NAMES)
        if file in known:
            if known[file] is None:
                return None
            title, aliases, redirects = known[file]
            return PageNames(layout.page_path(file), title, tuple(aliases), tuple(redirects))
        sheet = self.page(file)
        return None if sheet is None else names_of(sheet, self.profile)

    def gist_table(self, name: str) -> dict[str, Any]:
        """What is known of a gist, by file; remembered values come in when it is first asked for."""
        found = self.gists.get(name)
        if found is None:
            found = self.gists[name] = {} if self.recall is None else self.recall(name)
        return found

    def peek(self, file: str) -> Sheet | None:
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

    def after(self, overlay: Mapping[str, bytes | None]) -> Shelf:
        """The shelf with files written (bytes) and removed (None); scans of the others are kept."""
        gone = {file for file, data in overlay.items() if data is None}
        before = self.read
        return Shelf(
            frozenset((self.files | overlay.keys()) - gone),
            lambda file: overlay[file] if file in overlay else before(file),
            self.profile,
            gists={
                name: {file: value for file, value in of.items() if file not in overlay}
                for name, of in self.gists.items()
            },
            _pages={file: sheet for file, sheet in self._pages.items() if file not in overlay},
            _digests={file: sheet for file, sheet in self._digests.items() if file not in overlay},
            _articles={file: sheet for file, sheet in self._articles.items() if file not in overlay},
            _blocks={file: ids for file, ids in self._blocks.items() if file not in overlay},
        )

    @cached_property
    def names(self) -> Names:
        """By which names pages are found."""
        return Names(self.files, self.names_of, self.profile, self.kinds)

    @cached_property
    def by_kind(self) -> dict[FileKind, frozenset[str]]:
        """Files by what they are."""
        found: dict[FileKind, list[str]] = {
            "page": [], "index": [], "digest": [], "article": [], "other": []
        }  # fmt: skip
        for file, kind in self.kinds.items():
            found[kind].append(file)
        return {kind: frozenset(files) for kind, files in found.items()}

    @cached_property
    def kinds(self) -> dict[str, FileKind]:
        """What each file is."""
        kind_of = self.profile.kind_of
        return {file: kind_of(file) for file in self.files}

    @cached_property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a file, however deep."""
        found: set[str] = set()
        for file in self.files:
            inside = layout.directory(file)
            while inside and inside not in found:
                found.add(inside)
                inside = layout.directory(inside)
        return frozenset(found)

    @cached_property
    def schema_or_fault(self) -> Schema | str | None:
        """``schema.yaml``, or why it cannot be used, or None where there is none."""
        data = self.read(layout.SCHEMA_FILE) if layout.SCHEMA_FILE in self.files else None
        try:
            return None if data is None else parse_schema(data)
        except ConfigError as error:
            return str(error)
