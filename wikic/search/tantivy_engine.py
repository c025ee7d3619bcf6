"""tantivy as it is used here: create, open, write, and its ways to fail as ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic.errors import DiskError, FormatError
from wikic.search.fields import PATH, build_schema, register, to_document
from wikic.search.record import SearchRecord

if TYPE_CHECKING:
    import tantivy

# The writer's buffer in bytes: 100,000 pages in a few segments, and memory stays small.
_HEAP: Final = 48_000_000
# One thread, so that the same records in the same order make the same segments.
_THREADS: Final = 1


def create(folder: Path) -> tantivy.Index:
    """A new, empty index in ``folder``, which must be there."""
    import tantivy

    index = tantivy.Index(build_schema(), path=str(folder), reuse=False)
    return _ready(index)


def open_index(folder: Path) -> tantivy.Index:
    """The index in ``folder``. Raises ValueError or OSError, tantivy's own, when it is no index."""
    import tantivy

    return _ready(tantivy.Index.open(str(folder)))


def latest(index: tantivy.Index) -> tantivy.Searcher:
    """The last commit, whoever made it."""
    index.reload()
    return index.searcher()


def write(index: tantivy.Index, records: Iterable[SearchRecord], replaced: Iterable[str] = ()) -> int:
    """Take the pages at the paths ``replaced`` out, put ``records`` in: one commit, merges waited for.

    Returns how many were put in.
    """
    writer = index.writer(_HEAP, _THREADS)
    for path in replaced:
        writer.delete_documents_by_term(PATH, path)
    count = 0
    for record in records:
        writer.add_document(to_document(record))
        count += 1
    writer.commit()
    writer.wait_merging_threads()
    return count


@contextmanager
def disk_faults(folder: Path) -> Iterator[None]:
    """What tantivy and the file system raise while writing, as DiskError."""
    try:
        yield
    except (OSError, ValueError) as error:
        # tantivy reports every failure of the disk as one of the two.
        raise DiskError(f"{folder}: the search index cannot be written: {error}") from error


@contextmanager
def read_faults(folder: Path) -> Iterator[None]:
    """What tantivy raises over bytes that are not what it wrote, as FormatError."""
    try:
        yield
    except UnicodeError:
        raise  # a ValueError too, but ours
    except (OSError, ValueError) as error:
        raise damaged(folder) from error
    except BaseException as error:
        # A panic cannot be imported and is no Exception: pyo3 means it to end the process.
        if type(error).__name__ != "PanicException":
            raise
        raise damaged(folder) from error


def damaged(folder: Path, fault: str = "damaged") -> FormatError:
    """The error for an index that cannot be read; ``fault`` says how."""
    return FormatError(
        f"{folder}: the search index is {fault}",
        hint="it is only a copy: delete the folder, and the next wikic compile builds it again",
    )


def _ready(index: tantivy.Index) -> tantivy.Index:
    # Reloaded when the marker changes; tantivy's own policy would watch the disk from a thread.
    index.config_reader("manual")
    register(index)
    return index
