"""What ``wikic errors`` prints: entries with counters, and shares of categories beside the paper's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.errorbook import book_file, error_counts
from wikic.errorbook.entry import Entry, Status
from wikic.errorbook.error_counts import Batch, ErrorCounts
from wikic.errors import DiskError, NotAWikiError
from wikic.model.finding import Category
from wikic.plain_file import WIKI_FILE, read_plain, refuse_leaving

RATED: Final = 10  # batches at each end whose rates of errors are compared


@dataclass(frozen=True, slots=True)
class Row:
    """One cause of errors.

    entry: what the book says of it.
    times: how often it was met here; 0 when it was met elsewhere, or the counters are gone.
    since, last: days it was first and last met here, or "".
    """

    entry: Entry
    times: int
    since: str
    last: str


@dataclass(frozen=True, slots=True)
class Share:
    """One category's part of all errors (LLM-Wiki, Table 7).

    category: the paper's error type.
    entries: causes of it.
    times: errors of it that were met here.
    share: percent of all errors met here; of all causes where no error was counted.
    """

    category: Category
    entries: int
    times: int
    share: float


@dataclass(frozen=True, slots=True)
class Rate:
    """Errors per source over some batches.

    batches: how many.
    sources, errors: in them.
    """

    batches: int
    sources: int
    errors: int

    @property
    def per_source(self) -> float:
        """Errors for one source."""
        return self.errors / self.sources if self.sources else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """The Error Book of a wiki.

    rows: most frequent first, then by id.
    shares: in the order of the paper's table, categories without an entry left out.
    batches: counted here, over all runs.
    first, latest: the rate of the first and of the last batches that are remembered, None where there are
        not enough to compare.
    """

    rows: tuple[Row, ...]
    shares: tuple[Share, ...]
    batches: int
    first: Rate | None = None
    latest: Rate | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """All that is kept of a wiki's errors.

    rows: most frequent first, then by id. counts: what was counted here.
    """

    rows: tuple[Row, ...]
    counts: ErrorCounts


def kept(root: Path) -> Kept:
    """The whole book of the wiki at ``root``, closed entries too; raises as ``summarize`` does."""
    counts = error_counts.load_counts(build_dir.at(root))
    entries = book_file.parse(_read_book(root)).entries
    rows = sorted((_make_row(entry, counts) for entry in entries), key=lambda row: (-row.times, row.entry.id))
    return Kept(tuple(rows), counts)


def summarize(root: Path, *, category: Category | None = None, status: Status | None = None) -> Summary:
    """The book of the wiki at ``root``.

    category, status: list only those entries; the distribution is always over the whole book.

    Raises NotAWikiError, and ConfigError for a book that cannot be read.
    """
    whole = kept(root)
    rows, counts = whole.rows, whole.counts
    listed = (
        row
        for row in rows
        if (category is None or row.entry.category is category)
        and (status is None or row.entry.status == status)
    )
    first, latest = _half_rates(counts.recent)
    return Summary(tuple(listed), _category_shares(rows), counts.batch, first, latest)


def _read_book(root: Path) -> bytes:
    """The book's bytes, none where there is none."""
    wiki = root / layout.WIKI_DIR
    refuse_leaving(wiki, root)
    if not (wiki / layout.SCHEMA_FILE).is_file():
        raise NotAWikiError(f"no wiki in {root}", hint="`wikic init DOCUMENTS` makes one")
    try:
        return read_plain(wiki / layout.ERROR_BOOK_FILE, WIKI_FILE, inside=wiki)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise DiskError(f"cannot read {wiki / layout.ERROR_BOOK_FILE}: {error.strerror}") from error


def _make_row(entry: Entry, counts: ErrorCounts) -> Row:
    count = counts.counts.get(entry.id)
    return Row(entry, 0, "", "") if count is None else Row(entry, count.times, count.since, count.last)


def _category_shares(rows: Iterable[Row]) -> tuple[Share, ...]:
    rows = tuple(rows)
    times = sum(row.times for row in rows)
    found: list[Share] = []
    for category in Category:
        own = [row for row in rows if row.entry.category is category]
        met = sum(row.times for row in own)
        if own:
            part = met / times if times else len(own) / len(rows)
            found.append(Share(category, len(own), met, round(100 * part, 1)))
    return tuple(found)


def _half_rates(recent: tuple[Batch, ...]) -> tuple[Rate | None, Rate | None]:
    """The rates of the first and the last half, each of at most ``RATED`` batches."""
    size = min(RATED, len(recent) // 2)
    if not size:
        return None, None
    return _error_rate(recent[:size]), _error_rate(recent[-size:])


def _error_rate(batches: tuple[Batch, ...]) -> Rate:
    return Rate(len(batches), sum(each.sources for each in batches), sum(each.errors for each in batches))


CORPORA: Final = ("HotpotQA", "MuSiQue", "2Wiki", "AuthTrace")
# Percent of the errors that each of the paper's wikis was found to have; its rows, in its order.
PAPER: Final[tuple[tuple[Category, tuple[float, float, float, float]], ...]] = (
    (Category.DANGLING_LINK, (63.8, 62.5, 55.8, 29.1)),
    (Category.INCOMPLETE_PAGE, (2.3, 2.3, 2.1, 9.1)),
    (Category.MALFORMED_REF, (20.5, 18.9, 22.3, 28.5)),
    (Category.UNSEEN_OVERWRITE, (3.5, 3.6, 2.6, 2.4)),
    (Category.INDEX_INCONSISTENCY, (2.2, 2.5, 8.2, 10.9)),
    (Category.UNSUPPORTED_FACT, (5.8, 7.2, 6.4, 12.7)),
    (Category.CONTRADICTION, (1.9, 3.1, 2.6, 7.3)),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One type of error.

    category: of the paper's seven.
    errors: met here.
    share: percent of the errors of all seven that were met here; 0 where none was.
    paper: percent in the paper's wikis, in the order of ``CORPORA``.
    """

    category: Category
    errors: int
    share: float
    paper: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The distribution of a wiki's errors, to be read beside the paper's.

    lines: one for each of the paper's types, in the order of its table.
    errors: of these seven, met here.
    beside: errors of types that the paper does not have: replies that were no JSON, and others.
    sources: documents that were taken in while the last batches were counted.
    per_source: errors for one of these, of every type.
    """

    lines: tuple[Line, ...]
    errors: int
    beside: int
    sources: int
    per_source: float


def distribution(rows: Iterable[Row], recent: Iterable[tuple[int, int]]) -> Statistics:
    """The statistics of a whole book.

    rows: every entry with its counters. recent: sources and errors of each batch that is remembered.
    """
    met: dict[Category, int] = {}
    for row in rows:
        met[row.entry.category] = met.get(row.entry.category, 0) + row.times
    whole = sum(met.get(category, 0) for category, _ in PAPER)
    lines = tuple(
        Line(category, met.get(category, 0), _percent_of(met.get(category, 0), whole), paper)
        for category, paper in PAPER
    )
    batches = tuple(recent)
    sources = sum(number for number, _ in batches)
    errors = sum(number for _, number in batches)
    rate = round(errors / sources, 3) if sources else 0.0
    return Statistics(lines, whole, sum(met.values()) - whole, sources, rate)


def _percent_of(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
