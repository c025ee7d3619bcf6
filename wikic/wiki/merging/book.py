"""The merge of ``error_book.yaml``: entries by id; of two texts that people gave one, they choose."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from wikic.errorbook import book_file
from wikic.errorbook.entry import PEOPLE, Book, Entry
from wikic.errors import ConfigError

_LISTS: Final = ("examples", "pages")


def merge(base: bytes | None, ours: bytes, theirs: bytes) -> bytes | None:
    """The merged book; ``base`` is None where it is not known.

    None where a side cannot be read whole, or where both changed a text of an entry. Two branches that met
    one cause for the first time each have words of their own for it: either will do.
    """
    try:
        old, left, right = (_read(each) for each in (base or b"", ours, theirs))
    except ConfigError:
        return None
    for name in left.by_id.keys() & right.by_id.keys():
        mine, yours, before = left.by_id[name], right.by_id[name], old.by_id.get(name)
        if before is None and base is not None and mine.rule != PEOPLE:
            continue
        if any(_both_changed(each.name, before, mine, yours) for each in fields(Entry)):
            return None
    return book_file.render(book_file.merge(old, left, right))


def _read(data: bytes) -> Book:
    """Raises ConfigError for a book that cannot be read, and for one with remarks, which would be gone."""
    book = book_file.parse(data)
    if data.strip() and book_file.render(book) != data:
        raise ConfigError("more than an Error Book")
    return book


def _both_changed(name: str, before: Entry | None, ours: Entry, theirs: Entry) -> bool:
    old, mine, yours = (getattr(each, name, "") for each in (before, ours, theirs))
    return name not in _LISTS and mine != yours and old not in (mine, yours)
