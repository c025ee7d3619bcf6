"""How tests wait: for what happens, never for a time; and what work costs on this machine, now."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

# Only a hang takes so long. Below the limit of a test, so that what was waited for in vain is said.
HUNG: Final = 600.0


def until(true: Callable[[], object], said: Callable[[], object] = lambda: "waited in vain") -> None:
    """Wait until something is true; ``said`` tells what there was instead, where that never happens."""
    end = time.monotonic() + HUNG
    while not true():
        assert time.monotonic() < end, said()
        time.sleep(0.01)


def effort(work: Callable[[], object]) -> float:
    """What ``work`` costs, in units of what counting to a million costs here and now.

    Processor time alone would measure the machine and what shares its cores: both are measured beside it.
    """
    before = _counting()
    began = time.process_time()
    work()
    spent = time.process_time() - began
    return spent / max(before, _counting())


def _counting() -> float:
    began = time.process_time()
    for _ in range(1_000_000):
        pass
    return max(time.process_time() - began, 1e-3)
