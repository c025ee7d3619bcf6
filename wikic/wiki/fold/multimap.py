"""Several values for a key, where most keys have one: a wiki holds millions of such tables' entries."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from wikic.wiki.fold.tables import Kind, Overflow, Table

_Value = TypeVar("_Value", bound=Hashable)


class Multimap(Generic[_Value]):
    """Values by key, each once, in the order they came."""

    __slots__ = ("_table",)

    def __init__(self, overflow: Overflow, type_: Any) -> None:
        """``type_``: of the values, one that msgspec knows and that is no dict."""
        # A single value takes no container of its own.
        self._table: Table[_Value | dict[_Value, None]] = Table(overflow, _kind(type_))

    def __contains__(self, key: object) -> bool:
        """Whether a key has any value."""
        return key in self._table

    def __iter__(self) -> Iterator[str]:
        """The keys that have values."""
        return iter(self._table)

    def get(self, key: str) -> Collection[_Value]:
        """The values of a key, as they are now: change nothing while going through them."""
        found = self._table.get(key)
        if isinstance(found, dict):
            return found.keys()
        return () if found is None else (found,)

    def add(self, key: str, value: _Value) -> None:
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

    def discard(self, key: str, value: _Value) -> None:
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
