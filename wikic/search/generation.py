"""The index directory: one folder per generation, and a marker that names the one in use.

::

    .wikic/search/
        current.json      the marker: {"format": 1, "generation": "g3", "documents": 12600, …}
        lock              held by the one writer
        g3/               tantivy's files

A rebuild fills a new folder and then replaces the marker, so readers keep the last commit until the
new one is whole. The marker is replaced after every commit too: a reader that sees it changed reloads.

tantivy as it is used here: create, open, write, and its ways to fail as ours.
"""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import build_dir
from wikic.errors import DiskError, FormatError, LockedError
from wikic.search.fields import FORMAT, PATH, SearchRecord, build_schema, register_analyser, to_document

if TYPE_CHECKING:
    import tantivy

MARKER_FILE: Final = "current.json"
LOCK_FILE: Final = "lock"
_GENERATION: Final = re.compile(r"g([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Marker:
    """What is in use.

    format: version of fields and analysers.
    generation: name of the folder.
    documents: pages in the index.
    replaced: pages written over or deleted since the generation was built.
    stamp: what the caller gave with the last commit, to tell whether the index is in step; or "".
    files: name of each of tantivy's data files to size and CRC-32; they never change once written.
    """

    format: int
    generation: str
    documents: int
    replaced: int = 0
    stamp: str = ""
    files: dict[str, tuple[int, int]] = field(default_factory=dict)


def read_marker(directory: Path) -> Marker | str:
    """The marker, or why there is none that can be used: ``absent``, ``damaged``, ``of another version``."""
    import msgspec

    def decode(data: bytes) -> Marker | str:
        version = msgspec.json.decode(data, type=dict[str, object]).get("format")
        if isinstance(version, int) and version != FORMAT:
            return "of another version"
        marker = msgspec.json.decode(data, type=Marker)
        return marker if _GENERATION.fullmatch(marker.generation) else "damaged"

    file = directory / MARKER_FILE
    found = build_dir.kept(file, decode)
    return found or ("damaged" if os.path.lexists(file) else "absent")


def write_marker(directory: Path, marker: Marker) -> None:
    """Replace the marker in one step; no fsync: an index that a crash loses is built again."""
    import msgspec

    build_dir.replace(directory / MARKER_FILE, msgspec.json.encode(marker) + b"\n")


def measure_files(folder: Path, known: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Size and CRC-32 of every data file in ``folder``; what is ``known`` is not read again."""
    found: dict[str, tuple[int, int]] = {}
    for name in sorted(os.listdir(folder)):
        if not name.startswith((".", "meta.json")):
            found[name] = known[name] if name in known else _file_sum(folder / name)
    return found


def is_torn(folder: Path, files: Mapping[str, tuple[int, int]]) -> bool:
    """Whether a data file has another size than it was written with: a ``stat`` each, for every open.

    A missing file is tantivy's to judge: the writer may have merged it away since the marker was read.
    """
    if not _names_its_own(folder) or any(os.sep in name for name in files):
        return True
    for name, (size, _) in files.items():
        try:
            if os.stat(folder / name).st_size != size:
                return True
        except FileNotFoundError:
            continue
    return False


def _names_its_own(folder: Path) -> bool:
    """Whether tantivy's list of files names files in ``folder``: it deletes what is listed and not in use."""
    listed = folder / ".managed.json"
    return not os.path.lexists(listed) or bool(build_dir.kept(listed, _are_names))


def _are_names(data: bytes) -> bool:
    import msgspec

    return not any(set(name) & {"/", "\\"} for name in msgspec.json.decode(data, type=list[str]))


def is_rotten(folder: Path, files: Mapping[str, tuple[int, int]]) -> bool:
    """Whether a data file is gone or holds other bytes (3 ms for 5 MB).

    The writer asks before it writes: tantivy aborts the whole process when a merge meets such a file.
    """
    try:
        return any(_file_sum(folder / name) != expected for name, expected in files.items())
    except OSError:
        return True


def _file_sum(file: Path) -> tuple[int, int]:
    data = file.read_bytes()
    return len(data), zlib.crc32(data)


def fresh_generation(directory: Path) -> str:
    """A name above every generation there is, finished or not."""
    numbers = [int(found[1]) for found in map(_GENERATION.fullmatch, os.listdir(directory)) if found]
    return f"g{max(numbers, default=0) + 1}"


def sweep_generations(directory: Path, keep: str) -> None:
    """Remove every generation but ``keep``. Readers keep what they have mapped; what cannot go stays."""
    for name in os.listdir(directory):
        if name != keep and _GENERATION.fullmatch(name):
            build_dir.remove(directory / name)


@contextmanager
def writer_lock(directory: Path) -> Iterator[None]:
    """Hold the writer's lock.

    Raises LockedError when another process has it, DiskError when it cannot be made.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(directory / LOCK_FILE, timeout=0)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise LockedError(
            f"{directory}: another wikic is writing the search index",
            hint="wait until it is done, then run the command again",
        ) from None
    except (OSError, NotImplementedError) as error:
        raise DiskError(f"{directory}: the search index cannot be written: {error}") from error
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.release()


# The writer's buffer in bytes: 100,000 pages in a few segments, and memory stays small.
_HEAP: Final = 48_000_000
# One thread, so that the same records in the same order make the same segments.
_THREADS: Final = 1


def create_index(folder: Path) -> tantivy.Index:
    """A new, empty index in ``folder``, which must be there."""
    import tantivy

    index = tantivy.Index(build_schema(), path=str(folder), reuse=False)
    return _open_ready(index)


def open_index(folder: Path) -> tantivy.Index:
    """The index in ``folder``. Raises ValueError or OSError, tantivy's own, when it is no index."""
    import tantivy

    return _open_ready(tantivy.Index.open(str(folder)))


def latest_commit(index: tantivy.Index) -> tantivy.Searcher:
    """The last commit, whoever made it."""
    index.reload()
    return index.searcher()


def write_records(index: tantivy.Index, records: Iterable[SearchRecord], replaced: Iterable[str] = ()) -> int:
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
        raise damaged_index(folder) from error
    except BaseException as error:
        # A panic cannot be imported and is no Exception: pyo3 means it to end the process.
        if type(error).__name__ != "PanicException":
            raise
        raise damaged_index(folder) from error


def damaged_index(folder: Path, fault: str = "damaged") -> FormatError:
    """The error for an index that cannot be read; ``fault`` says how."""
    return FormatError(
        f"{folder}: the search index is {fault}",
        hint="it is only a copy: delete the folder, and the next wikic compile builds it again",
    )


def _open_ready(index: tantivy.Index) -> tantivy.Index:
    # Reloaded when the marker changes; tantivy's own policy would watch the disk from a thread.
    index.config_reader("manual")
    register_analyser(index)
    return index
