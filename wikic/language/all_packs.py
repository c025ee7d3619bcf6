"""What the packs of all languages say together: for texts and questions whose language nobody knows."""

from __future__ import annotations

from functools import lru_cache

from wikic.language import pack_files, relations
from wikic.language.pack import codes


@lru_cache(maxsize=256)
def words(name: str) -> tuple[str, ...]:
    """The list ``name`` of every language that has one."""
    return tuple(word for code in codes() for word in pack_files.words(code, name))


@lru_cache(maxsize=256)
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of the table ``name`` of every language that has one."""
    return tuple(row for code in codes() for row in pack_files.rows(code, name))


@lru_cache(maxsize=256)
def expressions(name: str) -> tuple[str, ...]:
    """The expression ``name`` of every language that has one."""
    return tuple(
        pack_files.pattern(code, name).pattern for code in codes() if pack_files.has_pattern(code, name)
    )


def expression(name: str) -> str:
    """An expression for what the expression ``name`` of any language finds."""
    return "|".join(expressions(name)) or "(?!)"


@lru_cache(maxsize=1024)
def told(label: str, key: str) -> tuple[str, ...]:
    """What the records of the relation ``label`` say for a key in every language."""
    return tuple(value for code in codes() for value, each in relations.values(code, key) if each == label)
