"""The figures that take less than a minute, on generated data, as one table: what `make bench` prints.

    .venv/bin/python benchmarks/quick.py [--data DIR]

DIR holds ``corpus.jsonl``: 600 of its documents are compiled too. Each command runs once; readings are taken
by pattern from what it prints.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
TIMEOUT: Final = 300  # seconds: five times what a busy machine needs


@dataclass(frozen=True, slots=True)
class Reading:
    """One figure out of what a command prints.

    figure: its name.
    target: what it is to be, or "report".
    pattern: where it stands; the last match counts, its group is the value.
    unit: behind the value.
    """

    figure: str
    target: str
    pattern: str
    unit: str


@dataclass(frozen=True, slots=True)
class Command:
    """A benchmark that is quick with these arguments, and what is read from it."""

    arguments: tuple[str, ...]
    readings: tuple[Reading, ...]


COMMANDS: Final = (
    Command(
        ("startup.py", "--runs", "5"),
        (Reading("start-up, `wikic --help`", "200 ms", r"^wikic --help +(\d+)", "ms"),),
    ),
    Command(
        ("store.py", "--store", "wikic", "--records", "2000"),
        (
            Reading("store, Q1 get, 2,000 records", "report", r"^wikic, LevelDB +([\d.]+) .*\|", "µs"),
            Reading("store, Q3 navigate", "report", r"^wikic, LevelDB .*?\|.*?\| +([\d.]+) ", "µs"),
        ),
    ),
    Command(
        ("mirror.py", "--files", "1000", "--commits", "10"),
        (
            Reading("mirror of 1,000 files from scratch", "400 ms", r"from scratch +([\d,]+)", "ms"),
            Reading("one changed page into the mirror", "50 ms", r"into the mirror +([\d.]+)", "ms"),
        ),
    ),
    Command(
        ("lint.py", "--pages", "300", "--rounds", "1"),
        (
            Reading("lint, 660 files, no cache", "report", r"^cold, no cache  +[\d.]+ +([\d.]+)", "s cpu"),
            Reading("lint, nothing changed", "report", r"^warm, nothing changed +[\d.]+ +([\d.]+)", "s cpu"),
        ),
    ),
    Command(
        ("search.py", "--pages", "2000"),
        (
            Reading("search, a question of 15 words", "report", r"question of 15 words +([\d.]+)", "ms"),
            Reading("search, two typos of 300: page found", "report", r"(\d+) the page meant", "of 300"),
        ),
    ),
    Command(
        ("typos.py", "--names", "5000"),
        (Reading("mistyped names, tantivy", "report", r"^tantivy.* ([\d.]+) +[\d.]+ +[\d.]+$", "ms"),),
    ),
    Command(
        ("graph.py", "--pages", "2000"),
        (Reading("PageRank, 2,000 pages", "report", r"epsilon 1e-05: p50 ([\d.]+)", "ms"),),
    ),
    Command(
        ("init.py", "--documents", "2000", "--corpora", "0"),
        (Reading("init, 2,000 documents", "report", r"\(([\d.]+) s of processor\)", "s cpu"),),
    ),
    Command(
        ("gateway.py", "--calls", "20"),
        (Reading("the gateway to models, a call", "report", r"^the whole gateway +([\d.]+) ms", "ms"),),
    ),
)
WITH_DATA: Final = Command(
    ("compile.py", "--sizes", "600"),
    (Reading("compile, 600 documents", "report", r"^ *600 +([\d.]+)", "s"),),
)


def run(command: Command, more: tuple[str, ...] = ()) -> list[str]:
    """The rows of one command; a command that fails has rows that say so."""
    script, *arguments = command.arguments
    began = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, str(HERE / script), *arguments, *more],
            capture_output=True,
            check=False,
            text=True,
            timeout=TIMEOUT,
        )
        printed = done.stdout if done.returncode == 0 else ""
        why = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    except subprocess.TimeoutExpired:
        printed, why = "", f"not done after {TIMEOUT} s"
    took = time.monotonic() - began
    shown = f"`python benchmarks/{' '.join((script, *arguments, *more))}`"
    return [
        f"| {each.figure} | {each.target} | {result(each, printed) or why} | {took:.0f} s | {shown} |"
        for each in command.readings
    ]


def result(reading: Reading, printed: str) -> str:
    """The reading's value with its unit, "" where it does not stand in what was printed."""
    if not printed:
        return ""
    found = re.findall(reading.pattern, printed, re.MULTILINE)
    return f"{found[-1]} {reading.unit}" if found else "not found in what it printed"


def main() -> int:
    """Print the table, a row as soon as it is known; exit 1 where a command failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, help="a folder with corpus.jsonl: compile some of it too")
    options = parser.parse_args()
    print("| figure | target | result | takes | command |\n|---|---|---|---|---|", flush=True)
    rows: list[str] = []
    for command in COMMANDS:
        rows += run(command)
        print(*rows[-len(command.readings) :], sep="\n", flush=True)
    if options.data is not None:
        rows += run(WITH_DATA, ("--data", str(options.data)))
        print(rows[-1], flush=True)
    units = {reading.unit for command in (*COMMANDS, WITH_DATA) for reading in command.readings}
    return 0 if all(row.split(" | ")[2].endswith(tuple(units)) for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
