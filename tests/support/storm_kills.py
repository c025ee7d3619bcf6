"""Writers killed with -9, again and again: a wiki in a storm, and the mirror that follows it, in one process.

    python -m support.storm_kills ROOT ROUNDS     prints what was wrong after which kill, as JSON

Each round forks a process that writes and follows, kills it at some moment, and looks at what it left: the
mirror agrees with itself, shows whole batches, and no version went backwards; brought in step, it is exact.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

from support.audit import audit
from support.shown import rebuilt, shown
from support.storm_wiki import start, storm

from wikic.navigate.indexes.follow_mirror import Follower, hold_mirror
from wikic.navigate.indexes.mirror_check import check
from wikic.store.tree import open_mirror
from wikic.wiki.watching import Pace


def written(root: Path, seed: int) -> int:
    """A forked process that writes and follows until it is killed; its id, once it has begun."""
    ready, begun = os.pipe()
    child = os.fork()
    if child == 0:
        mirror = hold_mirror(root / "kb")
        follower = Follower(root / "kb", mirror, say=lambda line: None, pace=Pace(quiet=0.01, longest=0.05))

        def follow() -> None:
            for _ in follower.steps():
                pass

        threading.Thread(target=follow, daemon=True).start()
        os.write(begun, b"!")
        storm(root, seed, 60)
        os._exit(0)
    os.read(ready, 1)
    os.close(ready)
    os.close(begun)
    return child


def left(root: Path, versions: dict[str, int]) -> list[str]:
    """What is wrong with what a killed process left."""
    with open_mirror(root / "kb/.wikic/mirror") as store:
        problems = list(audit(store))
        if not store.settled:
            problems.append("small batches left it unsettled")
        for path, version, _ in store.stamps():
            if version < versions.get(path, 0):
                problems.append(f"{path} went back to {version}")
            versions[path] = version
    with hold_mirror(root / "kb") as mirror:
        if shown(mirror.level) != rebuilt(root / "kb/wiki"):
            problems.append("not exact when brought in step")
    return problems


def main(root: Path, rounds: int) -> None:
    chance = random.Random(11)
    start(root)
    with hold_mirror(root / "kb"):
        pass
    versions: dict[str, int] = {}
    problems: list[tuple[int, str]] = []
    interrupted = 0
    number = 0
    # A machine that is slow elsewhere than here may take many kills until one meets a transaction.
    while number < rounds or (not interrupted and number < 50 * rounds):
        child = written(root, number)
        time.sleep(chance.random() * 0.25)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        interrupted += any((root / "kb/.wikic/journal").iterdir())
        problems += [(number, each) for each in left(root, versions)]
        number += 1
    storm(root, 1, 0.1)  # the next writer finishes or drops what the last one left
    with hold_mirror(root / "kb"):
        pass
    if not check(root / "kb").exact:
        problems.append((rounds, "not exact at the end"))
    print(json.dumps({"interrupted": interrupted, "problems": problems}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
