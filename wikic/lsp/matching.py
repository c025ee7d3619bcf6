"""Which of many names fit what somebody has typed so far, the best first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from heapq import nsmallest
from typing import TypeVar

from wikic.graph.resolve import fold_target

Item = TypeVar("Item")


def best(typed: str, items: Iterable[Item], name: Callable[[Item], str], most: int) -> list[Item]:
    """The items whose names hold the typed letters in their order, at most ``most``.

    A name that begins so comes first, then one with a word that does, one that holds it, and any other;
    the shorter first among equals.
    """
    wanted = fold_target(typed)
    if not wanted:
        return nsmallest(most, items, key=lambda item: (fold_target(name(item)), name(item)))
    scattered = re.compile(".*?".join(map(re.escape, wanted.replace(" ", ""))), re.S)
    ranked = []
    for item in items:
        folded = fold_target(name(item))
        at = folded.find(wanted)
        if at == 0:
            rank = 0
        elif at > 0:
            rank = 1 if not folded[at - 1].isalnum() else 2
        elif scattered.search(folded) is not None:
            rank = 3
        else:
            continue
        ranked.append(((rank, len(folded), folded), item))
    return [item for _, item in nsmallest(most, ranked, key=lambda each: each[0])]
