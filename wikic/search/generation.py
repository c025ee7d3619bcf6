"""The index directory: one folder per generation, and a marker that names the one in use.

::

    .wikic/search/
        current.json      the marker: {"format": 1, "generation": "g3", "documents": 12600, …}
        lock              held by the one writer
        g3/               tantivy's files

A rebuild fills a new folder and then replaces the marker, so readers keep the last commit until the
new one is whole. The marker is replaced after every commit too: a reader that sees it changed reloads.
"""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wikic import build_dir
from wikic.errors import DiskError, LockedError
from wikic.search.fields import FORMAT

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


def measure(folder: Path, known: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Size and CRC-32 of every data file in ``folder``; what is ``known`` is not read again."""
    found: dict[str, tuple[int, int]] = {}
    for name in sorted(os.listdir(folder)):
        if not name.startswith((".", "meta.json")):
            found[name] = known[name] if name in known else _sum(folder / name)
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
        return any(_sum(folder / name) != expected for name, expected in files.items())
    except OSError:
        return True


def _sum(file: Path) -> tuple[int, int]:
    data = file.read_bytes()
    return len(data), zlib.crc32(data)


def fresh_generation(directory: Path) -> str:
    """A name above every generation there is, finished or not."""
    numbers = [int(found[1]) for found in map(_GENERATION.fullmatch, os.listdir(directory)) if found]
    return f"g{max(numbers, default=0) + 1}"


def sweep(directory: Path, keep: str) -> None:
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
