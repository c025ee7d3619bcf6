"""What one reader has read so far: an agent's conversation, one question, one command.

The toolbox writes it: a page that was read is not sent twice, a document keeps its number ``[1]`` from the
first time it is cited, and an answer may only cite blocks that stand here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from wikic.model.page import Citation
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
