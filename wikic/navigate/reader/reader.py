"""Pages, sources and directories of a wiki as a reader is shown them, each as one value.

Made of what ``Library`` reads and nothing else. A page's quotes come from digests, which hold the sentences
that are cited; a source is cut anew from its article, whose blocks carry the same ids.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import groupby
from typing import Final

from wikic import layout
from wikic.document.quotes import quote
from wikic.navigate.indexes.catalogue_view import LastUsed, Listed
from wikic.navigate.library import Library
from wikic.navigate.reader.changes import Changes
from wikic.navigate.reader.page_view import PageView
from wikic.navigate.reader.sections import cited_passages, group_pieces, page_sections, written_sections
from wikic.navigate.reader.series import Series
from wikic.navigate.reader.values import (
    NONE,
    Facet,
    ListedCollection,
    ListedPages,
    ListedSource,
    Mention,
    PageName,
    ReaderDirectory,
    ReaderPage,
    ReaderSource,
    ReaderSources,
    RelatedPages,
    ShelfName,
    ShownSource,
    facets_of,
)
from wikic.search.fields import tag_key
from wikic.text.relation_labels import LINKS, MENTIONS, inverse
from wikic.wiki import index_file

MOST_MENTIONS: Final = 20  # pages shown below a page
_MARKED: Final = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
SCREEN: Final = 200  # pages of a directory shown at once
_FIRST: Final = 6  # pages of a directory shown where only its name stands
_KEPT: Final = 16_384  # pages whose mentions are kept: a few short texts each


def screens(pages: int) -> int:
    """How many screens show so many pages of a directory."""
    return max(1, -(-pages // SCREEN))


class Reader:
    """One wiki for readers; any number of threads may ask it. history: whether it tells of commits."""

    def __init__(self, library: Library, *, history: bool = True) -> None:
        self.library = library
        self._named: LastUsed[dict[str, tuple[str, str]]] = LastUsed(_KEPT)
        self._series = Series(library)
        self.changes = Changes(library.tree.place if history and not library.elsewhere else None)

    def page(self, path: str) -> ReaderPage | None:
        """The page at a page path, or None."""
        with self.library.one_state():
            return self._page(path)

    def _page(self, path: str) -> ReaderPage | None:
        page, view = self.library.page(path), self.library.view(path)
        if view is None:
            return None
        numbers: dict[str, int] = {}
        parts = tuple(written_sections(view)) if page is None or page.document else ()
        parts += tuple(page_sections(page, view, numbers)) if page is not None else ()
        related = tuple(self._related(view) if page is not None else self._linked(path))
        # What a page of a vault says stands nowhere but below its backlink.
        near = {name.path for group in related for name in group.pages} if page is not None else set()
        mentions, left = self._mentions(path, near)
        entry = self.library.entry(path)
        before, after = self._series.beside(path)
        return ReaderPage(
            path=path,
            title=view.title,
            type=view.type,
            aliases=view.aliases,
            tags=view.tags,
            summary=view.summary,
            above=self._above(path),
            sections=parts,
            related=related,
            mentions=mentions,
            left=left,
            sources=tuple(self._sources(view, numbers)),
            original=entry.article if entry is not None else "",
            summary_markdown=page.summary_markdown if page is not None else "",
            before=self.name(before) if before else None,
            after=self.name(after) if after else None,
            history=self.changes.of(path),
        )

    def source(self, article: str) -> ReaderSource | None:
        """The document at the page path of its article, or None."""
        found = self.library.article(article)
        if found is None:
            return None
        digest = self.library.whole_digest(f"{layout.DIGESTS_DIR}/{layout.stem(article)}")
        taken = frozenset(block.id for block in digest.blocks) if digest is not None else frozenset()
        quoted = quote(found.text, found.language)
        page = self.library.own_page(article)
        return ReaderSource(
            article=article,
            key=found.key,
            title=self.library.title(page) if page else found.title,
            date=found.date,
            location=found.location,
            author=found.author,
            language=found.language,
            groups=tuple(group_pieces(found.text, quoted, taken)),
            page=page,
        )

    def sources(self, number: int = 1) -> ReaderSources | None:
        """Screen ``number`` of the list of documents, by collection; None where there is no such screen."""
        paths, known = self.library.listed_sources(), self.library.catalogue.sources
        count = screens(len(paths))
        if not 1 <= number <= count:
            return None
        found: list[ListedCollection] = []
        begun = 0
        for name, group in groupby(paths, key=lambda path: layout.collection(known[path].key)):
            inside = tuple(group)
            start, end = ((number - each) * SCREEN - begun for each in (1, 0))
            shown = tuple(map(self._listed_source, inside[max(start, 0) : max(end, 0)]))
            found.append(ListedCollection(name, len(inside), screens(begun + 1), shown))
            begun += len(inside)
        return ReaderSources(tuple(found), number, count, len(paths))

    def directory(
        self, path: str, number: int = 1, *, tag: str = "", collection: str = ""
    ) -> ReaderDirectory | None:
        """Screen ``number`` of a directory, "" the wiki itself; None where there is no such screen.

        tag, collection: to which it is narrowed; it then lists what stands in it and below it.
        """
        if path and not self.library.has_directory(path):
            return None
        narrowed = bool(tag or collection)
        entries = self._narrowed(path, tag, collection) if narrowed else self.library.entries(path)
        count = screens(len(entries))
        if not 1 <= number <= count:
            return None
        shown = entries[(number - 1) * SCREEN : number * SCREEN]
        if path:
            about = self.library.directory(path)
            title, description = about.title, about.description
        else:
            title, description = self.library.overview()
        first = number == 1
        inside = [entry.path for entry in entries] if narrowed else self._inside(path) if first else ()
        return ReaderDirectory(
            path=path,
            title=title,
            description=description,
            above=self._above(path) if path else (),
            below=tuple(self._shelves(path)) if first and not narrowed else (),
            lists=tuple(self._lists(shown, by_directory=narrowed)),
            number=number,
            count=count,
            total=len(entries),
            tag=tag,
            collection=collection,
            facets=facets_of(self.library, inside, tag=tag, collection=collection) if first else NONE,
        )

    def tags(self) -> tuple[Facet, ...]:
        """The tags of all pages, by name; one that is written in several ways as most write it."""
        counts: dict[str, Counter[str]] = {}
        for entry in self.library.catalogue.pages.values():
            for tag in dict.fromkeys(entry.tags):
                if key := tag_key(tag):
                    counts.setdefault(key, Counter())[tag.removeprefix("#")] += 1
        return tuple(
            Facet(key, min(names, key=lambda name: (-names[name], name)), names.total())
            for key, names in sorted(counts.items())
        )

    def name(self, path: str) -> PageName:
        """A page by its path; one that is not there has its stem for a title and no summary."""
        entry = self.library.entry(path)
        return PageName(path, self.library.title(path), entry.summary if entry is not None else "")

    # --- parts ------------------------------------------------------------------------------------

    def _listed_source(self, article: str) -> ListedSource:
        entry, page = self.library.catalogue.sources[article], self.library.own_page(article)
        title = self.library.title(page) if page else entry.title
        facts = self.library.cited(article)
        return ListedSource(article, entry.key, title, entry.date, facts, page)

    def _lists(self, entries: Sequence[Listed], *, by_directory: bool) -> Iterator[ListedPages]:
        """Pages under the headings of their index, or of the directories they stand in."""
        if by_directory:
            for directory, group in groupby(entries, key=lambda each: layout.directory(each.path)):
                title = self.library.directory(directory).title if directory else ""
                yield ListedPages(title, tuple(map(_page_name, group)))
            return
        for heading, group in groupby(entries, key=lambda each: each.section):
            generated = heading in (index_file.PAGES, index_file.OTHER_SECTION)
            yield ListedPages(heading, tuple(map(_page_name, group)), generated)

    def _inside(self, path: str) -> tuple[str, ...]:
        """Page paths of all that stands in a directory and below it."""
        pages = self.library.catalogue.pages
        return tuple(each for each in pages if not path or each.startswith(f"{path}/"))

    def _narrowed(self, path: str, tag: str, collection: str) -> tuple[Listed, ...]:
        """The pages in and below a directory that carry a tag and cite documents of a collection."""
        places = ("", *self.library.directory_names())
        key, wanted = tag_key(tag), collection
        return tuple(
            each
            for place in places
            if not path or place == path or place.startswith(f"{path}/")
            for each in self.library.entries(place)
            if not tag or key in map(tag_key, each.tags)
            if not wanted or wanted in self.library.collections(each.path)
        )

    def _above(self, path: str) -> tuple[PageName, ...]:
        """The directories above a page or directory, outermost first."""
        found: list[PageName] = []
        above = layout.directory(path)
        while above:
            if self.library.has_directory(above):
                found.append(PageName(above, self.library.directory_title(above)))
            above = layout.directory(above)
        return tuple(reversed(found))

    def _shelves(self, path: str) -> Iterator[ShelfName]:
        for directory in self.library.directory_names():
            if layout.directory(directory) != path:
                continue
            each = self.library.directory(directory)
            told = nlargest(_FIRST, self.library.entries(directory), key=lambda entry: entry.facts)
            first = sorted((PageName(entry.path, entry.title) for entry in told), key=lambda name: name.title)
            yield ShelfName(directory, each.title, each.description, each.pages + each.below, tuple(first))

    def _related(self, view: PageView) -> Iterator[RelatedPages]:
        """Related Pages by label, relations before what is only named."""
        groups: dict[str, dict[str, PageName]] = {}
        known = self.library.catalogue.pages
        for line in view.related:
            found: str | None = line.target  # most are paths, which need not be looked for
            if found not in known:
                found = self.library.resolve(line.target, origin=view.path).path
            name = self.name(found) if found else PageName("", line.target.replace("-", " "))
            untyped = inverse(MENTIONS) if line.labels and not {MENTIONS, LINKS} & {*line.labels} else ""
            for label in line.labels if line.typed else (untyped,):
                groups.setdefault(label, {})[found or line.target] = name
        for label, pages in sorted(groups.items(), key=lambda each: not each[0]):
            yield RelatedPages(label, tuple(pages.values()))

    def _linked(self, path: str) -> Iterator[RelatedPages]:
        """The pages that a page of a vault links to."""
        found = [edge.target for edge in self.library.graph.out(path) if edge.kind == "link"]
        pages = tuple(self.name(each) for each in found if self.library.entry(each) is not None)
        if pages:
            yield RelatedPages(LINKS, pages)

    def _mentions(self, path: str, near: set[str]) -> tuple[tuple[Mention, ...], int]:
        """Who leads to a page and is not among its related pages, with what they say of it."""
        backlinks = self.library.graph.backlinks(path)
        if self.library.tree.adopted:  # links that people set come before what only names the page
            backlinks = sorted(backlinks, key=lambda back: back.kind == "mention")
        others = [
            each
            for each in dict.fromkeys(back.source for back in backlinks)
            if each not in near and each != path
        ]
        found: list[Mention] = []
        for each in others[:MOST_MENTIONS]:
            fact, text = self.named_on(each).get(path, ("", ""))
            found.append(Mention(self.name(each), fact, text))
        return tuple(found), len(others) - len(found)

    def named_on(self, path: str) -> dict[str, tuple[str, str]]:
        """The pages that the facts of a page name, each with id and text of the first fact that does.

        Of a vault's page the passages that link to them come first.
        """
        record, view = self.library.record(path), self.library.view(path)
        if record is None or view is None:
            return {}

        def make() -> dict[str, tuple[str, str]]:
            found: dict[str, tuple[str, str]] = {}
            for passage in (each for section in view.written for each in section.passages):
                for link in passage.links:
                    target = self.library.resolve_link(link, path)
                    if target is not None:
                        found.setdefault(target, (passage.fact.id, " ".join(passage.fact.text.split())))
            for fact in view.facts:
                # Of a list or a table the line that names the page.
                for line in fact.text.split("\n"):
                    for target in self.library.name_table.named(line):
                        found.setdefault(target, (fact.id, line_in_words(line)))
            return found

        # Where links of a vault lead depends on what else is there.
        place = self.library.catalogue.head.stamp if self.library.tree.adopted else ""
        return self._named.get(path, f"{record.stamp.sha256}{place}", make)

    def _sources(self, view: PageView, numbers: dict[str, int]) -> Iterator[ShownSource]:
        cited: dict[str, set[str]] = {}
        for cites in (*(fact.citations for fact in view.facts), *view.cited.values()):
            for cite in cites:
                cited.setdefault(cite.digest, set()).add(cite.block)
        for path, number in numbers.items():
            source, digest = self.library.source(path), self.library.whole_digest(path)
            stem = layout.stem(path)
            article = f"{layout.ARTICLES_DIR}/{stem}"
            page = self.library.own_page(article)
            yield ShownSource(
                number=number,
                article=article,
                digest=path,
                key=source.key if source is not None else "",
                title=self.library.title(page) if page else source.title if source is not None else stem,
                date=source.date if source is not None else None,
                compiled_with=digest.compiled_with if digest is not None else "",
                passages=tuple(cited_passages(digest, cited[path])) if digest is not None else (),
                page=page,
                there=source is not None,
            )


def _page_name(entry: Listed) -> PageName:
    return PageName(entry.path, entry.title, entry.summary)


def line_in_words(line: str) -> str:
    """A line without the mark of its list; the cells of a row parted as words are."""
    said = _MARKED.sub("", line.strip())
    if said.startswith("|"):
        said = "; ".join(filter(None, (cell.strip() for cell in said.strip("|").split("|"))))
    return " ".join(said.split())
