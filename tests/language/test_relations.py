"""Each relation is one record, which extraction, questions and evolve read."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from wikic.curator.encyclopaedia.things import Sort
from wikic.language.relations import LABELS, Relation, relations, values

KNOWN = relations(LABELS)
SIDES = {label for each in KNOWN for label in (each.label, each.inverse)}
KEYS = {
    *(
        "relation",
        "inverse",
        "end",
        "fits",
        "single",
        "kindless",
        "called",
        "inverse called",
        "participles",
        "made",
        "kin",
    ),
    *("aside", "cue place", "cue person", "cue work", "cue thing", "cue any", "asked", "asked too"),
}


def test_each_label_has_one_record() -> None:
    labels = [each.label for each in KNOWN]
    assert len(labels) == len(set(labels)) and all(each.inverse for each in KNOWN)


@pytest.mark.parametrize("relation", KNOWN, ids=lambda each: each.label)
def test_a_record_says_what_the_others_understand(relation: Relation) -> None:
    assert set(relation.keys) <= KEYS
    assert {*relation.every("end"), *relation.several("fits")} <= set(get_args(Sort))
    assert set(relation.several("asked too")) <= SIDES
    for key in ("made", "kin", "asked", *(key for key in relation.keys if key.startswith("cue "))):
        for value in relation.every(key):
            re.compile(value)


def test_the_values_of_a_key_come_in_the_order_of_the_records() -> None:
    made = values(LABELS, "made")
    assert [label for _, label in made][:2] == ["directed by", "written by"]


def test_a_language_without_records_tells_no_relation() -> None:
    assert relations("fi") == () and values("fi", "kin") == ()
