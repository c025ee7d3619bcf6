"""How long `wikic lint` takes on a wiki of any size, side by side with what others make of the same files.

    python benchmarks/lint.py                           12,607 files
    python benchmarks/lint.py --pages 46000             100,000 files
    python benchmarks/lint.py --vault DIR               people's own pages, adopted
    python benchmarks/lint.py --beside 'rumdl check --no-cache {wiki}'

Whole processes, each command run in turn, round after round, so that whatever else the machine does falls on
all of them alike. Seconds are the best of the rounds, which comes nearest to a quiet machine; processor time,
the median of the rounds, tells more on a busy one: it is what two processes used together.
"""

from __future__ import annotations

import argparse
import glob
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.process import Measured, measure
from benchmarks.tended import PAGES
from wikic import layout

WIKIC = [sys.executable, "-m", "wikic", "lint", "--quiet", "--format", "concise"]


@dataclass(frozen=True)
class Row:
    """One line of the table.

    name: what is measured.
    command: its words.
    before: done before each round.
    behind: done behind each round, so that every row sees the same wiki.
    """

    name: str
    command: list[str]
    before: Callable[[], object] = lambda: None
    behind: Callable[[], object] = lambda: None


def rows(root: Path, beside: list[str]) -> Iterator[Row]:
    """wikic's, then the others'."""
    on = ["-C", str(root)]
    cache = root / layout.BUILD_DIR / layout.LINT_CACHE_FILE
    compiled = (root / layout.WIKI_DIR / layout.SCHEMA_FILE).exists()
    home = root / layout.WIKI_DIR if compiled else root
    pages = sorted(home.glob("people/[!_]*.md" if compiled else "**/*.md"))

    def warm(*options: str) -> None:  # other rules have a cache of their own
        subprocess.run([*WIKIC, *on, *options], check=False, capture_output=True)

    def edited(name: str, page: Path, *options: str) -> Row:
        data = page.read_bytes()

        def before() -> None:
            warm(*options)
            page.write_bytes(data.rstrip(b"\n") + b" x\n")

        return Row(name, [*WIKIC, *on, *options], before, lambda: page.write_bytes(data))

    yield Row("cold, no cache", [*WIKIC, *on, "--no-cache"])
    yield Row("cold, no cache, one process", [*WIKIC, *on, "--no-cache", "--jobs", "1"])
    if compiled:
        yield Row("cold, no cache, nothing folded", [*WIKIC, *on, "--no-cache", "--ignore", "P005,I003"])
    yield Row("cold, makes the cache", [*WIKIC, *on], lambda: cache.unlink(missing_ok=True))
    yield Row("warm, nothing changed", [*WIKIC, *on], warm)
    if compiled:
        yield edited("warm, one page changed, nothing folded", pages[1], "--ignore", "P005,I003")
    yield edited("warm, one page changed", pages[2])
    for each in beside:
        words = shlex.split(each.replace("{wiki}", str(home)).replace("{root}", str(root)))
        files = [
            file for word in words for file in (glob.glob(word, recursive=True) if "*" in word else [word])
        ]
        if shutil.which(words[0]):
            yield Row(" ".join(Path(word).name if "/" in word else word for word in words), files)
        else:
            print(f"{words[0]} is not installed")


def floor(root: Path) -> tuple[int, float]:
    """How many files there are, and seconds to list and read each."""
    began = time.perf_counter()
    files = [each for each in root.rglob("*.md") if each.read_bytes() is not None]
    return len(files), time.perf_counter() - began


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--wiki", type=Path, help="a knowledge base to lint in place of a generated one")
    parser.add_argument("--vault", type=Path, help="a directory of people's pages to adopt and lint")
    parser.add_argument(
        "--beside", action="append", default=[], help="another command; {wiki} is the directory"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory) / "kb"
        if chosen.vault is not None:
            shutil.copytree(chosen.vault, root, ignore=shutil.ignore_patterns(".git", layout.BUILD_DIR))
            if not (root / layout.CONFIG_FILE).exists():
                subprocess.run([sys.executable, "-m", "wikic", "adopt", str(root), "--quiet"], check=True)
        elif chosen.wiki is None:
            # Not in this process: a child's peak of memory begins with its parent's.
            make = [sys.executable, str(Path(__file__).with_name("tended.py")), str(root)]
            subprocess.run([*make, "--pages", str(chosen.pages)], check=True)
        else:
            shutil.copytree(chosen.wiki, root)
        files, least = floor(root)
        print(f"{files:,} files; to list and read them takes {least:.2f} s")
        table = list(rows(root, chosen.beside))
        measured: dict[str, list[Measured]] = {row.name: [] for row in table}
        for _ in range(chosen.rounds):
            for row in table:
                row.before()
                measured[row.name].append(measure(row.command, Path(directory) / "out"))
                row.behind()
        print(f"{'':60} {'seconds':>8} {'cpu s':>7} {'MB':>5} {'exit':>4}")
        for name, rounds in measured.items():
            best, cpu = min(each.seconds for each in rounds), median(each.cpu for each in rounds)
            memory, code = max(each.tree for each in rounds), rounds[0].code
            print(f"{name[:60]:60} {best:8.2f} {cpu:7.2f} {memory:5.0f} {code:4}")


if __name__ == "__main__":
    main()
