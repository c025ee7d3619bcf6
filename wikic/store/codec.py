"""Records as bytes: a small head by msgspec, and behind it the bulk as plain UTF-8, decoded when asked for.

A record is a frame, a head, and the text, or a directory's names, each after a newline, which no name holds.
The frame says where head and record end, and whether a directory is *alone*: without sub-directories and
further pages, so that its names answer every prefix. Navigation passes through directories without looking
at their names, and a search for a prefix cuts its ten names out of two hundred, so neither pays for all.

Chosen by measurement (``python benchmarks/store.py --codec``, docs/store-format.md has the figures). A change
that old readers would misread raises ``FORMAT``, and a store of another format is rebuilt.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec

from wikic.errors import StoreDamagedError
from wikic.store.records import DirectoryMeta, DirectoryRecord, FileMeta, FileRecord, Stamp

FORMAT: Final = 3

_T = TypeVar("_T")
_FRAME: Final = struct.Struct(">IIB")  # where the head ends, where the record ends, whether it is alone
_frame: Final = _FRAME.unpack_from
_START: Final = _FRAME.size


@dataclass(frozen=True, slots=True)
class State:
    """One record about the whole store.

    generation: of the last batch.
    settled: whether it shows a whole tree.
    by: of the writer and its batch, where others write too.
    format: version of the key spaces and records.
    """

    generation: int
    settled: bool
    by: bytes = b""
    format: int = FORMAT


_pack: Final = msgspec.msgpack.Encoder().encode
# Metadata are maps, so that they may gain a field with a default and still be read.
_FILE: Final = msgspec.msgpack.Decoder(tuple[str, Stamp, FileMeta])
_DIRECTORY: Final = msgspec.msgpack.Decoder(tuple[str, tuple[str, ...], str | None, DirectoryMeta])
_ENTRY: Final = msgspec.msgpack.Decoder(tuple[int, int, int, bytes])
_STATE: Final = msgspec.msgpack.Decoder(State)


class StoredFile(FileRecord):
    """A file record over its bytes: a slot that is not set yet ends in ``__getattr__``, once.

    The text is set from the start, since nearly every reader takes it.
    """

    __slots__ = ("_data",)
    _data: bytes

    def __getattr__(self, field: str) -> object:
        if field not in ("name", "stamp", "meta"):
            raise AttributeError(field)
        data = self._data
        name, stamp, meta = _decode_head(_FILE, data[_START : _frame(data)[0]])
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "stamp", stamp)
        object.__setattr__(self, "meta", meta)
        return object.__getattribute__(self, field)

    def __eq__(self, other: object) -> bool:
        # The dataclass compares records of one class only, and these are equal to plain ones.
        if not isinstance(other, FileRecord):
            return NotImplemented
        return (self.text, self.name, self.stamp, self.meta) == (
            other.text,
            other.name,
            other.stamp,
            other.meta,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.text, self.stamp, self.meta))


class StoredDirectory(DirectoryRecord):
    """A directory record over its bytes."""

    __slots__ = ("_data",)
    _data: bytes

    def __getattr__(self, field: str) -> object:
        if field not in ("name", "sub_dirs", "files", "next", "meta"):
            raise AttributeError(field)
        data = self._data
        start = _frame(data)[0]
        if field == "files":
            files = tuple(_decode_text(data[start + 1 :]).split("\n")) if len(data) > start else ()
            object.__setattr__(self, "files", files)
            return files
        name, sub_dirs, following, meta = _decode_head(_DIRECTORY, data[_START:start])
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "sub_dirs", sub_dirs)
        object.__setattr__(self, "next", following)
        object.__setattr__(self, "meta", meta)
        return object.__getattribute__(self, field)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DirectoryRecord):
            return NotImplemented
        return (self.meta, self.name, self.next, self.sub_dirs, self.files) == (
            other.meta,
            other.name,
            other.next,
            other.sub_dirs,
            other.files,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.sub_dirs, self.files, self.next, self.meta))


# Bound once: looking them up costs as much as the calls, and every read makes one.
_new: Final = object.__new__
_set_file: Final = StoredFile.__dict__["_data"].__set__
_set_text: Final = FileRecord.__dict__["text"].__set__
_set_directory: Final = StoredDirectory.__dict__["_data"].__set__


def decode_file(data: bytes) -> FileRecord:
    """A file record. Raises ``StoreDamagedError`` on a text that is damaged, other fields when looked at."""
    record = _new(StoredFile)
    _set_file(record, data)
    try:
        start, end, _ = _frame(data)
        _set_text(record, data[start:].decode())
    except (struct.error, UnicodeDecodeError) as error:
        raise _damage_error(error) from error
    if end != len(data):
        raise _damage_error("it is cut off")
    return record


def decode_directory(data: bytes) -> DirectoryRecord:
    """A directory record, a whole listing or its first page; as ``decode_file``."""
    if len(data) < _START or _frame(data)[1] != len(data):
        raise _damage_error("it is cut off")
    record = _new(StoredDirectory)
    _set_directory(record, data)
    return record


def encode_file(record: FileRecord) -> bytes:
    """The inverse of ``decode_file``."""
    head = _pack((record.name, record.stamp, record.meta))
    return _frame_record(head, record.text.encode(), alone=False)


def encode_directory(record: DirectoryRecord) -> bytes:
    """The inverse of ``decode_directory``."""
    head = _pack((record.name, record.sub_dirs, record.next, record.meta))
    names = "".join(["\n" + each for each in record.files])
    return _frame_record(head, names.encode(), alone=not record.sub_dirs and record.next is None)


def _frame_record(head: bytes, bulk: bytes, *, alone: bool) -> bytes:
    start = _START + len(head)
    return _FRAME.pack(start, start + len(bulk), alone) + head + bulk


def paths_in(data: bytes, directory: str, start: str) -> list[str] | None:
    """Paths of the files of ``directory``, given as its record's bytes, whose names begin with ``start``.

    None when the record alone cannot tell: there are further pages or directories.
    """
    if len(data) < _START or _frame(data)[1] != len(data):
        raise _damage_error("it is cut off")
    first, _, alone = _frame(data)
    if not alone:
        return None
    # Names are sorted, so those that begin alike lie in one piece.
    sought = b"\n" + start.encode()
    at = data.find(sought, first)
    if at < 0:
        return []
    end = data.find(b"\n", data.rfind(sought) + 1)
    piece = data[at:] if end < 0 else data[at:end]
    if directory:
        piece = piece.replace(b"\n", b"\n" + directory.encode() + b"/")
    return _decode_text(piece[1:]).split("\n")


def encode_state(state: State) -> bytes:
    """The record that a store keeps of itself, as bytes."""
    return _pack(state)


def decode_state(data: bytes) -> State:
    """The store's own record. Raises ``StoreDamagedError``, also for another format."""
    state = _decode_head(_STATE, data)
    if state.format != FORMAT:
        raise StoreDamagedError(f"the store has format {state.format}, not {FORMAT}", hint="rebuild it")
    return state


def encode_entry(version: int, stamp: Stamp) -> bytes:
    """What the name space keeps of a file: positional, the hash as bytes."""
    return _pack((version, stamp.mtime_ns, stamp.size, bytes.fromhex(stamp.sha256)))


def decode_entry(data: bytes) -> tuple[int, Stamp]:
    """The inverse of ``encode_entry``. Raises ``StoreDamagedError``."""
    version, mtime_ns, size, digest = _decode_head(_ENTRY, data)
    return version, Stamp(digest.hex(), mtime_ns, size)


def _decode_text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _damage_error(error) from error


def _decode_head(decoder: msgspec.msgpack.Decoder[_T], data: bytes) -> _T:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damage_error(error) from error


def _damage_error(error: Exception | str) -> StoreDamagedError:
    return StoreDamagedError(f"the store holds a record that cannot be read: {error}", hint="rebuild it")
