"""What a store's operators cost: Q1 get, Q2 list, Q3 navigate, Q4 prefix (WikiKV, section VI-B).

The paper's protocol: 1,000 operations on targets drawn at random, after 200 that are not counted. Each goes
down to what a caller reads: a text, names, the last text of a way, paths.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from wikic.store.protocol import Store, navigate_path
from wikic.store.records import parent_directory

OPERATORS: Final = ("Q1 get", "Q2 list", "Q3 navigate", "Q4 prefix")
WARM_UP: Final = 200
OPERATIONS: Final = 1_000
_TURN: Final = 100

Operation = Callable[[str], object]


class Walkable(Protocol):
    """A store with Q3 as its own."""

    def get(self, path: str) -> Any: ...
    def list(self, path: str) -> Any: ...
    def prefix(self, prefix: str) -> Any: ...
    def navigate(self, path: str) -> Any: ...


class Walked:
    """Any store of wikic's, with Q3."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.get, self.list, self.prefix = store.get, store.list, store.prefix

    def navigate(self, path: str) -> tuple[Any, ...]:
        """Navigate from the root to a page (Q3)."""
        return navigate_path(self.store, path)


@dataclass(frozen=True, slots=True)
class Targets:
    """What each operator is asked, one behind the other; the first ``WARM_UP`` are not counted.

    pages: paths of files, for Q1 and Q3. directories: for Q2. prefixes: for Q4.
    """

    pages: tuple[str, ...]
    directories: tuple[str, ...]
    prefixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rival:
    """A store under a name, with what it is asked."""

    name: str
    store: Walkable
    targets: Targets


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one operation, in microseconds: median and 99th percentile."""

    median: float
    p99: float


Costs = Mapping[str, Cost]
"""By operator, in the order of ``OPERATORS``."""


def draw(
    paths: Sequence[str], seed: int, prefix_of: Callable[[str], str], operations: int = OPERATIONS
) -> Targets:
    """Targets among ``paths``, with repeats; the same for the same seed."""
    chance = Random(seed)
    pages = tuple(chance.choice(paths) for _ in range(WARM_UP + operations))
    return Targets(pages, tuple(map(parent_directory, pages)), tuple(map(prefix_of, pages)))


def contest(rivals: Sequence[Rival], clock: Callable[[], int] = time.perf_counter_ns) -> dict[str, Costs]:
    """What the operators cost, by rival; all are asked equally often.

    The stores take turns of 100 operations, so that what else the machine does falls on all of them. Raises
    what a store raises, AttributeError for a target that is not there.
    """
    most = max(len(rival.targets.pages) for rival in rivals)
    gc.collect()
    gc.freeze()  # what the process holds in memory is not to be walked through while stores are timed
    try:
        found: dict[str, list[Cost]] = {rival.name: [] for rival in rivals}
        for number in range(len(OPERATORS)):
            taken: dict[str, list[int]] = {rival.name: [] for rival in rivals}
            for start in range(0, most, _TURN):
                for rival in rivals:
                    run, asked = _operations(rival)[number]
                    times = []
                    for target in asked[start : start + _TURN]:
                        before = clock()
                        run(target)
                        times.append(clock() - before)
                    if start >= WARM_UP:
                        taken[rival.name] += times
            for name, times in taken.items():
                times.sort()
                found[name].append(Cost(times[len(times) // 2] / 1e3, times[int(len(times) * 0.99)] / 1e3))
    finally:
        gc.unfreeze()
    return {name: dict(zip(OPERATORS, costs, strict=True)) for name, costs in found.items()}


def _operations(rival: Rival) -> tuple[tuple[Operation, Sequence[str]], ...]:
    """Q1 to Q4 with their targets."""
    store, targets = rival.store, rival.targets
    get, list_, walk = store.get, store.list, store.navigate

    def q1(path: str) -> object:
        return get(path).text

    def q2(path: str) -> object:
        return list_(path).files

    def q3(path: str) -> object:
        return walk(path)[-1].text

    return (
        (q1, targets.pages),
        (q2, targets.directories),
        (q3, targets.pages),
        (store.prefix, targets.prefixes),
    )
