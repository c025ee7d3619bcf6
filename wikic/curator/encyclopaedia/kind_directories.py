"""Which directory of a schema takes a kind of thing, by the names that a language gives such directories."""

from __future__ import annotations

from functools import lru_cache

from wikic.language import Pack, pack_files
from wikic.model.schema import Schema


def directory(kind: str, schema: Schema, pack: Pack, *, described: bool = False) -> str:
    """The schema's directory for a kind of thing, its fallback when none fits.

    described: where no directory is called so, a word of its name or description will do.
    """
    names = _names(pack.code, kind)
    found = next(filter(None, map(_called(schema).get, names)), None)
    if found is None and described:
        found = next(filter(None, map(_described(schema).get, names)), None)
    return found or schema.fallback


def _called(schema: Schema) -> dict[str, str]:
    """Directories by their names, then by their titles and the names they accept."""
    called = {each.name.casefold(): each.name for each in schema.dimensions}
    for each in schema.dimensions:
        for other in (each.title, *each.accepts):
            called.setdefault(other.casefold(), each.name)
    return called


def _described(schema: Schema) -> dict[str, str]:
    """Directories by the words of their names and descriptions."""
    words: dict[str, str] = {}
    for each in schema.dimensions:
        for word in (*each.name.casefold().split("-"), *each.description.casefold().split()):
            words.setdefault(word, each.name)
    return words


@lru_cache(maxsize=64)
def _names(code: str, kind: str) -> tuple[str, ...]:
    """What directories of a kind may be called in a language, best first: one calls "places" what another
    calls "geography".
    """
    rows = dict.fromkeys(names for each, names in pack_files.rows(code, "directory_names") if each == kind)
    return tuple(name for names in rows for name in names.split(", "))
