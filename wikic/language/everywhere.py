"""What the packs of all languages say together: for texts and questions whose language nobody knows."""

from __future__ import annotations

from functools import lru_cache

from wikic.language import reading
from wikic.language.loading import codes


@lru_cache(maxsize=256)
def words(name: str) -> tuple[str, ...]:
    """The list ``name`` of every language that has one."""
    return tuple(word for code in codes() for word in reading.words(code, name))


@lru_cache(maxsize=256)
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of the table ``name`` of every language that has one."""
    return tuple(row for code in codes() for row in reading.rows(code, name))


@lru_cache(maxsize=256)
def expression(name: str) -> str:
    """An expression for what the expression ``name`` of any language finds."""
    found = (reading.pattern(code, name).pattern for code in codes() if reading.has_pattern(code, name))
    return "|".join(found) or "(?!)"
