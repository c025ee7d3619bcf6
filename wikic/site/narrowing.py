"""Addresses of a list narrowed to a directory, a tag or a collection, and of the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A list and what it is narrowed to.

    place: its address. fields: of its query: ``q``, ``in``, ``tag``, ``collection``; "" are left out.
    """

    place: str
    fields: Mapping[str, str]

    def directory(self, name: str) -> str:
        """The same in another directory."""
        return self._with("in", name)

    def tag(self, name: str) -> str:
        """The same with another tag."""
        return self._with("tag", name)

    def collection(self, name: str) -> str:
        """The same of another collection."""
        return self._with("collection", name)

    def screen(self, number: int) -> str:
        """Another screen of it."""
        return self._with("page", str(number) if number > 1 else "")

    def everything(self) -> str:
        """What was asked, narrowed to nothing."""
        return self._address({"q": self.fields.get("q", "")})

    def _with(self, name: str, value: str) -> str:
        return self._address({**self.fields, name: value})

    def _address(self, fields: Mapping[str, str]) -> str:
        query = urlencode({name: value for name, value in fields.items() if value}, errors="replace")
        return f"{self.place}?{query}" if query else self.place
