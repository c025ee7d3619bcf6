"""Which functions of a compile grow faster than the corpus: two profiled runs side by side.

    .venv/bin/python benchmarks/growth.py --data DIR [--sizes 6119 20000] [--rows 25]

One process (``--jobs 1``), so that extraction is profiled too, by processor time, which a busy machine
changes least. The profiler more than doubles all times, so only the ratios mean anything, and first of all
the calls. Sizes over the corpus are reached with renamed copies (``corpora.py``). ``own`` is time in the
function itself, ``all`` with what it calls; both in microseconds a document. Rows are in order of what the
function would save a document at the larger size if it had not grown.
"""

from __future__ import annotations

import argparse
import math
import pstats
import re
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import corpora

# Function by file, line and name; own and whole seconds, calls.
Profile = dict[str, tuple[float, float, int]]
# cProfile's own command counts wall time; this is the same with the processor's clock.
_RUN: Final = """
import cProfile, sys, time
from wikic.cli.main import main
stats = sys.argv.pop(1)
profile = cProfile.Profile(time.process_time)
profile.enable()
try:
    main()
except SystemExit:
    pass
profile.disable()
profile.dump_stats(stats)
"""
_ADDRESS: Final = re.compile(" at 0x[0-9a-f]+")
_TREE: Final = f"{Path(__file__).resolve().parent.parent}/"


def profile(records: list[corpora.Record], size: int, folder: Path) -> Profile:
    """Compile ``size`` documents under cProfile."""
    count = math.ceil(size / len(records))
    file, root, stats = folder / "corpus.jsonl", folder / "kb", folder / "stats"
    if count == 1:
        corpora.write(corpora.thinned(records, size), file)
    else:
        corpora.write(islice(corpora.copies(records, count), size), file)
    wikic = (str(file), "-C", str(root), "--quiet")
    subprocess.run((sys.executable, "-m", "wikic", "init", *wikic), check=True)
    subprocess.run((sys.executable, "-c", _RUN, str(stats), "compile", *wikic, "--jobs", "1"), check=True)
    found: Profile = {}
    read: Any = pstats.Stats(str(stats))
    for (path, line, name), (_, calls, own, whole, _) in read.stats.items():
        found[f"{_short(path)}:{line} {_ADDRESS.sub('', name)}"] = (own, whole, calls)
    return found


def _short(path: str) -> str:
    if path.startswith(_TREE + "wikic"):
        return path.removeprefix(_TREE)
    return path if path == "~" else f"{Path(path).parent.name}/{Path(path).name}"


def main() -> int:
    """Print the totals and the functions that grew."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder that holds corpus.jsonl")
    parser.add_argument("--sizes", type=int, nargs=2, default=[6_119, 20_000], help="documents")
    parser.add_argument("--rows", type=int, default=25)
    options = parser.parse_args()
    records = corpora.load(options.data)
    less, more = sorted(options.sizes)
    profiles: list[Profile] = []
    for size in (less, more):
        with tempfile.TemporaryDirectory(prefix="wikic-growth-") as folder:
            profiles.append(profile(records, size, Path(folder)))
        total = sum(own for own, _, _ in profiles[-1].values())
        print(
            f"{size:,} documents: {total:.1f} s under the profiler, {total / size * 1e3:.2f} ms a document",
            flush=True,
        )
    before, after = profiles
    grown: list[tuple[float, str]] = []
    for name, (own, _, _) in after.items():
        then = before.get(name, (0.0, 0.0, 0))[0]
        grown.append((own / more - then / less, name))
    print(
        f"\n{'µs a document':<64}{'own':>8}{'then':>8}{'grows':>7}"
        f"{'all':>9}{'then':>9}{'calls/d':>9}{'then':>9}"
    )
    for _, name in sorted(grown, reverse=True)[: options.rows]:
        own, whole, calls = after[name]
        own_then, whole_then, calls_then = before.get(name, (0.0, 0.0, 0))
        ratio = f"{own / more / (own_then / less):.2f}" if own_then else "new"
        print(
            f"{name[-63:]:<64}{own / more * 1e6:>8.0f}{own_then / less * 1e6:>8.0f}{ratio:>7}"
            f"{whole / more * 1e6:>9.0f}{whole_then / less * 1e6:>9.0f}"
            f"{calls / more:>9.2f}{calls_then / less:>9.2f}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
