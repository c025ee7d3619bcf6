"""What a Redis keeps as bytes: the store's own record, files, and the events of the stream."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Final

import msgspec

from wikic.errors import StoreDamagedError
from wikic.plain_file import WIKI_FILE
from wikic.store.batch import Applied
from wikic.store.blobs import inflated
from wikic.store.codec import decode_directory, decode_file, encode_file
from wikic.store.records import DirectoryRecord, FileRecord

FORMAT: Final = 1
VERSION: Final = struct.Struct(">Q")  # what a file's record begins with

_LARGEST: Final = WIKI_FILE + (1 << 20)  # bytes of a file with what is noted of it

pack: Final = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True, slots=True)
class RedisState:
    """The record a store keeps of itself.

    format: version of keys and records.
    generation: of the last batch; it begins at the clock and never goes back, not over a rebuild either.
    settled: whether it shows a whole tree.
    by: of the writer and its batch: how one whose connection broke sees whether its batch landed.
    """

    format: int
    generation: int
    settled: bool
    by: bytes = b""


_STATE: Final = msgspec.msgpack.Decoder(RedisState)
_EVENT: Final = msgspec.msgpack.Decoder(tuple[int, Applied])


def decode_event(data: bytes) -> tuple[int, Applied]:
    """An event of the stream: the generation before it, and what it changed. Raises ``StoreDamagedError``."""
    try:
        return _EVENT.decode(data)
    except msgspec.DecodeError as error:
        raise _damaged(error) from error


def decode_state(data: bytes) -> RedisState:
    """The store's own record. Raises ``StoreDamagedError``, also for another format."""
    try:
        state = _STATE.decode(data)
    except msgspec.DecodeError as error:
        raise _damaged(error) from error
    if state.format != FORMAT:
        raise StoreDamagedError(
            f"the wiki in Redis has format {state.format}, not {FORMAT}", hint="rebuild it"
        )
    return state


def pack_file(record: FileRecord) -> bytes:
    """A file's record behind its version, zlib-1: less than half the size."""
    return VERSION.pack(record.meta.version) + zlib.compress(encode_file(record), 1)


def unpack_file(data: bytes | None) -> FileRecord | None:
    """The inverse of ``pack_file``; None stays None. Raises ``StoreDamagedError``."""
    if data is None:
        return None
    try:
        return decode_file(inflated(data[VERSION.size :], _LARGEST))
    except ValueError as error:
        raise _damaged(error) from error


def unpack_directory(data: bytes | None) -> DirectoryRecord | None:
    """A directory's record; None stays None. Raises ``StoreDamagedError``, some when it is looked at."""
    return None if data is None else decode_directory(data)


def _damaged(error: Exception) -> StoreDamagedError:
    return StoreDamagedError(f"Redis holds a record that cannot be read: {error}", hint="rebuild it")
