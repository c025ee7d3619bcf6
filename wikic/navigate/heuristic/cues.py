"""What words of a question ask for: relations to follow, and facts of a kind to look for.

A cue names labels as a page states them ("directed by" on the film's page); the inverse is followed as well,
since a question may start from either end ("films directed by X"). Labels are those of
``text/relation_labels.py``; the words stand in the records of the relations, and in the other packs by label.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic.language import all_packs
from wikic.language.relations import LABELS, Relation, relations
from wikic.text.relation_labels import inverse


@dataclass(frozen=True, slots=True)
class Cue:
    """Words of a question that ask for a relation.

    pattern: finds them.
    labels: of the relations asked for, read from either end.
    """

    pattern: re.Pattern[str]
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Attribute:
    """Words of a question that ask for a fact of a kind.

    name: of the kind.
    pattern: finds the words in a question.
    shape: finds what such a fact says.
    """

    name: str
    pattern: re.Pattern[str]
    shape: re.Pattern[str]


def _words(alternatives: str) -> re.Pattern[str]:
    # Latin letters on either side make another word; other scripts have no such edges.
    return re.compile(rf"(?<![A-Za-z])(?:{alternatives})(?![A-Za-z])", re.IGNORECASE)


def _cue(relation: Relation) -> Cue:
    labels = {relation.label, *relation.several("asked too")}
    words = "|".join(all_packs.told(relation.label, "asked"))
    return Cue(_words(words), frozenset(labels | {inverse(label) for label in labels}))


def _attribute(name: str) -> Attribute:
    rows = [row for row in all_packs.rows("ranked_attributes") if row[0] == name]
    shape = re.compile("|".join(row[2] for row in rows), re.IGNORECASE)
    return Attribute(name, _words("|".join(row[1] for row in rows)), shape)


CUES: Final = tuple(_cue(each) for each in relations(LABELS) if "asked" in each.keys)
ATTRIBUTES: Final = tuple(
    map(_attribute, dict.fromkeys(row[0] for row in all_packs.rows("ranked_attributes")))
)
