"""The merge of what people decide, by what the files say: schema, identities, and the Error Book.

Lists are sets of named entries; of two texts that people gave one entry of the Error Book, they choose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any, Final

from wikic import layout
from wikic.errorbook import book_file
from wikic.errorbook.entry import PEOPLE, Book, Entry
from wikic.errors import ConfigError
from wikic.model.schema import Identity, Positioning, Schema
from wikic.wiki import schema_file
from wikic.wiki.merging import three_way

# By which fields of an entry two branches mean the same one; in other lists by all that it says.
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "dimensions": ("name",),
    "sections": ("directory", "heading"),
    "placement": ("directory", "into"),
    "evolved": ("kind", "what"),
    "collections": ("name",),
    "topics": ("directory", "collection", "folder", "prefix", "speaker", "date"),
    "pins": ("key", "entity"),
    "redirects": ("stem",),
}
_COMMENT: Final = re.compile(r"(?:^|[ \t])#.*$", re.M)
_GROUPS: Final = "same"  # its lists are known by their first title, which names the page

Value = Schema | Identity


class _BothSaidError(Exception):
    """Both sides changed one value, to different values."""


def parser(file: str) -> Callable[[bytes], Value] | None:
    """What reads a file path of this kind, or None."""
    if file == layout.SCHEMA_FILE:
        return schema_file.parse_schema
    return schema_file.parse_identity if file == layout.IDENTITY_FILE else None


def is_readable(data: bytes, file: str) -> bool:
    """Whether a file says something of its kind."""
    parse = parser(file)
    try:
        return parse is not None and bool(parse(data))
    except ConfigError:
        return False


def merge_decisions(base: bytes, ours: bytes, theirs: bytes, file: str, by_line: bytes = b"") -> bytes | None:
    """The merged file, written as ours is; ``base`` is empty when it is not known.

    by_line: as git merges its lines; taken where it says the same, for all comments are in it.

    None where people decided one thing in two ways, where a side cannot be read, or where a comment would be
    lost.
    """
    parse = parser(file)
    if parse is None:
        return None
    try:
        left, right = parse(ours), parse(theirs)
        empty: Value = Schema(Positioning(), ()) if isinstance(left, Schema) else Identity()
        merged = _merged(parse(base) if base.strip() else empty, left, right)
        if is_readable(by_line, file) and parse(by_line) == merged:
            return by_line
        data = schema_file.updated(ours, merged)
        parse(data)
    except (ConfigError, _BothSaidError):
        return None
    known = _comments(base) | _comments(data)
    return data if _comments(ours) | _comments(theirs) <= known else None


def _comments(data: bytes) -> set[str]:
    """What stands behind a ``#``, of a few texts too: those stay as well."""
    return {each.strip() for each in _COMMENT.findall(data.decode("utf-8-sig"))}


def _merged(base: Any, ours: Any, theirs: Any) -> Any:
    """A value of a dataclass, field by field."""
    changed: dict[str, Any] = {}
    for each in fields(ours):
        name = each.name
        old, left, right = (getattr(side, name) for side in (base, ours, theirs))
        if isinstance(left, tuple):
            changed[name] = _entries(name, old, left, right)
        elif is_dataclass(left):
            changed[name] = _merged(old, left, right)
        else:
            changed[name] = three_way.value(old, left, right, _both_said)
    return replace(ours, **changed)


def _both_said(base: Any, ours: Any, theirs: Any) -> Any:
    """Two values of a text; one that says nothing gives way."""
    if not ours or not theirs:
        return ours or theirs
    raise _BothSaidError


def _entries(name: str, base: Iterable[Any], ours: Iterable[Any], theirs: Iterable[Any]) -> tuple[Any, ...]:
    """A list as a set of entries, in our order, what only they have behind what it follows there."""
    sides = [_keyed(name, side) for side in (base, ours, theirs)]
    old, left, right = ({key: repr(each) for key, each in side.items()} for side in sides)
    values = {repr(each): each for side in sides for each in side.values()}

    def decide(key: str, was: str, mine: str, yours: str) -> str:
        found = _both_changed(values.get(was), values[mine], values[yours])
        values[repr(found)] = found
        return repr(found)

    return tuple(values[each] for each in three_way.sequence(old, left, right, decide).values())


def _both_changed(base: Any, ours: Any, theirs: Any) -> Any:
    if isinstance(ours, tuple):  # a group of titles
        union = set(three_way.union(base or (), ours, theirs))
        return tuple(each for each in dict.fromkeys((*ours, *theirs)) if each in union)
    return _merged(base if base is not None else _blank(ours), ours, theirs)


def _blank(entry: Any) -> Any:
    """An entry of the same type whose every field is empty."""
    empty = {each.name: type(getattr(entry, each.name))() for each in fields(entry)}
    return replace(entry, **empty)


def _keyed(name: str, entries: Iterable[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in entries:
        key = _key(name, each)
        number = 1
        while (unique := key if number == 1 else f"{key}\0{number}") in found:
            number += 1
        found[unique] = each
    return found


def _key(name: str, entry: Any) -> str:
    if name == _GROUPS and entry:
        return str(entry[0])
    named = _KEYS.get(name)
    return repr(entry) if named is None else repr(tuple(map(partial(getattr, entry), named)))


_BOOK_LISTS: Final = ("examples", "pages")


def merge_book(base: bytes | None, ours: bytes, theirs: bytes) -> bytes | None:
    """The merged book; ``base`` is None where it is not known.

    None where a side cannot be read whole, or where both changed a text of an entry. Two branches that met
    one cause for the first time each have words of their own for it: either will do.
    """
    try:
        old, left, right = (_read_book(each) for each in (base or b"", ours, theirs))
    except ConfigError:
        return None
    for name in left.by_id.keys() & right.by_id.keys():
        mine, yours, before = left.by_id[name], right.by_id[name], old.by_id.get(name)
        if before is None and base is not None and mine.rule != PEOPLE:
            continue
        if any(_changed_twice(each.name, before, mine, yours) for each in fields(Entry)):
            return None
    return book_file.render(book_file.merge(old, left, right))


def _read_book(data: bytes) -> Book:
    """Raises ConfigError for a book that cannot be read, and for one with remarks, which would be gone."""
    book = book_file.parse(data)
    if data.strip() and book_file.render(book) != data:
        raise ConfigError("more than an Error Book")
    return book


def _changed_twice(name: str, before: Entry | None, ours: Entry, theirs: Entry) -> bool:
    old, mine, yours = (getattr(each, name, "") for each in (before, ours, theirs))
    return name not in _BOOK_LISTS and mine != yours and old not in (mine, yours)
