"""Typed relations: what each is called from either side, and the words by which one language tells it.

Labels are English in every wiki, so the English pack has a record of each (``relation_records.txt`` says what
its keys mean); the packs of other languages add the words of theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wikic.language import pack_files

LABELS: Final = "en"  # the language of labels


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation as a pack tells it.

    label: what it is called on the page of a statement.
    inverse: what it is called from the other side.
    keys: what else is said of it, for each key its values.
    """

    label: str
    inverse: str
    keys: Mapping[str, tuple[str, ...]]

    def every(self, key: str) -> tuple[str, ...]:
        """The values of a key, in order."""
        return self.keys.get(key, ())

    def first(self, key: str) -> str:
        """The value of a key that has one, or ""."""
        return next(iter(self.every(key)), "")

    def several(self, key: str) -> tuple[str, ...]:
        """The items of a value that is a list."""
        return tuple(self.first(key).split(", ")) if key in self.keys else ()


@lru_cache(maxsize=8)
def relations(code: str) -> tuple[Relation, ...]:
    """The relations that a pack tells, in its order."""
    return tuple(
        Relation(each["relation"][0], next(iter(each.get("inverse", ())), ""), each)
        for each in pack_files.records(code, "relation_records")
    )


def values(code: str, key: str) -> tuple[tuple[str, str], ...]:
    """(value, label) for every value that a pack gives for a key, in its order."""
    return tuple((value, each.label) for each in relations(code) for value in each.every(key))
