"""plyvel, seen through types: the only file that imports it.

plyvel carries no type stubs; the protocols below are the part of it that is used. From Python 3.13 on it is
plyvel-next, the same code kept up by others under a name of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Protocol, cast

try:
    import plyvel  # type: ignore[import-untyped,unused-ignore]
except ImportError:
    import plyvel_next as plyvel  # type: ignore[import-not-found,no-redef,unused-ignore]

from wikic import build_dir
from wikic.errors import StoreDamagedError, StoreError

# Measured on 200,000 records of 2.5 KB: a read costs 3.8 µs without compression, 19.8 µs with snappy; a large
# write buffer takes the bulk load from 11,000 to 139,000 records/s. Checksums are not verified on every read
# (they would cost 1.2 µs of 2): `verify` does it when asked.
_COMPRESSION: Final = None
_WRITE_BUFFER: Final = 64 << 20
_BLOCK_CACHE: Final = 8 << 20  # uncompressed tables are memory-mapped, so a larger one only doubles memory
_TABLE: Final = (
    32 << 20
)  # tables of 2 MB (the default) are 2,700 files for 2,000,000 records: more than stay open
_MAX_OPEN_FILES: Final = 1_000  # tables that stay mapped: 32 GB
_BLOOM_BITS: Final = 10  # reads of absent keys (skip on miss) touch no table


_MANIFEST: Final = re.compile(rb"MANIFEST-[0-9]+\n")


class WriteBatch(Protocol):
    """Writes that land together or not at all."""

    def put(self, key: bytes, value: bytes) -> None: ...
    def delete(self, key: bytes) -> None: ...


class Cursor(Protocol):
    """Keys and values in order, of one moment; it stands between two of them."""

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]: ...
    def prev(self) -> tuple[bytes, bytes]: ...
    def seek(self, target: bytes) -> None: ...
    def close(self) -> None: ...


class View(Protocol):
    """What can be read from: a database, or a snapshot of it, which holds still."""

    def get(self, key: bytes) -> bytes | None: ...
    def close(self) -> None: ...


class Database(View, Protocol):
    """``plyvel.DB``. Nothing may be reading when it is closed."""

    def snapshot(self) -> View: ...


# What reading a damaged database raises: a key that is no UTF-8 is damage too.
FAULTS: Final[tuple[type[Exception], ...]] = (plyvel.Error, UnicodeDecodeError)


def open_database(path: Path) -> Database:
    """Open the LevelDB at ``path``, made when absent; its parent must be there.

    Raises ``StoreDamagedError`` when its files are damaged, ``StoreError`` when it cannot be opened.
    """
    current = path / "CURRENT"
    if os.path.lexists(current) and build_dir.kept(current, _MANIFEST.fullmatch, limit=100) is None:
        # LevelDB would read whatever file it names, here or elsewhere.
        raise StoreDamagedError(f"the mirror is damaged: {current} names no manifest", hint="rebuild it")
    try:
        database = plyvel.DB(
            os.fspath(path),
            create_if_missing=True,
            compression=_COMPRESSION,
            write_buffer_size=_WRITE_BUFFER,
            lru_cache_size=_BLOCK_CACHE,
            max_open_files=_MAX_OPEN_FILES,
            max_file_size=_TABLE,
            bloom_filter_bits=_BLOOM_BITS,
        )
    except plyvel.Error as error:
        raise translated(error) from error
    return cast("Database", database)


def write(database: Database) -> AbstractContextManager[WriteBatch]:
    """A batch that is written when the block ends and dropped when it raises (``transaction=True``)."""
    # Not synced: killing the process loses nothing that was acknowledged, a power cut may lose the last
    # batches, and then the mirror is behind the tree and the next sync writes them again.
    return cast(
        "AbstractContextManager[WriteBatch]", cast("plyvel.DB", database).write_batch(transaction=True)
    )


def keys(view: View, prefix: bytes) -> Iterator[bytes]:
    """All keys that begin with ``prefix``, in order, of one moment."""
    return cast("Iterator[bytes]", cast("plyvel.DB", view).iterator(prefix=prefix, include_value=False))


def items(view: View, prefix: bytes, *, verify: bool = False) -> Iterator[tuple[bytes, bytes]]:
    """All keys and values under ``prefix``; with ``verify``, each block is checked against its checksum."""
    found = cast("plyvel.DB", view).iterator(prefix=prefix, verify_checksums=verify)
    return cast("Iterator[tuple[bytes, bytes]]", found)


def cursor(view: View, prefix: bytes) -> Cursor:
    """A cursor over what is under ``prefix``."""
    return cast("Cursor", cast("plyvel.DB", view).iterator(prefix=prefix))


def compact(database: Database) -> None:
    """Merge all tables, after a bulk load."""
    cast("plyvel.DB", database).compact_range()


def destroy(path: Path) -> None:
    """Remove the database's own files, by name; anything else in the folder stays."""
    try:
        plyvel.destroy_db(os.fspath(path))
    except plyvel.Error as error:
        raise translated(error) from error


def translated(error: Exception) -> StoreError:
    """The StoreError that a fault of LevelDB becomes."""
    first = error.args[0] if error.args else ""
    reason = first.decode("utf-8", "replace") if isinstance(first, bytes) else str(error)
    if isinstance(error, (plyvel.CorruptionError, UnicodeDecodeError)):
        return StoreDamagedError(f"the mirror is damaged: {reason}", hint="rebuild it; nothing is lost")
    return StoreError(f"the mirror failed: {reason}", hint="rebuild it if this stays so; nothing is lost")
