"""Writes batches without end, to be killed: python storm_writer.py MIRROR SEED. Prints each generation it was
given. A record says which batch it is of, all over its text, so a half written one shows.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from wikic.store.leveldb import LevelStore
from wikic.store.records import Batch, Delete, Put, file_record

STABLE = tuple(f"big/Page-{number:04d}.md" for number in range(900))  # written once, rewritten, never deleted
VOLATILE = tuple(
    f"{place}/Guest-{number:04d}.md" for place in ("big", "deep/down/below", "some") for number in range(400)
)


def text_of(path: str, batch: int) -> str:
    return f"{path} of batch {batch}\n" * (20 + batch % 60)


def put(path: str, batch: int) -> Put:
    return Put(path, file_record(path, text_of(path, batch).encode(), batch))


def storm(store: LevelStore, seed: int) -> None:
    chance = random.Random(seed)
    while True:
        batch = store.generation + 1
        paths = chance.sample(VOLATILE, chance.choice((1, 5, 300))) + chance.sample(STABLE, 3)
        leaving = chance.random()
        operations = [
            Delete(path) if path in _GUESTS and chance.random() < leaving else put(path, batch)
            for path in paths
        ]
        print(store.apply(Batch(tuple(operations))).generation, flush=True)


_GUESTS = frozenset(VOLATILE)

if __name__ == "__main__":
    with LevelStore(Path(sys.argv[1])) as opened:
        if opened.generation == 0:
            opened.apply(Batch(tuple(put(path, 1) for path in STABLE), settled=True))
        storm(opened, int(sys.argv[2]))
