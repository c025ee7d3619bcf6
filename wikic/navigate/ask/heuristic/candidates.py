"""Pages cut into passages, the unit that is ranked, those found so far, and what each is worth: discovery
adds, ranking only reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from wikic import layout
from wikic.navigate.ask.heuristic.question import Question
from wikic.navigate.ask.heuristic.term_forms import fold_text
from wikic.navigate.ask.heuristic.term_statistics import TermStatistics
from wikic.navigate.indexes.catalogue_view import LastUsed
from wikic.remembered import remembered
from wikic.text.names import base
from wikic.text.normalise import letters_of

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
        self._kept: LastUsed[_Page] = LastUsed(_KEPT)

    def of(self, path: str) -> tuple[Passage, ...]:
        """The passages of a page in order; none when the page has no facts or is unknown."""
        return self._page(path).passages

    def names(self, path: str) -> tuple[str, ...]:
        """What a page is called, its title without disambiguator first; nothing when it is unknown."""
        return self._page(path).names

    def _page(self, path: str) -> _Page:
        return self._kept.get(path, "", lambda: self._read(path))

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
                for window in _cut_windows(text)
            ),
        )


@remembered(1 << 12)  # every candidate of a question asks, of a few directories
def _steps(directory: str) -> tuple[str, ...]:
    """The names of a directory and of those above it, letters and digits alone."""
    return tuple(letters_of(fold_text(step)) for step in directory.split("/"))


def _written_as_one(text: str) -> frozenset[str]:
    """The words of a text, and neighbouring ones without the space between them."""
    words = _WORD.findall(fold_text(text))
    starts = range(len(words))
    return frozenset("".join(words[at : at + count]) for at in starts for count in range(1, _NAME_WORDS + 1))


def _cut_windows(body: str) -> Iterator[tuple[int, tuple[str, ...], int]]:
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


# What a name is worth beside the words it covers: a page the question names is nearly always evidence.
_NAME: Final = 0.6
# Later passages of a named page say less of what it is.
_LATER: Final = 0.7

# What it is worth that a question names the directory of a document ("General Mills" of `generalmills/`).
# Of 95 questions on filings, R@5: 80.2 without, 84.4 at 0.1, 87.0 at 0.2, 87.5 at 0.3; support articles 92.1
# at each, technotes 95.4 without and 94.9 at each.
_DIRECTORY: Final = 0.2
_NAME_WORDS: Final = 3
_WORD: Final = re.compile(r"[^\W_]+")

# What the best page of a search is worth beside its own words: the whole page was weighed, not a passage.
# Of a document that is an answer by itself; of a thing it says how much the words found there are worth.
_SEARCHED: Final = 0.5


@dataclass(slots=True)
class Candidate:
    """A passage with its score.

    passage: the passage.
    direct: what its own words and name are worth.
    held: the question's terms it holds, those of its page's names included.
    own: share of the question that its best fact covers by itself: decides between passages of one page.
    gain: what the best link to it adds.
    via: key of the passage that link comes from, or None.
    how: label of the link, "mentions", "text", or "" for a seed.
    used: places of the cues that the chain of links to it has answered.
    near: what nearness to the question's names adds.
    worth: the score less what evidence before it says already; set when the order is made.
    """

    passage: Passage
    direct: float
    held: frozenset[str]
    own: float = 0.0
    gain: float = 0.0
    via: Key | None = None
    how: str = ""
    used: frozenset[int] = frozenset()
    near: float = 0.0
    worth: float = 0.0

    @property
    def score(self) -> float:
        return self.direct + self.gain + self.near


@dataclass(slots=True)
class Pool:
    """Candidates by passage.

    question: what is asked.
    passages: reads pages.
    seeds: pages the question names, with the weight of the name.
    searched: pages a search of words found, with their share of the best one's score.
    """

    question: Question
    passages: Passages
    seeds: dict[str, float] = field(default_factory=dict)
    searched: dict[str, float] = field(default_factory=dict)
    found: dict[Key, Candidate] = field(default_factory=dict)
    _lines: dict[Key, list[frozenset[str]]] = field(default_factory=dict)
    _written: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._written = _written_as_one(self.question.text)

    def add(self, paths: Iterable[str]) -> int:
        """Take in the passages of pages; returns how many are new."""
        before = len(self.found)
        for path in paths:
            for passage in self.passages.of(path):
                self.get(passage)
        return len(self.found) - before

    def subjects(self) -> dict[str, float]:
        """Pages the question names that say something themselves, with the weight of the name.

        A name that documents only use (a speaker of every chat, a product of every article) is near to
        everything.
        """
        return {
            path: weight
            for path, weight in self.seeds.items()
            if any(not passage.borrowed for passage in self.passages.of(path))
        }

    def get(self, passage: Passage) -> Candidate:
        """The candidate of a passage, made when it is new."""
        found = self.found.get(passage.key)
        if found is None:
            found = self.found[passage.key] = self._judge(passage)
        return found

    def link(self, passage: Passage, gain: float, via: Passage, how: str, used: frozenset[int]) -> bool:
        """Note a link to a passage; returns whether it is new or better than the one before."""
        new = passage.key not in self.found
        candidate = self.get(passage)
        if gain > candidate.gain:
            candidate.gain, candidate.via, candidate.how, candidate.used = gain, via.key, how, used
            return True
        return new

    def best(self, limit: int) -> list[Candidate]:
        """The best candidates by score, then name: where a page lies says nothing of it."""

        def rank(each: Candidate) -> tuple[float, float, str, Key]:
            return -each.score, -each.own, layout.stem(each.passage.path), each.passage.key

        return sorted(self.found.values(), key=rank)[:limit]

    def evidence(self, limit: int) -> list[Candidate]:
        """The best candidates to show: where documents have pages, what is borrowed from them led there."""
        best = self.best(len(self.found))
        if any(each.passage.article for each in best):
            best = [each for each in best if not each.passage.borrowed]
        return best[:limit]

    def _judge(self, passage: Passage) -> Candidate:
        """Half for what the best single fact covers, half for what stands around it; more for a name."""
        question = self.question
        title = question.matcher.held("\n".join(passage.names))
        lines = self._held(passage)
        held = title.union(*lines)
        single = max((question.weight(title | line) for line in lines), default=0.0)
        own = max((question.weight(line) for line in lines), default=0.0)
        named = _NAME * self.seeds.get(passage.path, 0.0) * (_LATER if passage.first else 1.0)
        # What a page borrows is ranked where it stands: here it only shows what a name leads to.
        words = 0.0
        if not passage.borrowed:
            # A question about a document takes words from all of it, one about a thing from its paragraph.
            run = held.union(*self._around(passage))
            words = 0.5 * single + 0.25 * (question.weight(held) + question.weight(run))
        searched = _SEARCHED * self.searched.get(passage.path, 0.0)
        if not passage.article:
            searched *= words
        elif passage.borrowed:
            searched = 0.0
        elif self._names_directory(passage.path):
            named += _DIRECTORY
        return Candidate(passage, words + searched + named, held, own)

    def _names_directory(self, path: str) -> bool:
        """Whether the question names a directory that a page is in."""
        return any(step in self._written for step in _steps(layout.directory(path)))

    def _held(self, passage: Passage) -> list[frozenset[str]]:
        """The question's terms that each line of a passage holds."""
        found = self._lines.get(passage.key)
        if found is None:
            found = [self.question.matcher.held(line) for line in passage.lines]
            self._lines[passage.key] = found
        return found

    def _around(self, passage: Passage) -> Iterator[frozenset[str]]:
        """The terms that the lines around a passage hold."""
        for each in self.passages.of(passage.path):
            if (each.run, each.part) == (passage.run, passage.part):
                yield from self._held(each)

    def said(self, path: str) -> frozenset[str]:
        """The terms of the question that a page answers itself, its names included."""
        own = [each for each in self.passages.of(path) if not each.borrowed]
        lines = (line for each in own for line in each.lines)
        return self.question.answered("\n".join((*self.passages.names(path), *lines)))
