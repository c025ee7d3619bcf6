"""Records as bytes: MessagePack maps by msgspec, decoded straight into the dataclasses.

Chosen by measurement (``python benchmarks/store.py --codec``; 2 cores, Python 3.11; µs, decode / encode):

    ================================  =============  ====================
    codec                             file, 2.5 KB   directory, 200 names
    ================================  =============  ====================
    msgspec msgpack -> dataclass         1.8 / 0.8       8.5 / 2.1
    msgspec json -> dataclass            3.0 / 1.8      11.2 / 6.1
    orjson -> dict -> dataclass          5.9 / 0.5      10.1 / 1.3
    json -> dict -> dataclass            8.9 / 18.6     24.8 / 47.6
    ================================  =============  ====================

Maps carry field names (90 bytes a record), so that a record may gain a field with a default and still be
read; positional arrays would save 0.3 µs and that freedom. A change that old readers would misread raises
``FORMAT``, and a store of another format is rebuilt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec

from wikic.errors import StoreDamagedError
from wikic.store.records import DirectoryRecord, FileRecord, Stamp

FORMAT: Final = 1

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class State:
    """One record about the whole store.

    format: version of the key spaces and records.
    generation: of the last batch.
    settled: whether it shows a whole tree.
    """

    format: int
    generation: int
    settled: bool


encode: Final = msgspec.msgpack.Encoder().encode
_FILE: Final = msgspec.msgpack.Decoder(FileRecord)
_DIRECTORY: Final = msgspec.msgpack.Decoder(DirectoryRecord)
_NAMES: Final = msgspec.msgpack.Decoder(tuple[str, ...])
_ENTRY: Final = msgspec.msgpack.Decoder(tuple[int, int, int, bytes])
_STATE: Final = msgspec.msgpack.Decoder(State)


def decode_file(data: bytes) -> FileRecord:
    """A file record. Raises ``StoreDamagedError``, as all decoders here do."""
    return _decode(_FILE, data)


def decode_directory(data: bytes) -> DirectoryRecord:
    """A directory record: a whole listing, or its first page."""
    return _decode(_DIRECTORY, data)


def decode_names(data: bytes) -> tuple[str, ...]:
    """A further page of names."""
    return _decode(_NAMES, data)


def decode_state(data: bytes) -> State:
    """The store's own record."""
    return _decode(_STATE, data)


def encode_entry(version: int, stamp: Stamp) -> bytes:
    """What the name space keeps of a file. Prefix search runs over these: positional, the hash as bytes."""
    return encode((version, stamp.mtime_ns, stamp.size, bytes.fromhex(stamp.sha256)))


def decode_entry(data: bytes) -> tuple[int, Stamp]:
    """The inverse of ``encode_entry``."""
    version, mtime_ns, size, digest = _decode(_ENTRY, data)
    return version, Stamp(digest.hex(), mtime_ns, size)


def _decode(decoder: msgspec.msgpack.Decoder[_T], data: bytes) -> _T:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreDamagedError(
            f"the store holds a record that cannot be read: {error}", hint="rebuild it"
        ) from error
