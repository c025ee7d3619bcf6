"""The closed set of relation labels that a model may use, and what each may join by the kinds of things.

Code mirrors each (``text/relation_labels.py``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wikic.language import all_packs, pack_files
from wikic.language.relations import LABELS as ENGLISH
from wikic.text import relation_labels
from wikic.text.normalise import fold_name, normalise

_NAMES: Final = {row[0]: row[1] for row in pack_files.rows("zh", "relation_names")}
# Label, and what a Chinese reader calls what stands at its other end. Of two that mirror each other both
# are there where texts say both ("father", "son"): one direction is enough, the other is written by code.
LABELS: Final = tuple((label, _NAMES[label]) for label in pack_files.words("en", "model_relations"))
_GLOSSES: Final = {gloss: label for label, gloss in LABELS}
_ENDS: Final = {label: (start, end) for label, start, end in pack_files.rows(ENGLISH, "relation_ends")}


def listed(language: str) -> str:
    """The labels as a prompt in ``language`` lists them."""
    if language == "zh":
        return "、".join(f"{label}（{gloss}）" for label, gloss in LABELS)
    return ", ".join(label for label, _ in LABELS)


def known(raw: str, mirrored: frozenset[str]) -> str:
    """The label that ``raw`` is, or ""; ``mirrored`` are all that code can turn round."""
    label = normalise(raw).casefold().replace("_", " ")
    label = label.partition("（")[0].strip()
    label = _GLOSSES.get(label, label)
    return label if label in mirrored else ""


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
