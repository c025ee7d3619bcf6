"""Names in a statement."""

from __future__ import annotations

import pytest

from wikic.curator.model.named_entities import named_in
from wikic.model.statement import Entity

ENTITIES = (
    Entity("e1", "Vell", "places"),
    Entity("e2", "Anna of Vell", "people", aliases=("the Pilot",)),
    Entity("e3", "Hugh, King of Osund", "people"),
    Entity("e4", "Osund", "places"),
    Entity("e5", "Ann", "people"),
    Entity("e6", "白水", "places"),
    Entity("e7", "白水灯塔", "places"),
    Entity("e8", "North", "people", aliases=("Twin",)),
    Entity("e9", "South", "people", aliases=("Twin",)),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Vell is cold.", ("e1",)),
        ("Anna of Vell sailed.", ("e2",)),
        ("Anna of Vell sailed to Vell.", ("e1", "e2")),
        ("Hugh sailed to Osund.", ("e3", "e4")),
        ("Hugh, King of Osund, sailed.", ("e3",)),
        ("Annals were kept, Hughes wrote.", ()),
        ("Ann, the Pilot's friend, sailed.", ("e2", "e5")),
        ("白水灯塔很高。", ("e7",)),
        ("白水灯塔在白水。", ("e6", "e7")),
        ("The Twin sailed.", ()),
    ],
)
def test_names_are_whole_and_the_longest(text: str, expected: tuple[str, ...]) -> None:
    assert named_in(text, ENTITIES) == expected
