"""The incremental fold: from changed digests and changed pages to the files that must change.

``Fold`` keeps symbol table, stems and pages of one wiki in step. ``take`` tells it of digests that came,
changed or went; ``observe`` of a page that people saved; ``fold`` gives the files to write and delete. It
reads digests through ``load`` and writes nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import NO_OVERLAY, Head, Overlay
from wikic.model.schema import Identity, Schema
from wikic.model.written import Written
from wikic.wiki import document_page, page_read, page_render
from wikic.wiki.fold import overlays, page_head, stems
from wikic.wiki.fold.differing import documents_naming
from wikic.wiki.fold.group_pages import GroupPages
from wikic.wiki.fold.heirs import NOT_MOVED, Settled, Succession
from wikic.wiki.fold.indexes import Folded, FoldedPage, Indexes, entry_of, left_page
from wikic.wiki.fold.overlays import NO_WORDS, KnownPage, KnownPages, Words
from wikic.wiki.fold.people_edits import Expected, Observed, is_rewording, observe, people_only
from wikic.wiki.fold.resolve import GroupId, Resolver
from wikic.wiki.fold.stems import StatementGroups
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.fold.tables import Overflow
from wikic.wiki.fold.terms import Terms
from wikic.wiki.fold.written_articles import group_of
from wikic.wiki.index_file import IndexEntry
from wikic.wiki.link_form import relinked_overlay
from wikic.wiki.page_read import PageOnDisk

_AT_ONCE: Final = 10_000  # digests


class Fold:
    """Turns the digests of one wiki into pages and indexes, and redoes only what a change touches."""

    def __init__(
        self,
        schema: Schema,
        identity: Identity,
        title: str,
        load: Callable[[str], Digest],
        load_article: Callable[[str], Article],
        overflow: Overflow | None = None,
    ) -> None:
        """``title``: heading of the root index. ``load``, ``load_article``: digest and article of a key the
        resolver holds.

        overflow: shared with other tables; one of its own where there is none.
        """
        overflow = overflow or Overflow()
        self.schema = schema
        self.identity = identity
        self.resolver = Resolver(identity, schema.fallback, overflow)
        self._terms = Terms(overflow)
        self.indexes = Indexes(schema, title)
        self._pages = KnownPages(overflow)
        self.groups = GroupPages(schema, self.resolver, self._terms, load, load_article, self._pages)
        self._edited: set[GroupId] = set()  # groups whose pages people saved, still to be observed
        self._held: set[str] = set()
        self._succession = Succession(self.resolver, self._pages, self._can_be_written)
        self._left: list[KnownPage] = []
        self._joined: dict[GroupId, list[str]] = {}  # pages whose words went to a group's page
        self._dirty: set[GroupId] = set()
        self._renamed: set[GroupId] = set()
        self._moved: dict[str, GroupId] = {}  # where pages were that people moved, and whose they are
        self._replaced: list[str] = []  # files of articles that were written anew
        self._rerooted: set[GroupId] = set()  # on another page than before, or on none: links to them change

    # --- what is there ----------------------------------------------------------------------------

    def restore(self, digests: Iterable[DigestSymbols]) -> None:
        """Take in digests whose pages are folded already."""
        for number, symbols in enumerate(digests):
            self._put(symbols)
            if number % _AT_ONCE == 0:  # in steps, or it would hold all that is touched
                self.resolver.shared.settle()

    def restore_page(self, group: GroupId, path: str, entry: IndexEntry, overlay: Overlay) -> None:
        """A page that is on disk as the fold wrote it; ``group`` is "" for one that people wrote."""
        if group:
            self._pages[group] = KnownPage(path, overlay or NO_OVERLAY)
        self.indexes.enter(path, entry)

    def restored(self) -> None:
        """Everything that is there has been restored; what comes now is change."""
        self.resolver.shared.settle()
        self.groups.restored()
        self.indexes.settled()

    def dirty_all(self) -> None:
        """Fold every page again: the schema or the identities changed, or nothing is remembered."""
        self._dirty.update(self.resolver.roots(), self._pages)
        self.indexes.spoil_all()

    # --- what changes -----------------------------------------------------------------------------

    def take(self, changes: Mapping[str, DigestSymbols | None]) -> None:
        """Digests that came or changed, by key; None for one that went."""
        names = {name for key in changes for name in self.resolver.names_of(key)}
        for symbols in changes.values():
            if symbols is not None:
                names |= self.resolver.names_in(symbols)
        bracket = self._terms.bracket
        near = self._linked(changes)
        telling = documents_naming(self.resolver, names)
        before = {group: self.resolver.root(group) for group in self.resolver.reached(names)}
        judged = self._terms.around(names)
        for root in set(before.values()):
            if root in self._edited or (root in self._pages and self._pages[root].overlay):
                self._succession.note(root)
        for key, symbols in changes.items():
            if symbols is None:
                self.resolver.remove(key)
                self.resolver.shared.remove(key)
                self._terms.remove(key)
            else:
                self._put(symbols)
        judged |= self._terms.around(names)
        if self._terms.bracket != bracket:
            judged.update(self._terms.names())
        self._dirty |= {
            self.resolver.root(group) for name in judged for group in self.resolver.groups_titled(name)
        }
        for key in self.resolver.shared.settle():
            symbols_of_key = self.resolver.digests[key].symbols
            self._dirty.update(self.resolver.root_of((key, at)) for at in range(len(symbols_of_key)))
            judged |= self.resolver.names_of(key)
        telling |= documents_naming(self.resolver, names | judged)
        near |= self._linked(changes)
        near |= {other for key in near for other in self.resolver.links.targets(key)}
        for member in map(self.resolver.own, near | telling):
            self._dirty |= {self.resolver.root_of(member)} if member is not None else set()
        after = self.resolver.reached(names)
        self._rerooted |= {group for group in after if before.get(group, group) != self.resolver.root(group)}
        self._dirty |= before.keys() | after
        if changes:
            self.groups.articles.spoil()

    def _linked(self, changes: Mapping[str, DigestSymbols | None]) -> set[str]:
        """The documents that show other links when some come, change or go, themselves included."""
        return {
            other
            for key, coming in changes.items()
            for other in (key, *self.resolver.links.near(key, coming))
        }

    def _put(self, symbols: DigestSymbols) -> None:
        self.resolver.put(symbols)
        if self.schema.layout_of(symbols.key) == "library":
            own = [symbol for symbol in symbols.symbols if symbol.self_]
            ids = [each for symbol in own for each in symbol.statements]
            self.resolver.shared.put(symbols.key, ids, [each.summary for each in own])
        else:
            self.resolver.shared.remove(symbols.key)
        self._terms.put(symbols.key, tuple(each.term for each in symbols.symbols if each.term is not None))

    # --- written articles -------------------------------------------------------------------------

    def take_article(self, file: str, written: Written) -> None:
        """A written article that takes the place of the one its thing had: that page will be folded again."""
        articles = self.groups.articles
        group = group_of(written, self.resolver)
        before = articles.on_page(group) if group is not None else []
        for each in before:
            articles.remove(each)
        self._replaced += [each for each in before if each != file]
        articles.put(file, written)
        self._dirty |= {group} if group is not None else set()

    def compare_articles(self, shown: Mapping[GroupId, str]) -> None:
        """``shown``: the files of the articles that pages were written with; other pages are folded again."""
        articles = self.groups.articles
        due = articles.by_group().keys() | shown.keys()
        self._dirty.update(group for group in due if articles.chosen(group) != shown.get(group))

    def drop_articles(self) -> list[str]:
        """Let go of articles of which a document is gone, whose thing has no page, or has a newer one.

        Returns their files.
        """
        articles = self.groups.articles
        if articles.unsettled:
            self.settle_names()
        gone, self._replaced = self._replaced, []
        unsettled, articles.unsettled = articles.unsettled, set()
        on_pages = articles.by_group()
        near = {group: files for group, files in on_pages.items() if not files.isdisjoint(unsettled)}
        standing = {articles.chosen(group) for group in near if group in self.groups.titles}
        left = sorted(unsettled.union(*near.values()) - standing)
        for file in left:
            articles.remove(file)
        return [*gone, *left]

    def settle_names(self) -> None:
        """Name what changed, so that pages on disk can be found and compared before they are folded."""
        self._renamed |= self.groups.name_again(self._dirty)

    def page_gone(self, group: GroupId, path: str) -> None:
        """A page file is not where it was: if nothing else is its page, it will be written again."""
        self.indexes.leave(path)
        self.indexes.spoil(layout.directory(path))
        known = self._pages.get(group)
        if known is not None and known.path == path:
            del self._pages[group]
        if group:
            self._dirty.add(group)
            self._moved[path] = group

    def page_edited(self, group: GroupId) -> None:
        """A page is not as it was written: what people made of it comes with ``observe``."""
        if group:
            self._edited.add(group)

    def hold(self, path: str) -> None:
        """A page that cannot be read: nothing is written there."""
        self._held.add(path)

    def page_written(self, path: str, entry: IndexEntry) -> None:
        """A page that people wrote themselves came or changed: it is listed and never touched."""
        self.indexes.enter(path, entry)

    def has_words(self, page: PageOnDisk) -> bool:
        """Whether there is anything of people's on a page that no entity gives."""
        return people_only(self._observe(page, self._without_facts(page)).overlay)

    def page_left(self, page: PageOnDisk) -> None:
        """A page on which people wrote has lost every digest it rests on: their words stay, its facts go."""
        overlay = self._observe(page, self._without_facts(page)).overlay
        self._left.append(KnownPage(page.path, overlay, page.text("title") or ""))

    def observe(self, page: PageOnDisk, group: GroupId) -> Observed | None:
        """What people changed on a page that is ``group``'s; it will be folded again.

        None when the group has no page by now, and nothing is known of what became of it.
        """
        expected = self.groups.expected(group)
        if expected is None and group in self._edited:
            expected = self._without_facts(page)
        if expected is None:
            return None
        observed = self._observe(page, expected)
        known = self._pages.get(group)
        if known is not None and known.path != page.path:
            self.indexes.leave(known.path)
        self._pages[group] = KnownPage(page.path, observed.overlay)
        self._dirty.add(group)
        self._renamed.add(group)  # people may have moved it, or called it otherwise
        return observed

    def adopt(self, page: PageOnDisk, group: GroupId) -> None:
        """A page of people alone is where a group's page comes, or the only one there is: it becomes that."""
        known, expected = self._pages.get(group), self.groups.expected(group)
        if known is None or not known.path or expected is None:
            self.observe(page, group)
            return
        overlay = overlays.joined(known.overlay, self._observe(page, expected).overlay)
        self._pages[group] = replace(known, overlay=overlay)
        self._dirty.add(group)
        self._renamed.add(group)

    def join(self, page: PageOnDisk, group: GroupId) -> None:
        """A second page of a group that has one: what people wrote on it goes to that, the page goes."""
        self.adopt(page, group)
        self.indexes.leave(page.path)
        self._joined.setdefault(group, []).append(page.path)

    def inherit(self, group: GroupId, overlay: Overlay, origin: str) -> None:
        """People's words that were on their way to a group's page when a person saved it.

        origin: the page they come from. They go back there while the group's page cannot be read.
        """
        heir = self._inherit(group, overlay, origin)
        if heir is not None:  # they are still on their way, should a person save the page once more
            self._joined.setdefault(heir, []).append(origin)

    def _inherit(self, group: GroupId, overlay: Overlay, origin: str) -> GroupId | None:
        """The group whose page people's words go to now, None when they stay where they were."""
        if not self._can_be_written(group):
            there = next((each for each, known in self._pages.items() if known.path == origin), None)
            if there is None:
                self._left.append(KnownPage(origin, overlay))
                return None
            group = there
        known = self._pages.get(group, KnownPage("", NO_OVERLAY))
        self._pages[group] = replace(known, overlay=overlays.joined(known.overlay, overlay))
        self._dirty.add(group)
        return group

    def _observe(self, page: PageOnDisk, expected: Expected) -> Observed:
        return observe(page, expected, frozenset(each.name for each in self.schema.dimensions))

    def _without_facts(self, page: PageOnDisk) -> Expected:
        """What is expected of a page that no entity gives any more: nothing but its name and place."""
        stem = layout.stem(page.path)
        title, directory = page.text("title") or stem, layout.directory(page.path)
        return Expected(title, stem, directory, Head(), {}, headings=page_read.document_headings(page))

    def amend(self, group: GroupId, change: Callable[[Overlay], Overlay]) -> None:
        """Change what people chose for a page that is on disk, as if they had; it will be folded again."""
        known = self._pages[group]
        self._pages[group] = replace(known, overlay=change(known.overlay))
        self._dirty.add(group)
        self._renamed.add(group)

    def pages(self) -> Iterator[tuple[GroupId, str, Overlay]]:
        """Group, page path and overlay of every page that is on disk."""
        for group, known in self._pages.items():
            if known.path:
                yield group, known.path, known.overlay

    def changed_pages(self) -> Iterator[tuple[GroupId, str, Overlay]]:
        """The same of the pages on which people changed anything."""
        for group, known in self._pages.changed():
            if known.path:
                yield group, known.path, known.overlay

    def carry(
        self,
        renamed: Mapping[str, str],
        words: Words = NO_WORDS,
        moved: Mapping[str, str] = NOT_MOVED,
    ) -> None:
        """Statements got new ids by re-extraction: people's words follow, old id to new.

        words: old id and rewording to what that is now, "" where it is what the statement says.
        moved: key to the key that the same document has now.
        """
        self._succession.rename(renamed, words, moved)

    # --- questions --------------------------------------------------------------------------------

    def group_for(self, page: PageOnDisk, by_statement: StatementGroups) -> GroupId | None:
        """The group a page on disk belongs to, as ``stems.group_for`` tells it."""
        return stems.group_for(page, by_statement, self.groups.stems, self._document_group)

    def _document_group(self, key: str) -> GroupId | None:
        """The group on whose page a document of a library is, None where it is not there."""
        own = self.resolver.own(key)
        root = self.resolver.root_of(own) if own is not None else None
        members = self.resolver.all_members(root) if root is not None else ()
        return root if self.groups.document(members) == key else None

    def follow_document(self, before: Article, after: Article) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Before the next text of a document is taken: what people changed on its page goes with its leaves.

        Gives the page path, and pairs of what the document says now and the words of people that hide it.
        """
        group = self._document_group(before.key)
        known = self._pages.get(group) if group is not None else None
        if group is None or known is None or not (known.overlay.rewordings or known.overlay.bullets):
            return "", ()
        found = document_page.followed(known.overlay, before, after, is_rewording)
        self._pages[group] = replace(known, overlay=found.overlay)
        return known.path, found.hidden

    def newcomer(self, path: str) -> GroupId | None:
        """The group whose page will stand at ``path``, whatever the case of its name, and does not yet."""
        place = path.casefold()
        return next(
            (
                group
                for group in sorted(self.groups.stems.claimed_by(layout.stem(path)))
                if (self.groups.path_of(group) or "").casefold() != place
                and (self.groups.target(group) or "").casefold() == place
            ),
            None,
        )

    def _can_be_written(self, group: GroupId) -> bool:
        """Whether a group has a page that words can go to."""
        return (
            group in self.groups.titles
            and not {self.groups.path_of(group), self.groups.target(group)} & self._held
        )

    def misses(self, stem: str) -> bool:
        """Whether a group that claims ``stem`` has a page to come and none on disk."""
        return any(self.groups.path_of(group) is None for group in self.groups.stems.claimed_by(stem))

    # --- the fold ---------------------------------------------------------------------------------

    def fold(self) -> Folded:
        """The files that must change; the fold takes them as landed."""
        folded = Folded()
        dirty, self._dirty = self._dirty, set()
        renamed = self._renamed | self.groups.name_again(dirty)
        self._renamed = set()
        settled = self._succession.settle(dirty | renamed, self.groups.titles)
        joined, self._joined = self._joined, {}
        for group, paths in joined.items():
            if group in self.groups.titles:
                settled.received.setdefault(group, []).extend(paths)
        received = set(settled.received)
        # a page to come may be called as people called the one it was
        renamed |= self.groups.name_again(received)
        again = dirty | renamed | received
        for group in renamed | received:
            again |= page_head.neighbours(self.resolver, self.resolver.all_members(group))
        for group in self._rerooted:
            again |= page_head.neighbours(self.resolver, self.resolver.members(group))
        self._rerooted.clear()
        for path in settled.gone:
            self.indexes.leave(path)
            folded.gone.add(path)
        former = self.groups.former
        left = [replace(known, title=former.get(group, "")) for group, known in settled.left]
        for known in [*left, *self._left]:
            self._leave_words(known, settled, folded)
        self._left.clear()
        folded.elsewhere = self._elsewhere(again, settled)
        again |= self._relink(folded.elsewhere)
        for group in sorted(again | settled.received.keys()):
            if group in self.groups.titles:
                self._fold_page(group, folded, settled.received.get(group, [""])[0])
        folded.moved = [
            (path, self._pages[group].path)
            for group, paths in sorted(settled.received.items())
            for path in dict.fromkeys(paths)
            if path != self._pages[group].path
        ]
        folded.gone -= folded.pages.keys()
        folded.indexes.update(self.indexes.render())
        self._edited.clear()
        return folded

    def _elsewhere(self, groups: Iterable[GroupId], settled: Settled) -> dict[str, str]:
        """Page paths that pages had, each with the one where that page lies now."""
        before, self._moved = self._moved, {}
        before.update(settled.gone)
        for group in groups:
            known = self._pages.get(group)
            if known is not None and known.path:
                before[known.path] = group
        places = ((path, self.groups.place(self.resolver.root(group))) for path, group in before.items())
        return {path: place[0] for path, place in places if place is not None and place[0] != path}

    def _relink(self, elsewhere: Mapping[str, str]) -> set[GroupId]:
        """Have people's relative links lead where pages lie now; returns the groups whose pages change."""
        changed: set[GroupId] = set()
        for group, known in self._pages.changed() if elsewhere else ():
            now = elsewhere.get(known.path, known.path)
            overlay = relinked_overlay(known.overlay, known.path, now, elsewhere)
            if overlay != known.overlay:
                self._pages[group] = replace(known, overlay=overlay)
                changed.add(group)
        return changed

    def _leave_words(self, known: KnownPage, settled: Settled, folded: Folded) -> None:
        """A page whose facts are gone keeps what people wrote, reworded facts as plain bullets.

        Where another page takes its place, their words stand there.
        """
        taker = self.newcomer(known.path)
        if taker is not None and self._can_be_written(taker):
            self._inherit(taker, known.overlay, known.path)
            settled.received.setdefault(taker, []).append(known.path)
            return
        page = left_page(known)
        folded.pages[known.path] = page
        folded.left.append(known.path)
        self.indexes.enter(known.path, page.entry)

    def _fold_page(self, group: GroupId, folded: Folded, brought: str) -> None:
        page = self.groups.page(group)
        known = self._pages.get(group)
        moves = known is not None and bool(known.path) and known.path != page.path
        if moves and page.path in self._held:
            return  # it stays where it is until what stands in its place can be read
        if known is not None and moves:
            if known.path not in folded.pages:  # else another page has taken the place already
                self.indexes.leave(known.path)
            folded.gone.add(known.path)
            brought = known.path
        self._pages[group] = KnownPage(page.path, page.overlay)
        entry, data = entry_of(page), page_render.render(page)
        folded.pages[page.path] = FoldedPage(group, data, entry, page.overlay, brought, page.article)
        self.indexes.enter(page.path, entry)
