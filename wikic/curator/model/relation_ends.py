"""Whether a relation may lead from one thing to another, by the kinds of things that its label may join."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wikic.language import all_packs, pack_files
from wikic.language.relations import LABELS
from wikic.text import relation_labels
from wikic.text.normalise import fold_name

_ENDS: Final = {label: (start, end) for label, start, end in pack_files.rows(LABELS, "relation_ends")}


def relation_fits(label: str, start: str, end: str) -> bool:
    """Whether ``label`` may be said of something in directory ``start`` and lead to something in ``end``.

    True for a label that stands in no table, and for a directory whose name tells no kind.
    """
    turned = label not in _ENDS
    row = _ENDS.get(relation_labels.inverse(label) if turned else label)
    if row is None:
        return True
    kinds = (_kinds(end), _kinds(start)) if turned else (_kinds(start), _kinds(end))
    return all(
        not at or not given or at & frozenset(given.split(", ")) for at, given in zip(kinds, row, strict=True)
    )


@lru_cache(maxsize=256)
def _kinds(dimension: str) -> frozenset[str]:
    """The kinds of things that a directory of this name takes."""
    name = fold_name(dimension)
    return frozenset(kind for kind, names in all_packs.rows("directory_names") if name in names.split(", "))
