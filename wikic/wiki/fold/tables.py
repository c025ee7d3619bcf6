"""Tables that keep what is in use in memory, and the rest in a file: of a wiki of any size, so much.

All tables of a fold share a bound (``Overflow``). While their entries stay below it no file is made. Above
it, what was neither read nor changed for a while goes to an SQLite database that has no name and is gone with
the process. SQLite, not LevelDB, because single keys are asked for at random (3 µs, LevelDB 10 to 14), and
because it takes the memory it is given, where LevelDB maps its files.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Hashable,
    ItemsView,
    Iterable,
    Iterator,
    MutableMapping,
    ValuesView,
)
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast
from weakref import finalize

import msgspec

from wikic.errors import DiskError

if TYPE_CHECKING:
    import sqlite3


ROOM: Final = 256 << 20  # bytes in use; as much again may wait to be used once more
_CACHE: Final = 64 << 20  # bytes of the file in memory
_AT_ONCE: Final = 1_000  # rows read in one go where a table is gone through
_SETTINGS: Final = (f"cache_size=-{_CACHE >> 10}", "journal_mode=OFF", "synchronous=OFF", "temp_store=FILE")

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Kind(Generic[_Value]):
    """What a table holds.

    encode, decode: a value as bytes, and back.
    weight: bytes that an entry takes in memory, about.
    """

    encode: Callable[[_Value], bytes]
    decode: Callable[[bytes], _Value]
    weight: int = 200

    @classmethod
    def of(cls, type_: Any, weight: int = 200) -> Kind[Any]:
        """Values of a type that msgspec knows."""
        return cls(msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(type_).decode, weight)


class Overflow:
    """What the tables of one fold share: the bound, and the file for what is above it."""

    def __init__(self, room: int | None = None) -> None:
        """``room``: bytes in use that are kept in memory, ``ROOM`` unless told."""
        self._room = ROOM if room is None else room
        self._held = 0
        self._tables: list[Table[Any]] = []
        self._file: sqlite3.Connection | None = None

    def enrol(self, table: Table[Any]) -> str:
        """Take part; the name that the table has in the file."""
        self._tables.append(table)
        return f"t{len(self._tables)}"

    def grown(self, weight: int) -> None:
        """An entry came into use; where these are too many, make room. Raises DiskError."""
        self._held += weight
        if self._held > self._room:
            self._held = 0
            for table in self._tables:
                table.age()

    def write(self, name: str, rows: Iterable[tuple[str, bytes | None]]) -> None:
        """Put rows into the file; one without bytes takes what is there away. Raises DiskError."""
        with _disk_errors():
            file = self._opened()
            file.execute("BEGIN")
            file.execute(f"CREATE TABLE IF NOT EXISTS {name} (k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID")
            for key, data in rows:
                if data is None:
                    file.execute(f"DELETE FROM {name} WHERE k = ?", (key,))
                else:
                    file.execute(f"REPLACE INTO {name} VALUES (?, ?)", (key, data))
            file.execute("COMMIT")

    def read(self, name: str, key: str) -> bytes | None:
        """A value in the file, or None. Raises DiskError."""
        with _disk_errors():
            row = self._opened().execute(f"SELECT v FROM {name} WHERE k = ?", (key,)).fetchone()
        return None if row is None else cast("bytes", row[0])

    def rows(self, name: str) -> Iterator[tuple[str, bytes]]:
        """All rows in the file, by key; what comes meanwhile may be missed. Raises DiskError."""
        after = ""
        asked = f"SELECT k, v FROM {name} WHERE k >= ? ORDER BY k LIMIT {_AT_ONCE}"
        while True:
            with _disk_errors():
                found: list[tuple[str, bytes]] = self._opened().execute(asked, (after,)).fetchall()
            yield from found
            if len(found) < _AT_ONCE:
                return
            after = found[-1][0] + "\0"  # nothing stands between the two

    def count(self, name: str) -> int:
        """How many rows are in the file. Raises DiskError."""
        with _disk_errors():
            return int(self._opened().execute(f"SELECT count(*) FROM {name}").fetchone()[0])

    def _opened(self) -> sqlite3.Connection:
        if self._file is None:
            import sqlite3  # a wiki of usual size does without

            # No name: a temporary file, where TMPDIR or the system says, that no other process sees.
            self._file = sqlite3.connect("", isolation_level=None, check_same_thread=False)
            finalize(self, self._file.close)
            for setting in _SETTINGS:
                self._file.execute(f"PRAGMA {setting}")
        return self._file


class Table(MutableMapping[str, _Value]):
    """A mapping from text to values that may be larger than the memory.

    A value is changed by setting it anew: what was put aside is a copy. While it is gone through it may be
    changed; what comes meanwhile may be missed, and what changes or goes be shown as it was.
    """

    def __init__(self, overflow: Overflow, kind: Kind[_Value]) -> None:
        """``overflow``: shared with the other tables of the fold."""
        self._kind = kind
        self._overflow = overflow
        self._name = overflow.enrol(self)
        # What was read or changed of late, and what was before that; a key is in one of them.
        self._young: dict[str, _Value | None] = {}  # None: gone, and maybe still in the file
        self._old: dict[str, _Value | None] = {}
        self._saved: set[str] = set()  # keys in memory whose values are in the file as they are
        self._filed = False  # whether there may be anything in the file

    # --- single keys ------------------------------------------------------------------------------

    def get(self, key: object, default: Any = None) -> Any:
        """The value of a key, or ``default``."""
        found = self._young.get(key)  # type: ignore[call-overload]  # any object may be asked for
        if found is None and key not in self._young:
            found = self._fetch(cast("str", key))
        return default if found is None else found

    def _fetch(self, key: str) -> _Value | None:
        if key in self._old:
            found = self._old.pop(key)
        elif not self._filed:
            return None
        else:
            data = self._overflow.read(self._name, key)
            if data is None:
                return None
            found = self._kind.decode(data)
            self._saved.add(key)
        self._young[key] = found
        self._overflow.grown(self._kind.weight)
        return found

    def __getitem__(self, key: str) -> _Value:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return cast("_Value", found)

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None

    def __setitem__(self, key: str, value: _Value) -> None:
        self._put(key, value)

    def __delitem__(self, key: str) -> None:
        if key not in self:
            raise KeyError(key)
        if self._filed:
            self._put(key, None)
        else:
            for held in (self._young, self._old):
                held.pop(key, None)

    def _put(self, key: str, value: _Value | None) -> None:
        new = key not in self._young
        self._young[key] = value
        self._saved.discard(key)
        if new:
            self._old.pop(key, None)
            self._overflow.grown(self._kind.weight)

    def clear(self) -> None:
        """Forget everything."""
        for key in self:
            del self[key]

    # --- all of them ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._rows())

    def items(self) -> ItemsView[str, _Value]:
        """Keys and values; what is in the file is not brought into use by it."""
        return _Items(self)

    def values(self) -> ValuesView[_Value]:
        """The values; as ``items``."""
        return _Values(self)

    def _rows(self) -> Iterator[tuple[str, _Value]]:
        rows: Iterable[tuple[str, bytes | None]]
        if self._filed:
            self._save()
            rows = self._overflow.rows(self._name)
        else:
            rows = [(key, None) for key in (*self._old, *self._young)]
        for key, data in rows:
            value = self._seen(key, data)
            if value is not None:
                yield key, value

    def _seen(self, key: str, data: bytes | None) -> _Value | None:
        """The value of a key as it is now, not brought into use; ``data``: as it was in the file."""
        for held in (self._young, self._old):
            if key in held:
                return held[key]
        if data is None and self._filed:  # put aside since
            data = self._overflow.read(self._name, key)
        return None if data is None else self._kind.decode(data)

    def __len__(self) -> int:
        if not self._filed:
            return len(self._young) + len(self._old)
        self._save()
        return self._overflow.count(self._name)

    # --- making room ------------------------------------------------------------------------------

    def age(self) -> None:
        """Put aside what is not in use any more. Raises DiskError."""
        self._write(self._old)
        self._old, self._young = self._young, {}
        self._saved &= self._old.keys()

    def _save(self) -> None:
        """Have everything in the file."""
        for held in (self._old, self._young):
            self._write(held)
            self._saved |= held.keys()

    def _write(self, held: dict[str, _Value | None]) -> None:
        fresh = held.keys() - self._saved if self._saved else held.keys()
        if not fresh:
            return
        encode = self._kind.encode
        values = ((key, held[key]) for key in sorted(fresh))  # neighbours in the file come together
        self._overflow.write(
            self._name, ((key, None if value is None else encode(value)) for key, value in values)
        )
        self._filed = True


class _Items(ItemsView[str, _Value]):
    """Keys and values of a table, gone through in one pass."""

    _mapping: Table[_Value]

    def __iter__(self) -> Iterator[tuple[str, _Value]]:
        return self._mapping._rows()


class _Values(ValuesView[_Value]):
    """The values of a table, gone through in one pass."""

    _mapping: Table[_Value]

    def __iter__(self) -> Iterator[_Value]:
        return (value for _, value in self._mapping._rows())


@contextmanager
def _disk_errors() -> Iterator[None]:
    """What SQLite raises where the disk is full or refuses, as DiskError."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        raise DiskError(
            f"the temporary file of the fold cannot be used: {error}",
            hint="TMPDIR names the folder it lies in; it takes a few kilobytes a document",
        ) from error


_Item = TypeVar("_Item", bound=Hashable)


class Multimap(Generic[_Item]):
    """Values by key, each once, in the order they came."""

    __slots__ = ("_table",)

    def __init__(self, overflow: Overflow, type_: Any) -> None:
        """``type_``: of the values, one that msgspec knows and that is no dict."""
        # A single value takes no container of its own.
        self._table: Table[_Item | dict[_Item, None]] = Table(overflow, _kind(type_))

    def __contains__(self, key: object) -> bool:
        """Whether a key has any value."""
        return key in self._table

    def __iter__(self) -> Iterator[str]:
        """The keys that have values."""
        return iter(self._table)

    def get(self, key: str) -> Collection[_Item]:
        """The values of a key, as they are now: change nothing while going through them."""
        found = self._table.get(key)
        if isinstance(found, dict):
            return found.keys()
        return () if found is None else (found,)

    def add(self, key: str, value: _Item) -> None:
        """Give a key one more value; nothing happens when it has it."""
        found = self._table.get(key)
        if found is None:
            self._table[key] = value
        elif isinstance(found, dict):
            if value not in found:
                found[value] = None
                self._table[key] = found
        elif found != value:
            self._table[key] = {found: None, value: None}

    def discard(self, key: str, value: _Item) -> None:
        """Take a value from a key; nothing happens when it has not got it."""
        found = self._table.get(key)
        if isinstance(found, dict):
            if value in found:
                del found[value]
                self._table[key] = found if len(found) > 1 else next(iter(found))
        elif found is not None and found == value:
            del self._table[key]


@cache
def _kind(type_: Any) -> Kind[Any]:
    encode = msgspec.msgpack.Encoder().encode
    decode = msgspec.msgpack.Decoder(list[type_]).decode

    def encoded(held: Any) -> bytes:
        return encode(list(held) if isinstance(held, dict) else [held])

    def decoded(data: bytes) -> Any:
        values = decode(data)
        return values[0] if len(values) == 1 else dict.fromkeys(values)

    return Kind(encoded, decoded)
