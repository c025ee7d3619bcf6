"""The table of figures: short cells, a date, and commands that are there. No test says what is fast."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"
README = (BENCHMARKS / "README.md").read_text("utf-8")
ROWS = [line.strip("|").split(" | ") for line in README.splitlines() if line.startswith("| ")][1:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip())
def test_a_figure_is_a_short_row_with_a_command(row: list[str]) -> None:
    figure, target, result, date, command = (cell.strip() for cell in row)
    assert figure and target and 0 < len(result) <= 70
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", date)
    scripts = re.findall(r"benchmarks/(\w+\.py)", command)
    assert scripts or "notes/" in command
    assert [each for each in scripts if not (BENCHMARKS / each).is_file()] == []


def test_the_quick_ones_are_benchmarks_that_take_these_options() -> None:
    listed = (
        "import quick, json; print(json.dumps([c.arguments for c in (*quick.COMMANDS, quick.WITH_DATA)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", listed], cwd=BENCHMARKS, capture_output=True, text=True, check=True
    )
    import json

    for script, *arguments in json.loads(done.stdout):
        source = (BENCHMARKS / script).read_text("utf-8")
        assert [each for each in arguments if each.startswith("--") and f'"{each}"' not in source] == [], (
            script
        )
