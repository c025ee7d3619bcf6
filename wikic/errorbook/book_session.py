"""The Error Book and its counters during one run: each batch adds to them and gets constraints from them.

Only the holder of the writer's lock opens one. The book reaches the disk as a ``Write`` in the batch's own
ChangeSet; the counters are saved once that has landed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from wikic import layout
from wikic.errorbook import book_file, book_update, error_counts
from wikic.errorbook.book_file import merge
from wikic.errorbook.book_update import Lesson
from wikic.errorbook.entry import Book, Sighting
from wikic.errorbook.error_counts import Check, ErrorCounts
from wikic.model.change import ABSENT, Write
from wikic.model.extraction import Slip

# A prompt is paid for with every source: eight rules are about 400 tokens, and of more a model obeys fewer.
MAX_CONSTRAINTS: Final = 8
MAX_CHARS: Final = 1_920


class Tree(Protocol):
    """A wiki's files: ``wiki.tree.Tree``, which stands a floor above."""

    @property
    def build(self) -> Path:
        """The ``.wikic/`` directory."""
        ...

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None."""
        ...


class BookSession:
    """The book and its counters while a run goes on."""

    def __init__(self, tree: Tree, today: str, data: bytes | None, book: Book, counts: ErrorCounts) -> None:
        """Use ``open``. data: the book's bytes on disk, None where there is no file."""
        self._tree = tree
        self._today = today
        self._data = data  # what is on disk, as far as we know
        self._read = book  # what that says
        self.book = book
        self.counts = counts

    @classmethod
    def open(cls, tree: Tree, today: str) -> BookSession:
        """The book of a wiki, empty where there is none.

        today: ``YYYY-MM-DD``, for the counters.

        Raises ConfigError, with file and line, for a book that cannot be read.
        """
        data = tree.read(layout.ERROR_BOOK_FILE)
        return cls(tree, today, data, book_file.parse(data or b""), error_counts.load(tree.build))

    def constraints(
        self,
        language: str | None = None,
        limit: int = MAX_CONSTRAINTS,
        max_chars: int = MAX_CHARS,
    ) -> tuple[str, ...]:
        """What the extraction of a document of ``language`` is told as things stand; None for any."""
        return chosen_constraints(self.book, self.counts, language, limit, max_chars)

    def record(self, sightings: Sequence[Sighting], *, sources: int) -> None:
        """Add one batch: the errors seen in it, and how many sources it had."""
        self.counts = error_counts.after(self.counts, sightings, sources, self._today, self._closed())
        self.book = book_update.discover(self.book, sightings)

    def note(self, sightings: Sequence[Sighting]) -> None:
        """Add errors that the last steps of a run saw after the last batch."""
        self.counts = error_counts.also(self.counts, sightings, self._today, self._closed())
        self.book = book_update.discover(self.book, sightings)

    def untaught(self, sightings: Sequence[Sighting]) -> dict[str, tuple[Slip, ...]]:
        """Cases of the causes seen that have no lesson yet, by entry id."""
        return book_update.untaught(self.book, sightings)

    def teach(self, lessons: Mapping[str, Lesson]) -> None:
        """Write lessons, by entry id, into entries that have no constraint yet."""
        self.book = book_update.taught(self.book, lessons)

    def review(self, check: Check, *, at_once: bool = False) -> tuple[str, ...]:
        """Where it is time, look at erroneous pages again; returns the ids of the entries that close.

        at_once: do not wait for a period to pass, as at the end of a run.
        """
        if not (at_once or error_counts.due(self.counts)):
            return ()
        done = error_counts.review(self.book, self.counts, check, self._today)
        self.book, self.counts = done.book, done.counts
        return done.closed

    def _closed(self) -> frozenset[str]:
        return frozenset(entry.id for entry in self.book.entries if entry.status == "closed")

    def change(self) -> tuple[Write, ...]:
        """The write that brings the book on disk up to date; none when it says the same."""
        if self.book == self._read:
            return ()
        expects = ABSENT if self._data is None else layout.content_hash(self._data)
        return (Write(layout.ERROR_BOOK_FILE, book_file.render(self.book), expects),)

    def landed(self) -> None:
        """The proposal has landed: save the counters, and take in what a person saved meanwhile.

        Where the book on disk is neither ours nor the one we read, the next ``change`` writes both together.
        Raises ConfigError when what is there cannot be read, DiskError.
        """
        data = self._tree.read(layout.ERROR_BOOK_FILE)
        if data != self._data:
            theirs = book_file.parse(data or b"")
            self.book = merge(self._read, self.book, theirs)
            self._data, self._read = data, theirs
        error_counts.save(self._tree.build, self.counts)


def chosen_constraints(
    book: Book,
    counts: ErrorCounts,
    language: str | None = None,
    limit: int = MAX_CONSTRAINTS,
    max_chars: int = MAX_CHARS,
) -> tuple[str, ...]:
    """Constraints of the open entries, most frequent first, then by id; each once.

    language: of the document they go with: entries of another one say nothing of it. None for all.
    limit: how many at most. max_chars: their length together; one that is too long for what is left is
        passed over.
    """
    taught = [
        entry
        for entry in book.entries
        if entry.status == "open" and entry.constraint and language in (None, entry.language or language)
    ]
    taught.sort(key=lambda entry: (-counts.times(entry.id), entry.id))
    chosen: dict[str, None] = {}
    left = max_chars
    for entry in taught:
        text = " ".join(entry.constraint.split())
        if len(chosen) < limit and len(text) <= left and text not in chosen:
            chosen[text] = None
            left -= len(text)
    return tuple(chosen)
