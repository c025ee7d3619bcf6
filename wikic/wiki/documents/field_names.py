"""The names under which documents keep their fields, in frontmatter and in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from itertools import islice
from typing import Any, Final

from wikic.wiki.documents.decoding import clean
from wikic.wiki.documents.note_fields import aliases_of, tags_of
from wikic.wiki.documents.read_outcome import TEXT, Draft

_TITLE: Final = ("title", "name", "heading")
_ID: Final = ("id", "_id", "key", "slug", "doc_id")
_DATE: Final = ("date", "published", "created", "timestamp", "published_at", "created_at", "pubdate")
_LOCATION: Final = ("url", "location", "link", "uri", "permalink")
_AUTHOR: Final = ("author", "authors", "creator", "by")
_COLLECTION: Final = ("book", "collection", "journal", "source", "series")
_LANGUAGE: Final = ("language", "lang")
_DEEPEST: Final = 4  # a list of authors who each have a list of names; nothing meant is deeper
_LONGEST: Final = 2_000  # characters of a field, and parts of a list; a title of more is none
_NESTED: Final = ("metadata", "meta")


def draft(fields: Mapping[str, Any], text: str) -> Draft:
    """A draft with ``text`` and whatever ``fields`` say about it; names are compared without case."""
    named = _folded(fields)
    return Draft(
        text=text,
        title=_first(named, _TITLE),
        date=_first(named, _DATE),
        language=_first(named, _LANGUAGE),
        author=_first(named, _AUTHOR),
        collection_title=_first(named, _COLLECTION),
        location=_first(named, _LOCATION),
        record=_first(named, _ID),
        aliases=aliases_of(named),
        tags=tags_of(named),
    )


def text_of(fields: Mapping[str, Any]) -> str | None:
    """The text of a JSON record, paragraphs of a list joined; None when no field holds any."""
    named = _folded(fields)
    for name in TEXT:
        value = named.get(name)
        if isinstance(value, str):
            return clean(value)
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            return clean("\n\n".join(value))
    return None


def _folded(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields by lower-case name; those of ``metadata`` stand behind the record's own."""
    found: dict[str, Any] = {}
    for level in _levels(fields):
        for name, value in level.items():
            if value is not None:
                found.setdefault(str(name).lower(), value)
    return found


def _levels(fields: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield fields
    for name in _NESTED:
        inner = fields.get(name)
        if isinstance(inner, Mapping):
            yield inner


def _first(named: Mapping[str, Any], names: tuple[str, ...]) -> str:
    for name in names:
        words = _words(named.get(name))
        if words:
            return words
    return ""


def _words(value: Any, depth: int = 0) -> str:
    """A field's value on one line: a list's parts with commas, the name of what has one, else nothing.

    depth: how many lists and mappings it stands in.
    """
    if depth > _DEEPEST:
        return ""
    match value:
        case str():
            return clean(value[:_LONGEST]).strip()
        case bool() | None:
            return ""
        case int() | float():
            return str(value)
        case date() | time():  # of TOML
            return value.isoformat()
        case list():
            parts = (_words(each, depth + 1) for each in islice(value, _LONGEST))
            return ", ".join(words for words in parts if words)[:_LONGEST].strip()
        case dict():
            return _words(value.get("name"), depth + 1)
    return ""
