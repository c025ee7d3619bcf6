"""The Error Book during one run: errors that were seen become entries that say why, and what to do instead.

LLM-Wiki, section 3.3. Where a check says by itself what to do instead, its lesson is there at once; others
are worded by a curator's ``attribute``, which whoever keeps the book asks when it holds nothing up.

Slips that only follow from another of the same source are left out (``causes``): a title that the document
does not hold takes all statements of its entity with it, and the book counts the mistake.

Only the holder of the writer's lock opens one. The book reaches the disk as a ``Write`` in the batch's own
ChangeSet; the counters are saved once that has landed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from wikic import layout
from wikic.errorbook import book_file, error_counts
from wikic.errorbook.book_file import merge
from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Book, Entry, Sighting, one_line
from wikic.errorbook.error_counts import Check, ErrorCounts
from wikic.model.change import ABSENT, Write
from wikic.model.extraction import Slip

_LESSONS: Final = Path(__file__).parent / "lessons"
MAX_LESSONS: Final = 8  # calls of one batch; what is left is asked when it is met again
SHOWN: Final = 5  # cases a lesson is drawn from


class Lesson(Protocol):
    """What ``curator.protocol.Lesson`` holds; that is a floor above."""

    @property
    def root_cause(self) -> str: ...
    @property
    def constraint(self) -> str: ...
    @property
    def verification(self) -> str: ...


def discover_entries(book: Book, sightings: Iterable[Sighting]) -> Book:
    """The book with an entry for each cause that was seen; closed ones are open again.

    What a check teaches by itself stands in its entry at once; a constraint that is there stays.
    """
    entries = book.by_id
    for name, seen in group_sightings(sightings).items():
        first = seen[0]
        known = entries.get(name) or Entry(
            name, first.category, first.rule, one_line(first.phenomenon), language=first.language
        )
        lesson = None if known.constraint else known_lesson(known.rule, known.language)
        if lesson is not None:
            known = replace(known, root_cause=known.root_cause or lesson[0], constraint=lesson[1])
        entries[name] = replace(
            known,
            status="open",
            examples=_first_within(known.examples, (one_line(each.example) for each in seen), MAX_EXAMPLES),
            pages=_first_within(known.pages, (each.page for each in seen), MAX_PAGES),
        )
    return Book(tuple(entries[name] for name in sorted(entries)))


def find_untaught(book: Book, sightings: Iterable[Sighting]) -> dict[str, tuple[Slip, ...]]:
    """Causes seen that have no constraint, by entry id, most frequent first; cases to draw a lesson from."""
    entries = book.by_id
    seen = group_sightings(sightings)
    names = [name for name in seen if name in entries and not entries[name].constraint]
    names.sort(key=lambda name: (-len(seen[name]), name))
    return {name: tuple(each.slip for each in seen[name][:SHOWN]) for name in names[:MAX_LESSONS]}


def add_lessons(book: Book, lessons: Mapping[str, Lesson]) -> Book:
    """The book with lessons, by entry id. A constraint that is there stays, whoever wrote it."""
    entries = book.by_id
    for name, lesson in lessons.items():
        if name in entries and not entries[name].constraint:
            entries[name] = replace(
                entries[name],
                root_cause=one_line(lesson.root_cause),
                constraint=one_line(lesson.constraint),
                verification=one_line(lesson.verification),
            )
    return Book(tuple(entries[name] for name in sorted(entries)))


def group_sightings(sightings: Iterable[Sighting]) -> Mapping[str, list[Sighting]]:
    """The sightings by entry id, in the order in which each entry was first seen."""
    groups: dict[str, list[Sighting]] = {}
    for each in sightings:
        groups.setdefault(each.entry, []).append(each)
    return groups


def _first_within(known: tuple[str, ...], seen: Iterable[str], limit: int) -> tuple[str, ...]:
    """``known`` and as much of ``seen`` as fits into ``limit``, sorted: a full list does not change again."""
    kept = dict.fromkeys(known)
    for each in seen:
        if len(kept) >= limit:
            break
        if each:
            kept[each] = None
    return tuple(sorted(kept))


def known_lesson(rule: str, language: str) -> tuple[str, str] | None:
    """Why mistakes of a check happen and what to do instead, or None where it takes a model to say.

    language: ``zh`` for Chinese; everything else reads English.
    """
    return _read_lessons("zh" if language == "zh" else "en").get(rule)


@cache
def _read_lessons(language: str) -> dict[str, tuple[str, str]]:
    """The lessons of checks that say by themselves what was wrong: these are written without a model."""
    lines = (_LESSONS / f"{language}.txt").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {rule: (why, instead) for rule, why, instead in rows}


_NOT_JSON: Final = "malformed-reply"
# What takes an entity away, and with it whatever names it.
_ENTITY: Final = ("empty-title", "outside-title", "path-in-name", "reused-id", "vague-name")
# What takes a statement away; enough of them, and a document is hardly told.
_STATEMENT: Final = (
    "altered-code",
    "empty-statement",
    "long-statement",
    "no-block",
    "no-entity",
    "opposed",
    "order",
    "outside-holder",
    "path-in-text",
    "prompt-leak",
    "undeclared-entity",
    "ungrounded",
    "unknown-block",
    "unsupported-name",
    "unsupported-statement",
    "wrong-language",
)
# A check, and the checks whose finding it may be the consequence of, in one source's extraction.
_FOLLOWS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("undeclared-entity", (_NOT_JSON, *_ENTITY)),
    ("dangling-relation", (_NOT_JSON, *_ENTITY, "undeclared-entity")),
    ("lost-part", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("no-statements", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("few-blocks-cited", (_NOT_JSON, "lost-part", "no-statements", *_ENTITY, *_STATEMENT)),
)
_CAUSES: Final = dict(_FOLLOWS)


def causes(slips: Iterable[Slip]) -> tuple[Slip, ...]:
    """The slips of one source without those that followed from another of them, and unreadable JSON once."""
    given: Sequence[Slip] = tuple(slips)
    seen = {each.rule for each in given}
    kept: list[Slip] = []
    for each in given:
        again = each.rule == _NOT_JSON and any(other.rule == _NOT_JSON for other in kept)
        if not again and seen.isdisjoint(_CAUSES.get(each.rule, ())):
            kept.append(each)
    return tuple(kept)


# A prompt is paid for with every source: eight rules are about 400 tokens, and of more a model obeys fewer.
MAX_CONSTRAINTS: Final = 8
MAX_CHARS: Final = 1_920  # 240 characters for each


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
        return cls(tree, today, data, book_file.parse(data or b""), error_counts.load_counts(tree.build))

    def constraints(
        self, language: str | None = None, limit: int = MAX_CONSTRAINTS, max_chars: int = MAX_CHARS
    ) -> tuple[str, ...]:
        """What the extraction of a document of ``language`` is told as things stand; None for any."""
        return chosen_constraints(self.book, self.counts, language, limit, max_chars)

    def record(self, sightings: Sequence[Sighting], *, sources: int) -> None:
        """Add one batch: the errors seen in it, and how many sources it had."""
        self.counts = error_counts.count_batch(self.counts, sightings, sources, self._today, self._closed())
        self.book = discover_entries(self.book, sightings)

    def note(self, sightings: Sequence[Sighting]) -> None:
        """Add errors that the last steps of a run saw after the last batch."""
        self.counts = error_counts.count_more(self.counts, sightings, self._today, self._closed())
        self.book = discover_entries(self.book, sightings)

    def untaught(self, sightings: Sequence[Sighting]) -> dict[str, tuple[Slip, ...]]:
        """Cases of the causes seen that have no lesson yet, by entry id."""
        return find_untaught(self.book, sightings)

    def teach(self, lessons: Mapping[str, Lesson]) -> None:
        """Write lessons, by entry id, into entries that have no constraint yet."""
        self.book = add_lessons(self.book, lessons)

    def review(self, check: Check, *, at_once: bool = False) -> tuple[str, ...]:
        """Where it is time, look at erroneous pages again; returns the ids of the entries that close.

        at_once: do not wait for a period to pass, as at the end of a run.
        """
        if not (at_once or error_counts.is_review_due(self.counts)):
            return ()
        done = error_counts.review_entries(self.book, self.counts, check, self._today)
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
        error_counts.save_counts(self._tree.build, self.counts)


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
