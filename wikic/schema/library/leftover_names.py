"""Proper names by which is divided what other topics leave: DB2, Portal, Rational.

What is left has little in common, so likeness finds nothing in it; but a reader looks for what is said of a
product under its name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.library.phrases import COMMON, RAREST, Phrase, title_phrases
from wikic.schema.library.vectors import Vector

_TITLES: Final = 2  # that have the name; a further document may have it among its words
_SMALL: Final = 0.2  # share of its uses in lower case, from which a word is no name
_PART: Final = 0.75  # share of its titles that say before it which: "Deployment Manager", "Process Manager"


def leftover_names(
    left: Sequence[DocumentFeatures], vectors: Sequence[Vector], every: Sequence[DocumentFeatures]
) -> list[Phrase]:
    """Names in titles of ``left``, each with the documents that have it in their titles or speak of it.

    vectors: the words of ``left``. every: all documents of the collection, whose texts show how a word is
    written; what many of them have tells nothing apart.
    """
    found: list[Phrase] = []
    for each in title_phrases(left, _TITLES):
        speaking = {at for at, vector in enumerate(vectors) if each.words <= vector.keys()}
        holders = tuple(sorted(speaking.union(each.holders)))
        if (
            RAREST <= len(holders) <= COMMON * len(left)
            and each.preceded <= _PART * len(each.holders)
            and sum(each.words <= {word for word, _ in leaf.words} for leaf in every) <= COMMON * len(every)
            and _is_name(each.text, every)
        ):
            found.append(replace(each, holders=holders, proper=True))
    return found


def _is_name(text: str, leaves: Sequence[DocumentFeatures]) -> bool:
    """Whether texts write it with a capital wherever it stands by itself, and not in a path or in code."""
    if not (text.isascii() and text[0].isupper()):
        return False
    if any(map(str.isdigit, text)):  # DB2 is typed in lower case at a prompt
        return True
    alone = re.compile(rf"(?<![\w./\\_@$-]){re.escape(text)}(?![\w/\\_=@-]|[.:]\w)", re.IGNORECASE)
    uses: list[str] = [use for leaf in leaves for use in alone.findall(leaf.opening)]
    return sum(use[0].islower() for use in uses) <= _SMALL * len(uses)
