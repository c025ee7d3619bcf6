"""What changed on disk since the last run: digests edited by hand, pages saved, moved, renamed or lost.

It is told from what is remembered by stat, then by hash, and taken into the fold; nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown.source import conflicts
from wikic.model.page import NO_OVERLAY
from wikic.model.written import Written
from wikic.text.normalise import normalise
from wikic.wiki import digest_file, page_read, written_file
from wikic.wiki.fold.incremental import Fold
from wikic.wiki.fold.last_run import DigestRecord, PageRecord, State
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.stems import StatementGroups, statement_groups
from wikic.wiki.fold.symbols import DigestSymbols, symbols_of
from wikic.wiki.index_file import IndexEntry, read_listed
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.tree import FileStat, Tree

_SHOWN: Final = 200  # characters of a sentence in a notice


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should know about one file; no exception, no failure of the run.

    path: file path relative to ``wiki/``.
    message: one line.
    """

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


def hidden_words(path: str, now: str, words: str) -> Notice:
    """People's words stand in place of what a document says ``now``, "" where it does not say it any more."""
    if now:
        return Notice(path, f"the document now says {_quoted(now)}; your words stay: {_quoted(words)}")
    return Notice(
        path, f"the document no longer says what you reworded; your words stay, uncited: {_quoted(words)}"
    )


def _quoted(text: str) -> str:
    text = normalise(text)
    return f'"{text}"' if len(text) <= _SHOWN else f'"{text[:_SHOWN]}…"'


@dataclass(slots=True)
class TakenIn:
    """What the fold does not know of what was found.

    notices: what a person should know.
    held: page paths whose files cannot be read and must not be written.
    leftovers: page paths of generated pages that no entity gives and nobody wrote on; they go.
    written_anew: bytes of digests of an older form in today's, by key.
    called_anew: written articles that are not called as their content has it, by their files.
    retired: statements whose bullets people deleted, by page path of their digest: the id, and the group on
        whose page the bullet stood.
    """

    notices: list[Notice] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    leftovers: set[str] = field(default_factory=set)
    written_anew: dict[str, bytes] = field(default_factory=dict)
    called_anew: dict[str, Written] = field(default_factory=dict)
    retired: dict[str, set[tuple[str, GroupId]]] = field(default_factory=dict)


def take_in(tree: Tree, fold: Fold, state: State, *, refold: bool) -> TakenIn:
    """Bring an empty ``fold`` to what is on disk, and ``state`` up to date with it.

    refold: fold every page again, because schema, identities or title are not as remembered.

    Raises FormatError for a digest that cannot be read or lies under another's name.
    """
    return _Intake(tree, fold, state).run(refold=refold)


class _Intake:
    """Takes in what changed on disk, once."""

    def __init__(self, tree: Tree, fold: Fold, state: State) -> None:
        self._tree = tree
        self._fold = fold
        self._state = state
        self._found = TakenIn()
        self._parts: dict[str, list[str]] = {}  # of indexes, by directory

    def run(self, *, refold: bool) -> TakenIn:
        """Take in every digest and page that changed."""
        files = dict(self._tree.walk())
        self._read_articles(files)
        self._fold.restore(record.symbols for record in self._state.digests.values())
        changed = self._read_digests(files)
        moved = self._restore_pages(files)
        self._fold.restored()
        self._fold.take(changed)
        if refold:
            self._fold.dirty_all()
        self._check_indexes(files)
        self._fold.settle_names()
        for path in [path for path in self._state.pages if layout.page_file(path) not in files]:
            self._fold.page_gone(self._state.pages.pop(path).group, path)
        self._observe_pages(moved)
        self._fold.compare_articles(self._state.pages.articles)
        return self._found

    def _read_articles(self, files: Iterable[str]) -> None:
        """Written articles; one that cannot be read is told, and stands on no page."""
        inside = f"{layout.WRITTEN_DIR}/"
        for file in [each for each in files if each.startswith(inside) and each.endswith(".md")]:
            try:
                written = written_file.parse(self._tree.read(file) or b"", file)
            except FormatError as error:
                self._found.notices.append(Notice(file, f"{error}; it stands on no page"))
                continue
            named = written_file.file_of(written)
            if named != file:
                self._found.called_anew[file] = written
            self._fold.groups.articles.put(named, written)

    def _read_digests(self, files: Mapping[str, FileStat]) -> dict[str, DigestSymbols | None]:
        """Digests that are not as remembered, by key; their records are brought up to date."""
        changed: dict[str, DigestSymbols | None] = {}
        by_file = {layout.page_file(layout.digest_path(key)): key for key in self._state.digests}
        for file, stat in files.items():
            if not file.startswith(layout.DIGESTS_DIR + "/") or not file.endswith(".md"):
                continue
            key = by_file.pop(file, None)
            record = self._state.digests.get(key) if key is not None else None
            if record is not None and record.stat == stat:
                continue
            data = self._tree.read(file) or b""
            hashed = layout.content_hash(data)
            if record is not None and key is not None and record.hash == hashed:
                self._state.digests[key] = replace(record, stat=stat)
                continue
            try:
                digest = digest_file.read_digest(data, file, self._tree.read)
            except FormatError as error:
                mend = "mend it, take it from git, or delete it to have its document extracted again"
                raise FormatError(str(error), hint=mend) from error
            symbols = symbols_of(digest)
            belongs = layout.page_file(layout.digest_path(symbols.key))
            if belongs != file:
                raise FormatError(
                    f"{file} is the digest of {symbols.key}, which belongs in {belongs}",
                    hint="rename the file, or delete it to have the source extracted again",
                )
            if not digest_file.is_current(data, digest):
                self._found.written_anew[symbols.key] = digest_file.render(digest)
            changed[symbols.key] = symbols
            self._state.digests[symbols.key] = DigestRecord(hashed, stat, symbols)
        for key in by_file.values():
            changed[key] = None
            del self._state.digests[key]
        return changed

    def _restore_pages(self, files: Mapping[str, FileStat]) -> dict[str, FileStat]:
        """Give the fold the pages that are as remembered; returns the stats of those that are not."""
        moved: dict[str, FileStat] = {}
        for file, stat in files.items():
            path = layout.page_path(file)
            if not file.endswith(".md") or not layout.is_knowledge_page(path):
                continue
            shown = file.encode("utf-8", "replace").decode("utf-8")
            if shown != file:  # no index and no link can name it
                self._found.notices.append(Notice(shown, "its name is not UTF-8; left as it is"))
                continue
            record = self._state.pages.get(path)
            if record is None:
                moved[path] = stat
            elif record.stat == stat:
                self._fold.restore_page(record.group, path, record.entry, record.overlay)
            elif layout.content_hash(self._tree.read(file) or b"") == record.hash:
                self._state.pages[path] = replace(record, stat=stat)
                self._fold.restore_page(record.group, path, record.entry, record.overlay)
            else:
                moved[path] = stat
                self._fold.page_edited(record.group)
        return moved

    def _check_indexes(self, files: Iterable[str]) -> None:
        """Indexes that are not as the fold wrote them will be rendered again."""
        for part in (layout.page_path(file) for file in files if file.endswith(".md")):
            if layout.is_index_part(part):
                self._parts.setdefault(layout.directory(part), []).append(part)
                self._fold.indexes.found(part)
                if part not in self._state.indexes:
                    self._fold.indexes.spoil(layout.directory(part))
        for path, hashed in list(self._state.indexes.items()):
            data = self._tree.read(layout.page_file(path))
            if data is None or layout.content_hash(data) != hashed:
                self._fold.indexes.spoil(layout.directory(path))
                del self._state.indexes[path]

    def _observe_pages(self, moved: Mapping[str, FileStat]) -> None:
        """Find out what people did to the pages that are not as remembered.

        Those that stand where the fold puts them come first, so that a copy never takes the place of its
        original; people's own come last: one becomes an entity's page only where that has none.
        """
        groups = statement_groups(self._fold.resolver) if moved else {}
        astray: list[str] = []
        written: list[str] = []
        for path in sorted(moved):
            self._fold.indexes.spoil(layout.directory(path))
            data = self._tree.read(layout.page_file(path))
            if data is None:
                continue
            if b"\nfold:" not in data:
                written.append(path)
                continue
            page = self._parsed(path, data, moved[path])
            if page is None:
                continue
            if self._stands_well(page, groups):
                self._observe(page, data, moved[path], groups)
            else:
                astray.append(path)
        for path in (*astray, *written):
            data = self._tree.read(layout.page_file(path)) or b""
            page = self._parsed(path, data, moved[path])
            if page is not None:
                self._observe(page, data, moved[path], groups)

    def _parsed(self, path: str, data: bytes, stat: FileStat) -> PageOnDisk | None:
        """The page, None where it cannot be read: then it is held."""
        file = layout.page_file(path)
        try:
            return _settled(data, path)
        except FormatError as error:
            said = str(error).removeprefix(f"{file}: ")
            mend = "left as it is: correct it by hand, or take it from git"
            self._found.notices.append(Notice(file, f"{said}; {mend}"))
            self._found.held.add(path)
            self._fold.hold(path)
            # Not remembered, so that the next run looks again and holds it as long as it cannot be read.
            known = self._state.pages.pop(path, None)
            self._fold.page_written(path, known.entry if known is not None else self._listed(path))
            return None

    def _listed(self, path: str) -> IndexEntry:
        """A page as the index on disk lists it, where nothing is remembered of it."""
        inside = layout.directory(path)
        for index in (layout.index_path(inside), *self._parts.get(inside, ())):
            found = read_listed(self._tree.read(layout.page_file(index)) or b"", path)
            if found is not None:
                return found
        return IndexEntry(layout.stem(path))

    def _stands_well(self, page: PageOnDisk, groups: StatementGroups) -> bool:
        """Whether a page is its group's as far as its name and place tell."""
        where = layout.directory(page.path)
        group = self._group(page, groups)
        at_home = where in (page.text("home"), page.text("type"))
        return at_home and group is not None and self._fold.groups.stem_of(group) == layout.stem(page.path)

    def _group(self, page: PageOnDisk, groups: StatementGroups) -> GroupId | None:
        before = self._state.pages.get(page.path)
        return before.group if before is not None and before.group else self._fold.group_for(page, groups)

    def _observe(self, page: PageOnDisk, data: bytes, stat: FileStat, groups: StatementGroups) -> None:
        file = layout.page_file(page.path)
        record = PageRecord("", layout.content_hash(data), stat, _entry(page), NO_OVERLAY)
        group = self._group(page, groups)
        taken = self._fold.groups.path_of(group) if group else None
        if group and taken not in (None, page.path):
            self._keep_second(page, group, record)
            return
        observed = self._fold.observe(page, group) if group else None
        if group is None or observed is None:
            self._keep_ungrouped(page, record)
            return
        self._state.pages[page.path] = replace(record, group=group, overlay=observed.overlay)
        if observed.lost:
            lost = "1 fact is" if observed.lost == 1 else f"{observed.lost} facts are"
            words = f"{lost} missing, more than half of the page; folded in again"
            self._found.notices.append(Notice(file, words))
        for digest_path, statement in observed.retired:
            self._found.retired.setdefault(digest_path, set()).add((statement, group))

    def _keep_second(self, page: PageOnDisk, group: GroupId, record: PageRecord) -> None:
        """A page of what has another page: one that the fold wrote joins that one, people's own is listed."""
        self._state.pages[page.path] = record
        if page.text("fold") is None:
            self._fold.page_written(page.path, record.entry)
            return
        if self._fold.has_words(page):
            self._fold.join(page, group)
        self._found.leftovers.add(page.path)

    def _keep_ungrouped(self, page: PageOnDisk, record: PageRecord) -> None:
        """A page no entity gives: people's own is listed, of one that the fold wrote only words stay."""
        self._state.pages[page.path] = record
        if page.text("fold") is None:
            self._fold.page_written(page.path, record.entry)
        elif self._fold.has_words(page):
            self._fold.page_left(page)
        else:
            self._found.leftovers.add(page.path)


def _settled(data: bytes, path: str) -> PageOnDisk:
    """The page. Raises FormatError where it cannot be read, or a merge left a conflict on a folded one:
    its markers would become people's words.
    """
    page = page_read.parse(data, path)
    if b"<<<<<<<" in data and page.text("fold") is not None and any(conflicts(data.decode("utf-8-sig"))):
        raise FormatError(f"{layout.page_file(path)}: a merge left a conflict behind, nothing is folded here")
    return page


def _entry(page: PageOnDisk) -> IndexEntry:
    title = page.heading or page.text("title") or ""
    stem, aliases, tags = layout.stem(page.path), page.texts("aliases"), page.texts("tags")
    return IndexEntry(stem, aliases, page.summary, tags, title, page.document)
