"""Several values for a key, where most keys have one: a wiki holds millions of such tables' entries."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from itertools import chain
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value", bound=Hashable)


class Multimap(Generic[_Key, _Value]):
    """Values by key, each once, in the order they came. A single value takes no container of its own."""

    __slots__ = ("_one", "_several")

    def __init__(self) -> None:
        self._one: dict[_Key, _Value] = {}
        self._several: dict[_Key, dict[_Value, None]] = {}

    def __contains__(self, key: object) -> bool:
        """Whether a key has any value."""
        return key in self._one or key in self._several

    def __iter__(self) -> Iterator[_Key]:
        """The keys that have values."""
        return chain(self._one, self._several)

    def get(self, key: _Key) -> Collection[_Value]:
        """The values of a key, as they are now: change nothing while going through them."""
        several = self._several.get(key)
        if several is not None:
            return several.keys()
        return (self._one[key],) if key in self._one else ()

    def add(self, key: _Key, value: _Value) -> None:
        """Give a key one more value; nothing happens when it has it."""
        several = self._several.get(key)
        if several is not None:
            several[value] = None
        elif key not in self._one:
            self._one[key] = value
        elif self._one[key] != value:
            self._several[key] = {self._one.pop(key): None, value: None}

    def discard(self, key: _Key, value: _Value) -> None:
        """Take a value from a key; nothing happens when it has not got it."""
        several = self._several.get(key)
        if several is None:
            if key in self._one and self._one[key] == value:
                del self._one[key]
            return
        several.pop(value, None)
        if len(several) == 1:
            (self._one[key],) = self._several.pop(key)
