"""``wiki_read``: pages and directory indexes, several at once, within a limit of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from msgspec import Meta

from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import USUAL_TOKENS, After, Taken, max_tokens
from wikic.navigate.tools.reading_form import Item, PageRead, items_of, note_read
from wikic.navigate.tools.result import (
    Cited,
    Problem,
    Reading,
    Result,
    count_tokens,
    cut_to_tokens,
    not_found,
    source_legend,
)
from wikic.navigate.tools.source_read import Extract, SourceRead, read_source
from wikic.navigate.tools.wiki_list import DirectoryRead, Selection, WikiRead, directory_of, read_directory

NAME: Final = "wiki_read"
DESCRIPTION: Final = (
    "Read pages, several at once: facts with numbers of their documents, relations and links to go on by. "
    "A directory such as `people` gives its index. What was read before is not sent again."
)


class Arguments(Taken, frozen=True):
    paths: Annotated[tuple[str, ...], Meta(description="Paths, names or [[links]].")] = ()
    after: After = ""
    blocks: Annotated[
        bool, Meta(description="Also show the ids of facts and of the quoted blocks they cite.")
    ] = False
    again: Annotated[bool, Meta(description="Send what was read before, too.")] = False
    max_tokens: Annotated[int, max_tokens(50_000)] = USUAL_TOKENS


@dataclass(frozen=True, slots=True)
class Seen:
    """A page that was read before and has not changed since.

    path, title: of the page.
    items: how many of its items were shown then.
    """

    path: str
    title: str
    items: int

    @property
    def ok(self) -> bool:
        """True."""
        return True

    def text(self) -> str:
        """One line."""
        return f"# {self.title}\n{self.path}: read before, unchanged (again=true sends it again)"


# How to go on, and the number of the last document, cost about this much.
_TAIL: Final = 40

Entry = PageRead | DirectoryRead | WikiRead | SourceRead | Seen | Problem


@dataclass(frozen=True, slots=True)
class ReadResult:
    """What was read.

    entries: one for each path that there was room for, in order.
    legend: the documents that the facts cite.
    next: cursor of what follows, or "".
    left: paths that there was no room for.
    """

    entries: tuple[Entry, ...]
    legend: tuple[Cited, ...]
    next: str
    left: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether any path gave something to read."""
        return any(entry.ok for entry in self.entries)

    def text(self) -> str:
        """The entries, the legend, how to go on."""
        parts = [entry.text() for entry in self.entries]
        if self.legend:
            parts.append("\n".join(line.text() for line in self.legend))
        if self.next:
            others = f" (not reached yet: {', '.join(self.left)})" if self.left else ""
            parts.append(f"There is more: call again with after={self.next!r}{others}")
        return "\n\n".join(parts)


def run(library: Library, asked: Arguments, reading: Reading) -> Result:
    """The tool; arguments are checked."""
    after = asked.after
    at, _, position = after.rpartition("@")
    paths = list(dict.fromkeys(asked.paths or ([at or "/"] if "@" in after else [])))
    if not paths:
        return Problem(
            "paths is missing.", next="Name the pages to read; wiki_search and wiki_list find them."
        )
    if at:
        # The cursor names a page as it was resolved; the paths may be names.
        start = next((n for n, name in enumerate(paths) if _is_page(library, name, at)), None)
        if start is None:
            return Problem(
                f"The cursor {after!r} is of none of these paths.", next="Call again without `after`."
            )
        paths = [at, *paths[start + 1 :]]
    reader = _Reader(library, reading, asked)
    return reader.read(paths, position)


class _Reader:
    """One call: what is left of the limit, and what has been read."""

    def __init__(self, library: Library, reading: Reading, asked: Arguments) -> None:
        self._library = library
        self._reading = reading
        self._blocks = asked.blocks
        self._again = asked.again
        self._limit = asked.max_tokens - _TAIL
        self._left = self._limit
        self._owed = 0  # what the legend grew by with the entry under way
        self._digests: dict[str, None] = {}

    def read(self, paths: Sequence[str], position: str) -> ReadResult:
        entries: list[Entry] = []
        following = ""
        rest: tuple[str, ...] = ()
        for number, name in enumerate(paths):
            if self._left <= 0 and entries:
                following, rest = f"{name}@", tuple(paths[number:])
                break
            entry, following = self._entry(name, position if number == 0 else "", forced=not entries)
            if entry is None:
                rest = tuple(paths[number:])
                break
            entries.append(entry)
            self._left -= count_tokens(entry.text()) + self._owed
            self._owed = 0
            if following:
                rest = tuple(paths[number + 1 :])
                break
        return ReadResult(
            tuple(entries), source_legend(self._library, self._reading, self._digests), following, rest
        )

    def _entry(self, name: str, position: str, *, forced: bool) -> tuple[Entry | None, str]:
        """What a name stands for, and the cursor of its rest; None for a page that there is no room for.

        forced: it is the first, so something of it must be shown.
        """
        directory = directory_of(self._library, name)
        if self._is_page(name):
            directory = ""
        elif not directory and name.strip() and not self._library.has_directory(""):
            title, overview = self._library.overview()
            return WikiRead(title, overview, self._library.directories()), ""
        elif name.strip() and self._library.has_directory(directory):
            listed = read_directory(
                self._library, directory, self._reading, Selection(after=position), limit=self._left
            )
            if isinstance(listed, Problem):
                return listed, ""
            return replace(listed, next=""), listed.next
        found = self._library.resolve(name)
        if found.path is None:
            return not_found(self._library, name, found), ""
        if not self._library.is_page(found.path):
            return self._source(found.path, position)
        return self._page(found.path, name, position, forced=forced)

    def _is_page(self, name: str) -> bool:
        """Whether a name is the path of a vault's page, which a directory may be called as, too."""
        path = name.strip().removesuffix(".md")
        library = self._library
        return library.tree.adopted and library.is_page(path) and library.record(path) is not None

    def _source(self, path: str, position: str) -> tuple[Entry, str]:
        source = self._library.source(path)
        if source is None:
            return Problem(f"There is no source {path!r}."), ""
        shown = read_source(
            self._library, source, self._reading, Extract(after=position, again=self._again), limit=self._left
        )
        more = shown.next if isinstance(shown, SourceRead) else ""
        return (
            replace(shown, next="") if isinstance(shown, SourceRead) else shown
        ), f"{path}@{more}" if more else ""

    def _page(self, path: str, name: str, position: str, *, forced: bool) -> tuple[Entry | None, str]:
        record = self._library.record(path)
        view = self._library.view(path)
        if record is None or view is None:  # deleted since it was found
            return not_found(self._library, name, self._library.resolve(name)), ""
        first = int(position) if position.isdecimal() else 0
        before = self._reading.pages.get(path)
        if before is not None and before.sha256 == record.stamp.sha256 and not self._again and not first:
            if before.items >= before.total:
                return Seen(path, view.title, before.items), ""
            first = before.items
        # Only documents that are shown get a number.
        numbers = Reading(numbers=dict(self._reading.numbers))
        items = items_of(self._library, view, numbers)
        page = PageRead(
            path, view.title, view.type, view.aliases, view.tags, view.summary, (), min(first, len(items)),
            len(items), self._blocks,
        )  # fmt: skip
        page = replace(page, items=tuple(self._fitting(page, items, forced=forced)))
        if items and not page.items and not page.first:
            return None, f"{path}@"
        self._note(page, record.stamp.sha256)
        return page, "" if page.whole else f"{path}@{page.first + len(page.items)}"

    def _fitting(self, page: PageRead, items: Sequence[Item], *, forced: bool) -> Iterator[Item]:
        """The items there is room for; when forced at least one, cut where it alone is too long."""
        left = self._left - count_tokens(page.head())
        section = ""
        for number, item in enumerate(items[page.first :]):
            cost = count_tokens(item.line(blocks=self._blocks)) + 1 + self._legend_cost(item)
            if item.section != section:
                section = item.section
                cost += count_tokens(section) + 2
            if cost > left and (number or not forced):
                return
            yield (
                item
                if cost <= max(left, self._limit)
                else replace(item, text=_shorten_text(item.text, self._limit))
            )
            left -= cost
            self._owed += self._legend_cost(item)
            self._digests.update(dict.fromkeys(cite.digest for cite in item.citations))

    def _legend_cost(self, item: Item) -> int:
        """What the documents that an item is the first to cite add to the legend."""
        fresh = {cite.digest for cite in item.citations} - self._digests.keys()
        return sum(count_tokens(line.text()) + 1 for line in source_legend(self._library, Reading(), fresh))

    def _note(self, page: PageRead, sha256: str) -> None:
        note_read(self._reading, page, sha256)
        for item in page.items:
            for citation in item.citations:
                self._reading.number(citation.digest)
            resolved = (self._library.resolve(stem, origin=page.path).path for stem in item.pages)
            self._reading.offer(*(path for path in resolved if path is not None), origin="link")


def _shorten_text(text: str, limit: int) -> str:
    short = cut_to_tokens(text, limit)
    return text if short == text else f"{short} … (cut, {len(text) - len(short):,} characters more)"


def _is_page(library: Library, name: str, path: str) -> bool:
    return name == path or directory_of(library, name) == path or library.resolve(name).path == path
