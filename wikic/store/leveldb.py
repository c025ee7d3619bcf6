"""The store on LevelDB: the mirror of a wiki in ``.wikic/mirror``, for the one process that holds it.

A batch is one LevelDB write: it is there whole or not at all, for readers and after a crash; inside it the
order of WikiKV, section IV-C, is kept all the same. This is the only file that imports plyvel, which has no
types; from Python 3.13 on it is plyvel-next, the same code kept up by others under a name of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Final

try:
    import plyvel  # type: ignore[import-untyped,unused-ignore]
except ImportError:
    import plyvel_next as plyvel  # type: ignore[import-not-found,no-redef,unused-ignore]

from wikic import build_dir
from wikic.errors import StoreDamagedError, StoreError
from wikic.store.codec import State, decode_entry, decode_state, encode_directory, encode_state
from wikic.store.lock import HeldFile
from wikic.store.path_store import PathStore, Writes
from wikic.store.records import DIRECTORY, NAME, STATE, Applied, Batch, DirectoryRecord, Stamp

# Measured on 200,000 records of 2.5 KB: a read costs 3.8 µs without compression, 19.8 µs with snappy; a large
# write buffer takes the bulk load from 11,000 to 139,000 records/s. Checksums are not verified on every read:
# they would cost 1.2 µs of 2.
_OPTIONS: Final[dict[str, Any]] = {
    "compression": None,
    "write_buffer_size": 64 << 20,
    "lru_cache_size": 8 << 20,  # uncompressed tables are memory-mapped, so a larger one only doubles memory
    "max_file_size": 32 << 20,  # of 2 MB (the default), 2,000,000 records are 2,700: more than stay open
    "max_open_files": 1_000,  # tables that stay mapped: 32 GB
    "bloom_filter_bits": 10,  # reads of absent keys (skip on miss) touch no table
}
_STATE_KEY: Final = STATE + b"state"
_MANIFEST: Final = re.compile(rb"MANIFEST-[0-9]+\n")
# What reading a damaged database raises: a key that is no UTF-8 is damage too.
_FAULTS: Final[tuple[type[Exception], ...]] = (plyvel.Error, UnicodeDecodeError)


class LevelStore(PathStore):
    """Open the database at ``path``; it and its lock file ``<path>.lock`` are made when absent.

    ``first`` is the generation a new database starts from: give the last one known, and versions go on
    growing over a rebuild. Raises ``StoreLockedError`` at once when another process (or another store of
    this one) holds it, ``StoreDamagedError`` when it is damaged or of another format, ``StoreError`` when
    it cannot be opened.
    """

    def __init__(self, path: Path, *, first: int = 0) -> None:
        self.path = path
        self._held = _hold_lock(path)
        self._writing = Lock()
        self._failed = False
        self._database: Any = None
        try:
            with _translate_errors():
                self._database = _open_database(path)
                self._read = self._database.get  # one attribute less on every read
                self._state = self._open_state(first)
        except StoreError:
            self.close()
            raise
        self._issued = self._state.generation

    def _open_state(self, first: int) -> State:
        data = self._database.get(_STATE_KEY)
        if data is not None:
            return decode_state(data)
        if next(self._database.iterator(include_value=False), None) is not None:
            raise StoreDamagedError(
                f"{self.path} is not a mirror of a wiki, or has lost its state", hint="rebuild it"
            )
        state = State(first, settled=False)
        self._write({DIRECTORY: encode_directory(DirectoryRecord("")), _STATE_KEY: encode_state(state)})
        return state

    @property
    def generation(self) -> int:
        return self._state.generation

    @property
    def settled(self) -> bool:
        return self._state.settled

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
        self._held.release()

    # --- reading -------------------------------------------------------------------------------

    def _fetch(self, key: bytes) -> bytes | None:
        try:
            found: bytes | None = self._read(key)
        except plyvel.Error as error:
            raise _as_store_error(error) from error
        return found

    def _fetch_many(self, keys: Sequence[bytes]) -> Sequence[bytes | None]:
        with _translate_errors():
            view = self._database.snapshot() if len(keys) > 1 else self._database
            return [view.get(key) for key in keys]

    def _paths(self, start: bytes, stop: bytes, limit: int | None) -> Sequence[bytes]:
        with _translate_errors():
            found = self._database.iterator(start=NAME + start, stop=NAME + stop, include_value=False)
            if limit is None:
                return [each[1:] for each in found]
            return [each[1:] for each, _ in zip(found, range(limit), strict=False)]

    def stamps(self) -> Iterator[tuple[str, int, Stamp]]:
        with _translate_errors():
            for each, data in self._database.iterator(prefix=NAME):
                yield each[1:].decode(), *decode_entry(data)

    # --- writing -------------------------------------------------------------------------------

    def apply(self, batch: Batch) -> Applied:
        batch.check()
        with self._writing:
            if self._failed:
                raise StoreError(f"{self.path} failed to write before", hint="open it again")
            try:
                with _translate_errors():
                    return self._apply(batch)
            except StoreError as error:
                # What follows a torn entry of LevelDB's log would be acknowledged and then lost.
                self._failed = isinstance(error.__cause__, _FAULTS)
                raise

    def _apply(self, batch: Batch) -> Applied:
        self._expect(batch)
        # Counted apart from the state: a batch interrupted after its write must not share its number.
        self._issued += 1
        writes, applied = self._changes(batch, self._issued)
        before = self._state.settled
        state = State(self._issued, before if batch.settled is None else batch.settled)
        self._write(writes | {_STATE_KEY: encode_state(state)})
        if state.settled and not before:
            # A first mirror lies in tables of every key space; merged, a read looks into one of them.
            self._database.compact_range()
        self._state = state
        return applied

    def _write(self, writes: Writes) -> None:
        # Not synced: killing the process loses nothing that was acknowledged, a power cut may lose the last
        # batches, and then the mirror is behind the tree and the next sync writes them again.
        with self._database.write_batch(transaction=True) as out:
            for key, value in writes.items():
                if value is None:
                    out.delete(key)
                else:
                    out.put(key, value)


def destroy_database(path: Path) -> None:
    """Remove the database at ``path``, as the first step of a rebuild: its own files, by name. Its lock file
    stays, and so does anything else.

    Raises ``StoreLockedError`` when it is in use.
    """
    held = _hold_lock(path)
    try:
        with _translate_errors():
            plyvel.destroy_db(os.fspath(path))
    finally:
        held.release()


def _hold_lock(path: Path) -> HeldFile:
    try:
        build_dir.make(path.parent)
        return HeldFile(path.with_name(path.name + ".lock"))
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from error


def _open_database(path: Path) -> Any:
    current = path / "CURRENT"
    if os.path.lexists(current) and build_dir.kept(current, _MANIFEST.fullmatch, limit=100) is None:
        # LevelDB would read whatever file it names, here or elsewhere.
        raise StoreDamagedError(f"the mirror is damaged: {current} names no manifest", hint="rebuild it")
    return plyvel.DB(os.fspath(path), create_if_missing=True, **_OPTIONS)


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except _FAULTS as error:
        raise _as_store_error(error) from error


def _as_store_error(error: Exception) -> StoreError:
    """The StoreError that a fault of LevelDB becomes."""
    first = error.args[0] if error.args else ""
    reason = first.decode("utf-8", "replace") if isinstance(first, bytes) else str(error)
    if isinstance(error, (plyvel.CorruptionError, UnicodeDecodeError)):
        return StoreDamagedError(f"the mirror is damaged: {reason}", hint="rebuild it; nothing is lost")
    return StoreError(f"the mirror failed: {reason}", hint="rebuild it if this stays so; nothing is lost")
