"""A table whose entries are bytes until somebody asks for one.

Who goes through every entry once or twice needs few at a time; decoded, those of a catalogue of 300,000
documents would take a gigabyte, as bytes they take a third of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Any, Final, TypeVar

import msgspec

_Entry = TypeVar("_Entry")
_MAP: Final = 0xDF  # MessagePack's sign of a map whose length takes four bytes
_PIECE: Final = 1 << 20  # bytes


class PackedTable(MutableMapping[str, _Entry]):
    """Entries by path. Each is decoded anew whenever it is asked for, so there are only copies of it."""

    def __init__(self, entry: Any, rows: Mapping[str, msgspec.Raw | bytes] | None = None) -> None:
        """entry: the type of an entry. rows: entries as MessagePack."""
        self._entry = entry
        self._rows = {} if rows is None else dict(rows)
        self._decode = msgspec.msgpack.Decoder(entry).decode
        self._encode = msgspec.msgpack.Encoder().encode

    @classmethod
    def decoded(cls, entry: Any, data: bytes) -> PackedTable[_Entry]:
        """The table in MessagePack. Raises msgspec.MsgspecError."""
        return cls(entry, msgspec.msgpack.decode(data, type=dict[str, msgspec.Raw]))

    def __getitem__(self, path: str) -> _Entry:
        found: _Entry = self._decode(self._rows[path])
        return found

    def __setitem__(self, path: str, entry: _Entry) -> None:
        self._rows[path] = self._encode(entry)

    def __delitem__(self, path: str) -> None:
        del self._rows[path]

    def __contains__(self, path: object) -> bool:
        return path in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @classmethod
    def picked(cls, entry: Any, table: Mapping[str, _Entry], paths: Iterable[str]) -> PackedTable[_Entry]:
        """The entries of a table that have one of ``paths``, in their order."""
        found = cls(entry)
        if isinstance(table, PackedTable):
            rows = table._rows
            found._rows = {path: rows[path] for path in paths if path in rows}
        else:
            found.update((path, table[path]) for path in paths if path in table)
        return found

    def sorted(self) -> PackedTable[_Entry]:
        """The same by path."""
        return self.picked(self._entry, self, sorted(self._rows))

    def pieces(self) -> Iterator[bytes]:
        """The table as MessagePack, in pieces: a map from paths to entries."""
        piece = bytearray([_MAP, *len(self).to_bytes(4, "big")])
        for path, row in self._rows.items():
            piece += self._encode(path)
            piece += row
            if len(piece) > _PIECE:
                yield bytes(piece)
                piece.clear()
        yield bytes(piece)
