"""The Error Book of one run: it learns from every batch, and tells the next one.

Held by whoever holds the writer's lock. The book itself reaches the disk as a ``Write`` in the batch's own
ChangeSet; the counters follow once that has landed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from wikic import layout
from wikic.errorbook import file, inject, learn, review, tally
from wikic.errorbook.entry import Book
from wikic.errorbook.learn import Lesson
from wikic.errorbook.merge import merge
from wikic.errorbook.review import Check
from wikic.errorbook.sighting import Sighting
from wikic.errorbook.tally import Tally
from wikic.model.change import ABSENT, Write
from wikic.model.extraction import Slip


class Tree(Protocol):
    """A wiki's files: ``wiki.tree.Tree``, which stands a floor above."""

    @property
    def build(self) -> Path:
        """The ``.wikic/`` directory."""
        ...

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None."""
        ...


class Keeper:
    """The book and its counters while a run goes on."""

    def __init__(self, tree: Tree, today: str, data: bytes | None, book: Book, counts: Tally) -> None:
        """Use ``open``; this only puts the parts together."""
        self._tree = tree
        self._today = today
        self._data = data  # what is on disk, as far as we know
        self._read = book  # what that says
        self.book = book
        self.tally = counts

    @classmethod
    def open(cls, tree: Tree, today: str) -> Keeper:
        """The book of a wiki, empty where there is none.

        today: ``YYYY-MM-DD``, for the counters.

        Raises ConfigError, with file and line, for a book that cannot be read.
        """
        data = tree.read(layout.ERROR_BOOK_FILE)
        return cls(tree, today, data, file.parse(data or b""), tally.load(tree.build))

    def constraints(
        self,
        language: str | None = None,
        limit: int = inject.MAX_CONSTRAINTS,
        max_chars: int = inject.MAX_CHARS,
    ) -> tuple[str, ...]:
        """What the extraction of a document of ``language`` is told as things stand; None for any."""
        return inject.constraints(self.book, self.tally, language, limit, max_chars)

    def record(self, sightings: Sequence[Sighting], *, sources: int) -> None:
        """One batch is done: what was seen in it, how many sources it had."""
        self.tally = tally.after(self.tally, sightings, sources, self._today, self._closed())
        self.book = learn.discover(self.book, sightings)

    def note(self, sightings: Sequence[Sighting]) -> None:
        """What was seen behind the last batch, by the last steps of a run."""
        self.tally = tally.also(self.tally, sightings, self._today, self._closed())
        self.book = learn.discover(self.book, sightings)

    def untaught(self, sightings: Sequence[Sighting]) -> dict[str, tuple[Slip, ...]]:
        """Of what was seen, the causes that wait for a lesson, by entry id, with cases to draw it from."""
        return learn.untaught(self.book, sightings)

    def teach(self, lessons: Mapping[str, Lesson]) -> None:
        """Take lessons, by entry id; one that has a constraint by now keeps it."""
        self.book = learn.taught(self.book, lessons)

    def review(self, check: Check, *, at_once: bool = False) -> tuple[str, ...]:
        """Where it is time, look at erroneous pages again; returns the ids of the entries that close.

        at_once: do not wait for a period to pass, as at the end of a run.
        """
        if not (at_once or review.due(self.tally)):
            return ()
        done = review.review(self.book, self.tally, check, self._today)
        self.book, self.tally = done.book, done.tally
        return done.closed

    def _closed(self) -> frozenset[str]:
        return frozenset(entry.id for entry in self.book.entries if entry.status == "closed")

    def change(self) -> tuple[Write, ...]:
        """The write that brings the book on disk up to date; none when it says the same."""
        if self.book == self._read:
            return ()
        expects = ABSENT if self._data is None else layout.content_hash(self._data)
        return (Write(layout.ERROR_BOOK_FILE, file.render(self.book), expects),)

    def landed(self) -> None:
        """The proposal has landed: save the counters, and take in what a person saved meanwhile.

        Where the book on disk is neither ours nor the one we read, the next ``change`` writes both together.
        Raises ConfigError when what is there cannot be read, DiskError.
        """
        data = self._tree.read(layout.ERROR_BOOK_FILE)
        if data != self._data:
            theirs = file.parse(data or b"")
            self.book = merge(self._read, self.book, theirs)
            self._data, self._read = data, theirs
        tally.save(self._tree.build, self.tally)
