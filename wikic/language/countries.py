"""Countries, their peoples and the adjectives of both: one table a language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wikic.language import pack_files


@dataclass(frozen=True, slots=True)
class Country:
    """A country that there is or was.

    name: as people write it.
    others: other names of it, some in its own language.
    adjectives: "French", and what else a thing from there is called.
    people: words for who lives there and for their languages.
    answer: the country that is meant where one is asked for, or "".
    """

    name: str
    others: tuple[str, ...]
    adjectives: tuple[str, ...]
    people: tuple[str, ...]
    answer: str


@lru_cache(maxsize=8)
def countries(code: str) -> tuple[Country, ...]:
    """The countries as a language names them."""
    return tuple(
        Country(name, _several(others), _several(adjectives), _several(people), answer)
        for name, others, adjectives, people, answer in pack_files.rows(code, "countries")
    )


def _several(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(", ")) if cell else ()
