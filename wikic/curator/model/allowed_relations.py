"""The closed set of relation labels that a model may use. Code mirrors each (``text/relation_labels.py``)."""

from __future__ import annotations

from typing import Final

from wikic.language import pack_files
from wikic.text.normalise import normalise

_NAMES: Final = {row[0]: row[1] for row in pack_files.rows("zh", "relation_names")}
# Label, and what a Chinese reader calls what stands at its other end. Of two that mirror each other both
# are there where texts say both ("father", "son"): one direction is enough, the other is written by code.
LABELS: Final = tuple((label, _NAMES[label]) for label in pack_files.words("en", "model_relations"))
_GLOSSES: Final = {gloss: label for label, gloss in LABELS}


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
