"""Pages cut into passages, the unit that is ranked: a few neighbouring facts of one source."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.navigate.heuristic.lexicon import Lexicon
from wikic.text.names import base

# A paragraph of an encyclopaedia has four or five sentences; beyond that a passage says several things.
FACTS: Final = 6
_KEPT: Final = 1024  # pages; one takes a few KB


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring facts of one source on one page.

    path: page path.
    title: of the page.
    names: what the page is called, its title without disambiguator first.
    first: place of its first fact among the lines of the page's body, from 0.
    lines: its facts as the index has them.
    """

    path: str
    title: str
    names: tuple[str, ...]
    first: int
    lines: tuple[str, ...]

    @property
    def key(self) -> tuple[str, int]:
        """What tells passages apart."""
        return self.path, self.first


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    names: tuple[str, ...]
    passages: tuple[Passage, ...]


class Passages:
    """The passages of pages, remembered while the index stays the same."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
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
        page = self._lexicon.page(path)
        if page is None:
            return _Page("", (), ())
        title, aliases, body = page
        names = tuple(dict.fromkeys(name for name in (base(title), title, *aliases) if len(name) > 1))
        passages = (Passage(path, title, names, at, tuple(lines)) for at, lines in _windows(body))
        return _Page(title, names, tuple(passages))


def _windows(body: str) -> Iterator[tuple[int, list[str]]]:
    """Runs of at most ``FACTS`` lines that no empty line parts, with the place of the first."""
    at = 0
    run: list[str] = []
    for line in body.split("\n"):
        if run and (not line or len(run) == FACTS):
            yield at - len(run), run
            run = []
        if line:
            run.append(line)
            at += 1
    if run:
        yield at - len(run), run
