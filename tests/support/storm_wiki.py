"""A wiki in a storm: documents compiled, changed and forgotten, pages moved, by real commands, without end.

python -m support.storm_wiki ROOT SEED SECONDS     in a process of its own
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from support.bench import Bench
from support.table_curator import Doc

from wikic.compiler.options import Options
from wikic.evolve.by_hand import move
from wikic.evolve.carry_out import carry_out

_OPTIONS = Options("2026-11-21", "Table")
_LETTERS = "abcdefghijkl"
STABLE = tuple(f"Resident-{letter * 3}" for letter in _LETTERS)
"""Stems of pages that stay, in `people/` or in `places/`."""


def residents() -> tuple[Doc, ...]:
    """A document for each page that stays."""
    return tuple(
        Doc(
            f"t/r{letter}",
            ((f"Resident {letter * 3}", "people", ()), ("Harbour", "places", ())),
            ((0, f"Resident {letter * 3} lives in Harbour.", (1,)), (1, "Harbour lies at the sea.", ())),
        )
        for letter in _LETTERS
    )


def guest(letter: str, version: int) -> Doc:
    """A document that comes, changes and goes, about a page of its own."""
    name = f"Guest {letter * 3}"
    said = tuple((0, f"{name} told story {version * 10 + n} at length.", ()) for n in range(1 + version % 7))
    return Doc(
        f"t/g{letter}", ((name, "people", ()), ("Harbour", "places", ())), (*said, (0, f"{name} came.", (1,)))
    )


def start(root: Path) -> Bench:
    """A wiki with the residents alone."""
    bench = Bench(root).start()
    bench.compile(residents())
    return bench


def once(bench: Bench, chance: random.Random) -> None:
    """One command of the storm."""
    digests = bench.wiki / "sources" / "digests"
    present = [letter for letter in _LETTERS if any(digests.glob(f"t-g{letter}-*.md"))]
    kind = chance.random()
    if kind < 0.3 and present:
        bench.forget([f"t/g{letter}" for letter in chance.sample(present, chance.randint(1, len(present)))])
    elif kind < 0.5:
        stem = chance.choice(STABLE)
        to = "places" if (bench.wiki / "people" / f"{stem}.md").exists() else "people"
        carry_out(bench.kb, _OPTIONS, lambda space: move(space, stem, to))
    else:
        letters = chance.sample(_LETTERS, chance.randint(1, 5))
        bench.compile([guest(letter, chance.randrange(1000)) for letter in letters])


def storm(root: Path, seed: int, seconds: float) -> int:
    """Commands until the time is over, but two at least; how many."""
    bench, chance, done = Bench(root), random.Random(seed), 0
    bench.compile([])  # finishes or drops what a killed command left, before anybody looks what there is
    until = time.monotonic() + seconds
    while time.monotonic() < until or done < 2:
        once(bench, chance)
        done += 1
    return done


if __name__ == "__main__":
    print(storm(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
