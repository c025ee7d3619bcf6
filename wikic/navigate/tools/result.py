"""What tools return: values with a reading form (``text``) that a model or a person reads, and JSON; what
one reader has read so far: an agent's conversation, one question, one command; what a text costs a model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, Protocol

from wikic.errors import FormatError
from wikic.graph.resolve import Resolved
from wikic.model.page import Citation
from wikic.navigate.library import Library
from wikic.store.access_log import Origin

# Readers may share their numbers: clients of a server that keeps no session for them.
_NUMBERING: Final = Lock()


@dataclass(slots=True)
class Read:
    """How much of a page its reader was shown.

    sha256: of the file that was read; a page that changed since is new again.
    items: how many of its items were shown, from the top.
    total: how many there were.
    """

    sha256: str
    items: int
    total: int


@dataclass(slots=True)
class Reading:
    """See the module. One per conversation; not for several threads at once.

    pages: page path to how far it was read; pages of knowledge, in order of first reading.
    numbers: digest to its number, from 1, in order of first citation.
    blocks: every block that was shown or cited by a fact that was shown.
    lines: blocks of documents that were sent as they stand there.
    facts: id of every fact that was shown, with its page.
    found: page paths that a search, list or link showed, in order, with which; what may be read next.
    searches: queries that were made, in order, with the number of hits.
    answering: whether it reads to answer a question: it is offered no saved answer.
    """

    pages: dict[str, Read] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    blocks: set[Citation] = field(default_factory=set)
    lines: set[Citation] = field(default_factory=set)
    facts: dict[str, str] = field(default_factory=dict)
    found: dict[str, Origin] = field(default_factory=dict)
    searches: list[tuple[str, int]] = field(default_factory=list)
    answering: bool = False

    def number(self, digest: str) -> int:
        """The number of a document, given when it is first cited."""
        with _NUMBERING:
            return self.numbers.setdefault(digest, len(self.numbers) + 1)

    def digest(self, number: int) -> str | None:
        """The document of a number, or None."""
        with _NUMBERING:
            return next((digest for digest, given in self.numbers.items() if given == number), None)

    def offer(self, *paths: str, origin: Origin) -> None:
        """Note pages that were shown by name; how a page was first come by stays."""
        for path in paths:
            self.found.setdefault(path, origin)

    def origin(self, path: str) -> Origin:
        """How a page was come by: who reads what was not shown names it."""
        return self.found.get(path, "seed")

    def unread(self) -> tuple[str, ...]:
        """Pages that were shown by name and not read, in order."""
        return tuple(path for path in self.found if path not in self.pages)


# English prose has about four characters to a token in the usual vocabularies. Other scripts are counted by
# their UTF-8 bytes, three to a token: a Han character is one token (vocabularies take 0.7 to 1.3), a Cyrillic
# letter two thirds, an emoji one and a third. Ids and paths come out a little too cheap, tables too dear.
_ASCII_PER_TOKEN: Final = 4
_BYTES_PER_TOKEN: Final = 3


def count_tokens(text: str) -> int:
    """About how many tokens ``text`` is, at least 1 for any text; within a third for prose."""
    if text.isascii():
        return -(-len(text) // _ASCII_PER_TOKEN)
    size = len(text.encode("utf-8", "replace"))
    plain = len(text.encode("ascii", "ignore"))
    return -(-(plain * _BYTES_PER_TOKEN + (size - plain) * _ASCII_PER_TOKEN) // 12)


def cut_to_tokens(text: str, limit: int) -> str:
    """The longest beginning of ``text`` that costs at most ``limit`` tokens, whole where it does."""
    if count_tokens(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens(text[:middle]) <= limit else (low, middle - 1)
    return text[:low]


class Result(Protocol):
    """What a tool returns. Every field is a plain value, so that msgspec encodes it as JSON."""

    @property
    def ok(self) -> bool:
        """Whether there is something to read; False for a problem and for nothing found."""
        ...

    def text(self) -> str:
        """The reading form, without a line end at its end."""
        ...


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a call gives nothing, and what to do next. Never an exception: an agent must be able to go on.

    message: one line.
    suggestions: names that may have been meant, or that there are.
    next: what to call instead, one line, or "".
    """

    message: str
    suggestions: tuple[str, ...] = ()
    next: str = ""

    @property
    def ok(self) -> bool:
        """False."""
        return False

    def text(self) -> str:
        """The message, what may have been meant, what to do next."""
        lines = [self.message]
        if self.suggestions:
            lines.append("perhaps: " + ", ".join(self.suggestions))
        if self.next:
            lines.append(self.next)
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Cited:
    """A line of the legend.

    number: by which the text cites it.
    digest: page path of the document's digest.
    title: of the document.
    date: of the document, or None.
    """

    number: int
    digest: str
    title: str
    date: str | None

    def text(self) -> str:
        """``[1] Title (date)``."""
        return f"[{self.number}] {self.title}" + (f" ({self.date})" if self.date else "")


def source_legend(library: Library, reading: Reading, digests: Iterable[str]) -> tuple[Cited, ...]:
    """Who is who of the numbers in a text, by number."""
    rows = {reading.number(digest): digest for digest in digests}
    found = []
    for number in sorted(rows):
        source = library.source(rows[number])
        title = source.title if source is not None else rows[number]
        found.append(Cited(number, rows[number], title, source.date if source is not None else None))
    return tuple(found)


_NEAREST: Final = 5  # names that a problem proposes
_SHOWN: Final = 200  # characters of a name that makes no sense


def not_found(library: Library, name: str, resolved: Resolved) -> Problem:
    """The problem with a name that is no page's, or that several pages answer to."""
    if not name.strip():
        return Problem("The name of a page is empty.", next="Call wiki_search or wiki_list to find one.")
    if resolved.ambiguous:
        return Problem(
            f"{name[:_SHOWN]!r} may be one of several pages.", resolved.paths, "Read one of these."
        )
    near = nearest_pages(library, name)
    hint = "Read one of these, or call wiki_search." if near else "Call wiki_search or wiki_list to find one."
    return Problem(f"There is no page {name[:_SHOWN]!r}.", near, hint)


def nearest_pages(library: Library, name: str, limit: int = _NEAREST) -> tuple[str, ...]:
    """Page paths of the pages whose names or text come nearest to ``name``, best first."""
    words = name.rpartition("/")[2].replace("-", " ").removesuffix(".md")
    try:
        hits = library.search.search(words, limit=limit)
    except FormatError:  # damaged since it was opened; the next command builds it again
        return ()
    return tuple(hit.path for hit in hits if library.record(hit.path) is not None)
