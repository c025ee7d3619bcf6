"""What a measurement asks of a store; how long it took is no test's matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.store.operator_times import OPERATIONS, OPERATORS, WARM_UP, Cost, Rival, Walked, contest, draw
from wikic.store.tree import TreeStore

PATHS = [f"people/Person-{number:03}.md" for number in range(50)]


class _Steps:
    """A clock that goes on by one microsecond at every second look."""

    def __init__(self) -> None:
        self._now = self._looks = 0

    def __call__(self) -> int:
        self._looks += 1
        if self._looks % 2 == 0:
            self._now += 1_000
        return self._now


@pytest.fixture
def store(tmp_path: Path) -> TreeStore:
    for path in PATHS:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(f"# {path}\n", "utf-8")
    return TreeStore(tmp_path)


def test_targets_are_drawn_alike_for_each_operator_and_the_same_again() -> None:
    one = draw(PATHS, 3, lambda path: path[:-5])
    assert one == draw(PATHS, 3, lambda path: path[:-5])
    assert len(one.pages) == len(one.directories) == len(one.prefixes) == WARM_UP + OPERATIONS
    assert set(one.directories) == {"people"}
    assert len(draw(PATHS, 3, str, 100).pages) == WARM_UP + 100
    assert all(page.startswith(prefix) for page, prefix in zip(one.pages, one.prefixes, strict=True))


def test_every_operator_is_asked_of_every_store_and_costs_what_the_clock_says(store: TreeStore) -> None:
    asked = draw(PATHS, 3, lambda path: path[:-5])
    rivals = [Rival(name, Walked(store), asked) for name in ("one", "other")]
    assert contest(rivals, _Steps()) == {
        name: dict.fromkeys(OPERATORS, Cost(1.0, 1.0)) for name in ("one", "other")
    }


def test_a_target_that_is_gone_ends_it(store: TreeStore) -> None:
    asked = draw(["people/Nobody.md"], 1, lambda path: path)
    with pytest.raises(AttributeError):
        contest([Rival("one", Walked(store), asked)])
