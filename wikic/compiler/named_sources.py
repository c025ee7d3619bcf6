"""The sources that a person names by a key."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from wikic import layout
from wikic.errors import UsageError

NEAR: Final = 60  # rapidfuzz's WRatio, of 100: below it two keys share little but their alphabet


def named_sources(key: str, known: Collection[str], hint: str) -> list[str]:
    """The keys among ``known`` that a key means: itself, or the chapters of the book it is of.

    hint: where keys are to be found. Raises UsageError, naming the nearest key, where it means none.
    """
    found = [key] if key in known else layout.parts_of(key, known)
    if found:
        return found
    from rapidfuzz import process

    near = process.extractOne(key, list(known), score_cutoff=NEAR)
    raise UsageError(
        f"no source has the key {key!r}; nothing was changed",
        hint=f"did you mean {near[0]!r}?" if near else hint,
    )
