"""Pages cut into passages, the unit that is ranked: a few neighbouring facts of one source."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from wikic.navigate.heuristic.term_statistics import TermStatistics
from wikic.text.names import base

# A paragraph of an encyclopaedia has four or five sentences; beyond that a passage says several things.
FACTS: Final = 6
_KEPT: Final = 1024  # pages; one takes a few KB

Part = Literal["own", "borrowed", "unshown"]
Key = tuple[str, Part, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring facts of one source on one page.

    path: page path.
    title: of the page.
    names: what the page is called, its title without disambiguator first.
    first: place of its first fact among the lines of the page's body, or of what it borrows, from 0.
    lines: its facts as the index has them.
    run: number of the run of lines it was cut from: what one source says on the page, or a document whole.
    part: ``own`` where they are its facts, ``borrowed`` where those of other pages that it only shows,
        ``unshown`` where lines of its document's article that it does not show.
    article: page path of that article, where it is the page of a document.
    """

    path: str
    title: str
    names: tuple[str, ...]
    first: int
    lines: tuple[str, ...]
    run: int = 0
    part: Part = "own"
    article: str = ""

    @property
    def borrowed(self) -> bool:
        """Whether its statements are borrowed: their own pages show them as evidence too."""
        return self.part == "borrowed"

    @property
    def key(self) -> Key:
        """A key that no other passage has."""
        return self.path, self.part, self.first


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    names: tuple[str, ...]
    passages: tuple[Passage, ...]


class Passages:
    """The passages of pages, remembered while the index stays the same."""

    def __init__(self, statistics: TermStatistics, *, sources: bool = True) -> None:
        """sources: whether there are passages of what a page's document says and it does not show."""
        self._statistics = statistics
        self._sources = sources
        self._kept: OrderedDict[str, _Page] = OrderedDict()

    def of(self, path: str) -> tuple[Passage, ...]:
        """The passages of a page in order; none when the page has no facts or is unknown."""
        return self._page(path).passages

    def names(self, path: str) -> tuple[str, ...]:
        """What a page is called, its title without disambiguator first; nothing when it is unknown."""
        return self._page(path).names

    def _page(self, path: str) -> _Page:
        found = self._kept.get(path)
        if found is None:
            found = self._kept[path] = self._read(path)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(path)
        return found

    def _read(self, path: str) -> _Page:
        page = self._statistics.page(path)
        if page is None:
            return _Page("", (), ())
        title = page.title
        names = tuple(dict.fromkeys(name for name in (base(title), title, *page.aliases) if len(name) > 1))
        parts: tuple[tuple[Part, str], ...] = (
            ("own", page.body),
            ("borrowed", page.borrowed),
            ("unshown", page.unshown if self._sources else ""),
        )
        return _Page(
            title,
            names,
            tuple(
                Passage(path, title, names, *window, part, page.article)
                for part, text in parts
                for window in _windows(text)
            ),
        )


def _windows(body: str) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """Windows of at most ``FACTS`` lines: place of the first, the lines, number of their run."""
    at = run = 0
    window: list[str] = []
    for line in body.split("\n"):
        if window and (not line or len(window) == FACTS):
            yield at - len(window), tuple(window), run
            window = []
        if line:
            window.append(line)
            at += 1
        else:
            run += 1
    if window:
        yield at - len(window), tuple(window), run
