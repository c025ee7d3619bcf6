"""One wiki, opened for writing: what is on disk, what is remembered of it, and its fold, kept in step.

Open it under ``lock.writer``. ``Workspace.open`` takes in what changed on disk since the last run: digests
edited by hand, pages that people saved, moved, renamed or lost. ``propose`` turns new digests into a
ChangeSet; ``land`` applies one and folds again what a person saved meanwhile.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown.source import decode, encode
from wikic.model.article import Article
from wikic.model.change import ABSENT, Change, ChangeSet, Move, Write
from wikic.model.digest import Digest
from wikic.model.page import NO_OVERLAY
from wikic.model.schema import Identity, Schema
from wikic.model.written import Written
from wikic.wiki import (
    article_file,
    changes_on_disk,
    digest_file,
    document_body,
    document_page,
    page_read,
    schema_file,
    transaction,
    written_file,
)
from wikic.wiki.changes_on_disk import Notice, hidden_words
from wikic.wiki.file_changes import FileChanges
from wikic.wiki.fold import last_run as remembered
from wikic.wiki.fold.incremental import Fold
from wikic.wiki.fold.indexes import Folded, FoldedPage
from wikic.wiki.fold.last_run import DigestRecord, PageRecord, State
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.symbols import DigestSymbols, symbols_of
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.link_form import relinked
from wikic.wiki.schema_file import Decided, stamp_of
from wikic.wiki.tree import FileStat, Tree

DIGESTS_KEPT: Final = 2_048  # parsed digests kept for the next fold; one costs about 15 KB


@dataclass(frozen=True, slots=True)
class Source:
    """A source to take in: its digest and the bytes of its two files.

    digest: as extracted, people's retirements carried over.
    digest_data, article_data: the files' bytes.
    attached: name and bytes of each picture and file that stands beside the article; None to leave what does.
    """

    digest: Digest
    digest_data: bytes
    article_data: bytes
    attached: tuple[tuple[str, bytes], ...] | None = None


@dataclass(slots=True)
class _Pending:
    """What a proposal will have to be remembered by, once it has landed."""

    digests: dict[str, tuple[DigestSymbols | None, str]] = field(default_factory=dict)
    pages: dict[str, FoldedPage] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    indexes: dict[str, str | None] = field(default_factory=dict)


class Workspace:
    """A wiki opened for writing."""

    def __init__(self, tree: Tree, schema: Schema, identity: Identity, title: str, state: State) -> None:
        """Use ``open``; this only puts the parts together."""
        self.tree = tree
        self.schema = schema
        self.fold = Fold(schema, identity, title, self.digest, self.article, state.overflow)
        self.state = state
        self.notices: list[Notice] = []
        self._files = FileChanges(tree)
        self._kept: OrderedDict[str, Digest] = OrderedDict()
        self._fresh: dict[str, Digest] = {}
        self._articles: dict[str, bytes] = {}
        self._edited: dict[str, bytes] = {}
        self._held: set[str] = set()
        self._pending = _Pending()
        self._decisions: list[Change] = []
        self._owed: list[FoldedPage] = []  # refused, and with words on them that are nowhere else

    @classmethod
    def open(
        cls, root: Path, title: str, decided: Decided | None = None, tree: Tree | None = None
    ) -> Workspace:
        """The wiki at ``root`` with all that changed on disk taken into the fold (nothing is written).

        title: heading of the root index.
        decided: decisions in place of those on disk; the next proposal writes them.
        tree: the files, where they are not to be taken as they stand on disk; such a wiki is not landed.

        Raises NotAWikiError when there is none, ConfigError when ``schema.yaml`` or ``identity.yaml`` cannot
        be used, FormatError when a digest cannot be read.
        """
        tree = tree or Tree(root)
        there = Decided.of(tree)
        chosen = decided or there
        chosen = replace(chosen, schema=schema_file.current(chosen.schema))
        schema_data, identity_data = chosen.schema, chosen.identity
        state = remembered.load(tree.build)
        stamp = stamp_of(schema_data, identity_data, title)
        if state.schema != stamp:
            state.pages.clear()  # who is who was decided anew: what stands on the pages tells whose they are
        space = cls(
            tree,
            schema_file.parse_schema(schema_data),
            schema_file.parse_identity(identity_data),
            title,
            state,
        )
        space._decide(there, chosen)
        space._take_in(refold=state.schema != stamp)
        state.schema = stamp
        return space

    def _decide(self, there: Decided, decided: Decided) -> None:
        """Have the next proposal write the decisions that are not on disk so."""
        files = (
            (layout.SCHEMA_FILE, there.schema, decided.schema),
            (layout.IDENTITY_FILE, there.identity, decided.identity),
        )
        for file, before, after in files:
            if before != after:
                expects = ABSENT if self.tree.stat(file) is None else layout.content_hash(before)
                self._decisions.append(Write(file, after, expects))

    # --- reading ----------------------------------------------------------------------------------

    def digest(self, key: str) -> Digest:
        """The digest of a source that is in the wiki or in the proposal under way.

        Raises FormatError when its file is gone or is no digest.
        """
        if key in self._fresh:
            return self._fresh[key]
        found = self._kept.pop(key, None)
        if found is None:
            file = layout.page_file(layout.digest_path(key))
            data = self.tree.read(file)
            if data is None:
                raise FormatError(f"{file} is gone", hint="run the command again")
            found = digest_file.read_digest(data, file, self.tree.read)
        self._kept[key] = found
        if len(self._kept) > DIGESTS_KEPT:
            self._kept.popitem(last=False)
        return found

    def article(self, key: str) -> Article:
        """The article of a source that is in the wiki or in the proposal under way.

        Raises FormatError when its file is gone or is no article.
        """
        file = layout.page_file(layout.article_path(key))
        data = self._articles.get(key) or self.tree.read(file)
        if data is None:
            raise FormatError(f"{file} is gone", hint="compile its document again")
        return article_file.parse(data, file)

    def symbols(self, key: str) -> DigestSymbols | None:
        """What the wiki holds of a source, or None."""
        found: DigestSymbols | None = self.fold.resolver.digests.get(key)
        return found

    def _take_in(self, *, refold: bool) -> None:
        found = changes_on_disk.take_in(self.tree, self.fold, self.state, refold=refold)
        self.notices += found.notices
        self._held |= found.held
        self._pending.gone |= found.leftovers
        for file, written in found.called_anew.items():  # somebody changed an article by hand
            self._decisions += self._files.delete(file)
            self._decisions += self._files.write(written_file.file_of(written), written_file.render(written))
        for key, data in found.written_anew.items():
            self._edited[key] = data
            self._pending.digests[key] = (self.state.digests[key].symbols, layout.content_hash(data))
        for digest_path, statements in sorted(found.retired.items()):
            self._retire(digest_path, statements)

    def _retire(self, digest_path: str, deleted: set[tuple[str, GroupId]]) -> None:
        """People deleted the bullets of these statements: note it in their digest."""
        keys = (key for key in self.fold.resolver.digests if layout.digest_path(key) == digest_path)
        digest = self.digest(next(keys))
        resolver = self.fold.resolver
        struck = {address for address, _ in deleted if document_body.is_address(address)}
        if struck:
            digest = document_page.without_leaves(digest, self.article(digest.key), struck)
        # Two entities may share a statement; only on the page of one was it deleted.
        pages = {
            symbol.entity: resolver.root_of((digest.key, at))
            for at, symbol in enumerate(resolver.digests[digest.key].symbols)
        }
        statements = tuple(
            replace(each, retired=each.retired or (each.id, pages[each.of]) in deleted)
            for each in digest.statements
        )
        self.edit([replace(digest, statements=statements)])

    def edit(self, digests: Iterable[Digest]) -> None:
        """Have the next proposal write digests of sources that are there, their articles as they are."""
        taken: dict[str, DigestSymbols | None] = {}
        for digest in digests:
            symbols, data = symbols_of(digest), digest_file.render(digest)
            self._fresh[digest.key] = digest
            self._edited[digest.key] = data
            self._kept.pop(digest.key, None)
            self._pending.digests[digest.key] = (symbols, layout.content_hash(data))
            taken[digest.key] = symbols
        if taken:
            self.fold.take(taken)

    def explain(self, statement: str, reason: str) -> None:
        """Have the next proposal note why people deleted a statement, of those deleted since the last run.

        reason: on one line.
        """
        digests = [self._fresh[key] for key in self._edited if key in self._fresh]
        self.edit(
            replace(
                digest,
                statements=tuple(
                    replace(each, reason=reason or each.reason)
                    if each.retired and each.id == statement
                    else each
                    for each in digest.statements
                ),
            )
            for digest in digests
        )

    def relocate(self, path: str, target: str) -> None:
        """Have the next proposal move a page that people wrote themselves; its bytes stay."""
        record = self.state.pages.pop(path)
        self._decisions.append(Move(layout.page_file(path), layout.page_file(target), record.hash))
        self.fold.indexes.leave(path)
        self.fold.page_written(target, record.entry)

    # --- proposing --------------------------------------------------------------------------------

    def propose(
        self,
        reason: str,
        sources: Iterable[Source] = (),
        forget: Iterable[str] = (),
        articles: Iterable[Written] = (),
    ) -> ChangeSet:
        """The ChangeSet that takes ``sources`` and ``articles`` in, forgets the keys in ``forget`` and folds.

        What people changed on disk since the last run is part of it. Land it before proposing again.
        """
        changes: list[Change] = [*self._decisions]
        self._decisions.clear()
        taken: dict[str, DigestSymbols | None] = {}
        for source in sources:
            key = source.digest.key
            if key in self.fold.resolver.digests:
                self._follow(key, source.article_data)
            self._fresh[key] = source.digest
            self._articles[key] = source.article_data
            self._kept.pop(key, None)
            taken[key] = symbols_of(source.digest)
            self._pending.digests[key] = (taken[key], layout.content_hash(source.digest_data))
            if source.attached is not None:
                changes += self._files.attach(key, dict(source.attached))
            changes += self._files.write(layout.page_file(layout.article_path(key)), source.article_data)
            changes += self._write_digest(key, source.digest_data)
        for key in forget:
            taken[key] = None
            self._pending.digests[key] = (None, "")
            changes += self._files.attach(key, {})
            changes += self._files.delete(layout.page_file(layout.article_path(key)))
            changes += self._files.delete(layout.page_file(layout.digest_path(key)))
        for key, data in self._edited.items():
            if key not in taken:
                changes += self._write_digest(key, data)
        self._edited.clear()
        self.fold.take(taken)
        for file, written in {written_file.file_of(each): each for each in articles}.items():
            changes += self._files.write(file, written_file.render(written))
            self.fold.take_article(file, written)
        # One that gave way to another of these, and came once more, stands again.
        left = [file for file in self.fold.drop_articles() if file not in self.fold.groups.articles.files]
        changes = [change for change in changes if change.path not in left]  # written above, and let go of
        for file in left:
            changes += self._files.delete(file)
        self._adopt()
        folded = self.fold.fold()
        changes += self._page_changes(folded)
        changes += self._relinked(folded)
        return ChangeSet(reason, tuple(changes))

    def _follow(self, key: str, data: bytes) -> None:
        """What people changed on a document's page goes with its next text; what hides that is told."""
        file = layout.page_file(layout.article_path(key))
        path, hidden = self.fold.follow_document(self.article(key), article_file.parse(data, file))
        self.notices += (hidden_words(layout.page_file(path), now, words) for now, words in hidden)

    def _adopt(self) -> None:
        """Pages of people alone that a digest now gives facts: their words stay on the page it makes."""
        settled = self._held | self._pending.gone
        own = [path for path in self.state.pages.written if path not in settled]
        if not own:
            return
        self.fold.settle_names()
        coming = {path: self.fold.newcomer(path) for path in own}
        # What stands in the very place of a page to come first: nothing may be written over it.
        for path in sorted(own, key=lambda path: (coming[path] is None, path)):
            group = coming[path]
            if group is None and not self.fold.misses(layout.stem(path)):
                continue
            data = self.tree.read(layout.page_file(path))
            if data is None:
                continue
            try:
                page = page_read.parse(data, path)
            except FormatError:
                self._held.add(path)  # saved this moment, and no page yet
                self.fold.hold(path)
                continue
            group = group or self.fold.group_for(page, {})
            if group is not None and (coming[path] is not None or self.fold.groups.path_of(group) is None):
                self.fold.adopt(page, group)

    def _page_changes(self, folded: Folded) -> list[Change]:
        changes: list[Change] = []
        gone = (self._pending.gone | folded.gone) - folded.pages.keys() - self._held
        pages = {path: page for path, page in folded.pages.items() if path not in self._held}
        self._pending.gone = gone
        self._pending.pages.update(pages)
        for path, page in pages.items():
            # A file that is not remembered was saved since the wiki was looked at: it is not to be replaced.
            record = self.state.pages.get(path)
            changes += self._files.write(layout.page_file(path), page.data, record.hash if record else ABSENT)
        heirs: dict[str, list[str]] = {}
        for path, target in folded.moved:
            heirs.setdefault(path, []).append(layout.page_file(target))
        for path in sorted(gone):
            record = self.state.pages.get(path)
            if record is not None or layout.page_file(path) in self._files.pretended:
                expects, after = record.hash if record else ABSENT, tuple(heirs.get(path, ()))
                changes += self._files.delete(layout.page_file(path), expects, after)
        for path, data in folded.indexes.items():
            file = layout.page_file(path)
            changes += self._files.write(file, data) if data else self._files.delete(file)
            self._pending.indexes[path] = layout.content_hash(data) if data else None
        for path in folded.left:
            kept = "its facts are gone; it stays for what people wrote on it"
            self.notices.append(Notice(layout.page_file(path), kept))
        for path, target in folded.moved:
            what = "what people wrote on it" if path in gone else "what people wrote on facts that moved"
            self.notices.append(Notice(layout.page_file(path), f"{what} goes to {layout.page_file(target)}"))
        return changes

    def _relinked(self, folded: Folded) -> Iterator[Change]:
        """Pages that people wrote, their relative links to pages that lie elsewhere now as they must be."""
        for path in sorted(self.state.pages.written) if folded.elsewhere else ():
            data = None if path in self._held else self.tree.read(layout.page_file(path))
            if data is None or path in self._pending.pages or path in self._pending.gone:
                continue
            source = decode(data)
            text = relinked(source.text, path, path, folded.elsewhere)
            record = self.state.pages[path]
            if text != source.text and record.hash == layout.content_hash(data):
                new = encode(replace(source, text=text))
                self._pending.pages[path] = FoldedPage("", new, record.entry, NO_OVERLAY)
                yield from self._files.write(layout.page_file(path), new, record.hash)

    def _write_digest(self, key: str, data: bytes) -> list[Change]:
        record = self.state.digests.get(key)
        return self._files.write(
            layout.page_file(layout.digest_path(key)), data, record.hash if record else None
        )

    # --- landing ----------------------------------------------------------------------------------

    def land(
        self, changes: ChangeSet, beside: Sequence[Change] = (), *, faults: Faults = no_fault
    ) -> transaction.Outcome:
        """Apply a proposal and remember what landed.

        beside: changes of ``review/`` in the same transaction, as ``transaction.apply_beside`` takes them.

        Files that a person saved meanwhile are left alone and returned as conflicts; open the wiki again
        to fold them. Raises DiskError when the disk refuses.
        """
        outcome = transaction.apply_beside(self.tree.root, changes, beside, faults=faults)
        self._remember({change.path for change in outcome.conflicts})
        remembered.save(self.tree.build, self.state)
        return outcome

    def reopened(self, title: str) -> Workspace:
        """The wiki as it is after a landing that people's saves refused in part, words under way not lost.

        Raises as ``open`` does.
        """
        space = Workspace.open(self.tree.root, title)
        for page in self._owed:
            space.fold.inherit(page.group, page.overlay, page.brought)
        return space

    def pretend(self, changes: ChangeSet) -> None:
        """Take a proposal as landed without touching the disk: a dry run goes on from here.

        Later proposals still say what they expect on disk; what an earlier one wrote they write or delete
        even where the disk is so already.
        """
        self._files.pretended.update(change.path for change in changes.changes)
        for key, (symbols, hashed) in self._pending.digests.items():
            if symbols is None:
                self.state.digests.pop(key, None)
            else:
                self.state.digests[key] = DigestRecord(hashed, FileStat(0, 0), symbols)
        self._pending = _Pending()

    def _remember(self, refused: set[str]) -> None:
        pending, self._pending = self._pending, _Pending()
        self._fresh.clear()
        self._articles.clear()
        for key, (symbols, hashed) in pending.digests.items():
            file = layout.page_file(layout.digest_path(key))
            stat = self.tree.stat(file)
            if symbols is None or stat is None or file in refused:
                self.state.digests.pop(key, None)
            else:
                self.state.digests[key] = DigestRecord(hashed, stat, symbols)
        for path in pending.gone:
            self.state.pages.pop(path, None)
        for path, page in pending.pages.items():
            file = layout.page_file(path)
            stat = self.tree.stat(file)
            if stat is None or file in refused or stat.size != len(page.data):
                self.state.pages.pop(path, None)  # a person was quicker: it is read again next time
                if page.brought and file in refused:
                    self._owed.append(page)
            else:
                hashed = layout.content_hash(page.data)
                record = PageRecord(page.group, hashed, stat, page.entry, page.overlay, page.article)
                self.state.pages[path] = record
        for path, index_hash in pending.indexes.items():
            if index_hash is None or layout.page_file(path) in refused:
                self.state.indexes.pop(path, None)
            else:
                self.state.indexes[path] = index_hash
