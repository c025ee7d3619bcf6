"""How long a command takes before it does anything: whole processes, wall clock.

    .venv/bin/python benchmarks/startup.py [--runs 20] [--json FILE]

The target is ``wikic --help`` under 0.2 s; bare Python stands beside it as the floor.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

WIKIC: Final = (sys.executable, "-m", "wikic")

# What is measured, and what it is called in the table.
COMMANDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("python -c pass", (sys.executable, "-c", "pass")),
    ("python -c 'import typer'", (sys.executable, "-c", "import typer")),
    ("wikic --version", (*WIKIC, "--version")),
    ("wikic --help", (*WIKIC, "--help")),
    ("wikic compile --help", (*WIKIC, "compile", "--help")),
    ("wikic lint --help", (*WIKIC, "lint", "--help")),
)


def measure(command: tuple[str, ...], runs: int) -> tuple[list[float], int]:
    """Seconds of each of ``runs`` processes after one to warm the file cache, and the exit code."""
    times: list[float] = []
    code = subprocess.run(command, capture_output=True, check=False).returncode
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
    return times, code


def main() -> int:
    """Print a table of minimum and median; exit 1 when a command fails."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20, help="processes per command")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    options = parser.parse_args()
    figures: list[dict[str, object]] = []
    print(f"Python {platform.python_version()}, {options.runs} runs each, milliseconds\n")
    print(f"{'command':<28}{'min':>8}{'median':>8}")
    for name, command in COMMANDS:
        times, code = measure(command, options.runs)
        low, middle = min(times) * 1000, statistics.median(times) * 1000
        print(f"{name:<28}{low:>8.0f}{middle:>8.0f}" + (f"   exit {code}" if code else ""))
        figures.append({"command": name, "min_ms": low, "median_ms": middle, "exit": code})
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 1 if any(figure["exit"] for figure in figures) else 0


if __name__ == "__main__":
    raise SystemExit(main())
