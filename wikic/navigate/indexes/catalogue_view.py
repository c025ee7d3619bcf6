"""What follows from a catalogue: directories, pages and sources as lists show them; and what was read last.

Any number of threads may ask.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from threading import Lock
from typing import Final, Generic, TypeVar

from wikic import layout
from wikic.graph.resolve import Resolver
from wikic.markdown.escape import unescape
from wikic.navigate.indexes.catalogue import Catalogue
from wikic.navigate.indexes.mentions import NameTable
from wikic.navigate.vault.page_tree import PageTree
from wikic.text import language
from wikic.wiki.index_file import numbered, read_entry

_HEAD: Final = 10_000  # characters of an index that may hold its heading and quote


@dataclass(frozen=True, slots=True)
class Directory:
    """A directory of knowledge pages.

    path: directory path, ``people``.
    title: heading of its index, else the name in words.
    description: what belongs there, or "".
    pages: how many pages it holds itself.
    below: how many stand in directories below it.
    """

    path: str
    title: str
    description: str
    pages: int
    below: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A page as its directory lists it.

    path: page path.
    title, aliases, tags, summary: of the page.
    facts: how many it holds.
    section: heading of the index under which it stands, "" where the index has none.
    """

    path: str
    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    facts: int
    section: str = ""


@dataclass(frozen=True, slots=True)
class SourceRef:
    """A source by name.

    digest, article: page paths of its two files.
    key: its identity, "" when the article is gone.
    title: of the document.
    date: of the document, or None.
    """

    digest: str
    article: str
    key: str
    title: str
    date: str | None = None


def head_of(index: str) -> tuple[str, str]:
    """Heading and quote of an index, which the fold escaped; only its first lines are looked at."""
    title, quoted = "", []
    for line in index[:_HEAD].splitlines():
        if line.startswith("## ") or (line.startswith("- ") and title):
            break
        if line.startswith("# ") and not title:
            title = unescape(line[2:].strip())
        elif line.startswith("> "):
            quoted.append(unescape(line[2:].strip()))
    return title, " ".join(quoted)


def sections_of(index: str) -> dict[str, str]:
    """Stem to heading of the section of an index that lists it."""
    found: dict[str, str] = {}
    heading = ""
    for line in index.splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        elif (entry := read_entry(line)) is not None:
            found.setdefault(entry.stem, heading)
    return found


_Value = TypeVar("_Value")
_UNKNOWN: Final = "und"
_SEVERAL: Final = 2
LONGEST_NAME: Final = 100  # characters of a name that are compared with what is typed
_NAME_WORDS: Final = 6  # of a name by which it is found
_SAMPLE: Final = 400  # titles and summaries that tell a wiki's language


class CatalogueView:
    """A catalogue and what is made of it when it is first asked for."""

    def __init__(self, known: Catalogue, tree: PageTree) -> None:
        self.catalogue = known
        self._tree = tree
        # Of each directory asked for: the hash of its index, and its pages in that order.
        self.listed: dict[str, tuple[str, tuple[Listed, ...]]] = {}
        # Titles of directories asked for: each is read out of a list of all its pages.
        self.titles: dict[str, str] = {}

    @cached_property
    def ladder(self) -> Resolver:
        """What resolves a name to a page."""
        return self._tree.resolver(self.catalogue)

    @cached_property
    def shelves(self) -> dict[str, tuple[str, ...]]:
        """The pages of each directory that holds some, sorted."""
        found: dict[str, list[str]] = {}
        for path in self.catalogue.pages:
            found.setdefault(layout.directory(path), []).append(path)
        return {directory: tuple(paths) for directory, paths in found.items()}

    @cached_property
    def counts(self) -> dict[str, tuple[int, int]]:
        """Pages in each directory, and in those below it; the root where pages stand in it themselves."""
        own = Counter({path: len(pages) for path, pages in self.shelves.items()})
        below: Counter[str] = Counter()
        for path, number in own.items():
            above = layout.directory(path)
            while above:
                below[above] += number
                above = layout.directory(above)
        return {path: (own[path], below[path]) for path in sorted(own | below)}

    @cached_property
    def cited(self) -> dict[str, int]:
        """How many facts cite each source, by stem."""
        found: Counter[str] = Counter()
        for cites in self.catalogue.cites.values():
            found.update(dict(cites))
        return dict(found)

    @cached_property
    def collections(self) -> dict[str, tuple[str, ...]]:
        """The collections whose documents each page cites, by page path; empty where there is only one."""
        of = {layout.stem(path): layout.collection(each.key) for path, each in self.catalogue.sources.items()}
        if len(set(of.values())) < _SEVERAL:
            return {}
        return {
            path: tuple(sorted({of[stem] for stem, _ in cites if of.get(stem)}))
            for path, cites in self.catalogue.cites.items()
        }

    @cached_property
    def source_order(self) -> tuple[str, ...]:
        """Page paths of all articles by collection, then by title, numbers in it as numbers."""
        entries = self.catalogue.sources
        titles = {path: each.title for path, each in entries.items()}
        titles.update({each.article: each.title for each in self.catalogue.pages.values() if each.article})
        return tuple(
            sorted(
                entries, key=lambda path: (layout.collection(entries[path].key), numbered(titles[path]), path)
            )
        )

    @cached_property
    def name_table(self) -> NameTable:
        """The names of all pages, to find them in texts."""
        return NameTable(self.catalogue.names())

    @cached_property
    def own_pages(self) -> dict[str, str]:
        """Page path of the page that is the document of an article, by the article's page path."""
        return {entry.article: path for path, entry in self.catalogue.pages.items() if entry.article}

    @cached_property
    def name_beginnings(self) -> list[tuple[str, int, str]]:
        """Each name from each of its first words on, with the word's number and the page; sorted."""
        return sorted(
            (" ".join(words[number:])[:LONGEST_NAME], number, page.path)
            for page in self.catalogue.names()
            for name in dict.fromkeys((page.title, *page.aliases))
            for words in (name.casefold().split(),)
            for number in range(min(len(words), _NAME_WORDS))
        )

    @cached_property
    def language(self) -> str:
        """BCP 47 tag of most documents; without any, of names and summaries; "und" where nothing tells."""
        told = Counter(each.language for each in self.catalogue.sources.values() if each.language != _UNKNOWN)
        if told:
            return min(told, key=lambda tag: (-told[tag], tag))
        entries = islice(self.catalogue.pages.values(), _SAMPLE)
        return language.guess("\n".join(f"{each.title}. {each.summary}" for each in entries))

    def warm(self) -> None:
        """Make every derived value now, so that the first reader does not wait."""
        _ = self.ladder, self.shelves, self.counts, self.cited, self.source_order


class LastUsed(Generic[_Value]):
    """The values used last, each for as long as the file it was made from stays the same."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._values: OrderedDict[str, tuple[str, _Value]] = OrderedDict()

    def get(self, path: str, sha256: str, make: Callable[[], _Value]) -> _Value:
        """The value for ``path`` in the state ``sha256``."""
        with self._lock:
            found = self._values.pop(path, None)
        if found is None or found[0] != sha256:
            found = sha256, make()
        with self._lock:
            self._values[path] = found
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return found[1]
