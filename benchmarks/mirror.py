"""What the mirror costs: from scratch, again, one page, and how long a commit takes to be visible in it.

    .venv/bin/python benchmarks/mirror.py [--files 12600] [--commits 200]

A wiki of pages of 2.5 KB, 200 to a directory, is made in a temporary folder. Commits are whole transactions
of one page, made by another process 50 to 150 ms apart. When readers see a commit is when a thread of the
process that holds the store first reads the new text through it, counted from the moment the commit returned
(below zero: it could be read before the writer knew); when LevelDB has it, is when the mirror itself does.
Reading all files and writing one is the floor of a first mirror.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wikic.layout import content_hash
from wikic.model.change import ChangeSet, Write
from wikic.navigate.indexes.follow_mirror import Follower, hold_mirror
from wikic.navigate.indexes.mirror import Mirror
from wikic.store.tree import TreeStore
from wikic.wiki import lock, transaction

ROOT = Path(__file__).resolve().parent.parent
_PAGE = "people/d{:03d}/Page-{:05d}.md"


def text(number: int, version: int) -> bytes:
    """A page of about 2.5 KB."""
    line = f"- Page {number} says in version {version:06d} what a fact says. [[sources/digests/x#^p1]] ^f1\n"
    return ("---\ntype: people\ntitle: Page\n---\n# Page\n\n## Key Facts\n" + line * 28).encode()


def make(wiki: Path, files: int) -> list[str]:
    """The pages on disk; their paths."""
    paths = [_PAGE.format(number // 200, number) for number in range(files)]
    for number, path in enumerate(paths):
        (wiki / path).parent.mkdir(parents=True, exist_ok=True)
        (wiki / path).write_bytes(text(number, 0))
    return paths


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor milliseconds."""
    start, cpu = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - start) * 1e3, (time.process_time() - cpu) * 1e3


def spread(name: str, values: list[float]) -> None:
    """A line with median, 99th percentile and the largest, in milliseconds."""
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    print(f"{name:<52}{statistics.median(ordered):>9.2f}{last:>9.2f}{ordered[-1]:>9.2f}")


def commit(root: Path, path: str, commits: int) -> None:
    """In a process of its own: transactions of one page; prints when each had returned."""
    chance = random.Random(1)
    for version in range(1, commits + 1):
        time.sleep(0.05 + chance.random() / 10)
        old = content_hash((root / "wiki" / path).read_bytes())
        with lock.writer(root):
            outcome = transaction.apply(root, ChangeSet("benchmark", (Write(path, text(0, version), old),)))
        assert not outcome.conflicts
        print(version, time.monotonic(), flush=True)


def seen(read: Callable[[], bytes], commits: int, times: dict[int, float]) -> None:
    """Note when each version of a page was read first."""
    known = 0
    while known < commits:
        found = int(read().partition(b"in version ")[2][:6])
        if found != known:
            now = time.monotonic()
            times.update(dict.fromkeys(range(known + 1, found + 1), now))
            known = found
        time.sleep(0.0005)


def visible(root: Path, mirror: Mirror, path: str, commits: int) -> None:
    """Commits of another process, and when they are seen."""
    follower = Follower(root, mirror, say=print)
    follow = threading.Thread(target=lambda: [None for _ in follower.steps()])
    follow.start()
    stores = {
        "commit until readers of the process see it": mirror.store,
        "commit until LevelDB has it": mirror.level,
    }
    times: dict[str, dict[int, float]] = {name: {} for name in stores}
    threads = [
        threading.Thread(
            target=seen, args=(lambda store=store: store.get(path).text.encode(), commits, times[name])
        )
        for name, store in stores.items()
    ]
    for thread in threads:
        thread.start()
    command = [sys.executable, __file__, "--commit", str(root), path, "--commits", str(commits)]
    done = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for thread in threads:
        thread.join()
    follower.stop()
    follow.join()
    returned = {int(line.split()[0]): float(line.split()[1]) for line in done.splitlines()}
    for name in stores:
        spread(name, [(times[name][each] - returned[each]) * 1e3 for each in returned])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=12_600)
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--commit", nargs=2, metavar=("ROOT", "PATH"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.commit:
        commit(Path(options.commit[0]), options.commit[1], options.commits)
        return
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        paths = make(root / "wiki", options.files)
        tree = TreeStore(root / "wiki")
        held: list[Mirror] = []
        copied = timed(lambda: (root / "copy").write_bytes(b"".join(map(tree.load, paths))))
        rows = [("reading all files, writing one (floor)", copied)]
        made = timed(lambda: held.append(hold_mirror(root)))
        rows.append((f"mirror of {options.files:,} files from scratch", made))
        mirror = held[0]
        rows.append(("again, everything by content, nothing changed", timed(mirror.sync)))
        print(f"{'':<52}{'wall ms':>9}{'cpu ms':>9}")
        for name, (wall, cpu) in rows:
            print(f"{name:<52}{wall:>9.0f}{cpu:>9.0f}")
        print(f"\n{'':<52}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}")
        chance = random.Random(2)
        one: list[float] = []
        for version in range(1, 201):
            number = chance.randrange(1, options.files)
            (root / "wiki" / paths[number]).write_bytes(text(number, version))
            one.append(timed(partial(mirror.update, {paths[number]}))[0])
        spread("one changed page that is told of, into the mirror", one)
        visible(root, mirror, paths[0], options.commits)
        mirror.close()
        command = [sys.executable, "-m", "wikic", "mirror", "-C", str(root), "--quiet"]
        runs = [timed(lambda: subprocess.run(command, check=True, cwd=ROOT))[0] for _ in range(3)]
        print(f"\n`wikic mirror`, whole process, nothing changed: {min(runs):.0f} ms")
        size = sum(each.stat().st_size for each in (root / ".wikic/mirror").iterdir())
        print(f"size on disk: {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
