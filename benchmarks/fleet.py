"""Many knowledge bases: by hand one after another, by `wikic fleet` here, on a Dask cluster; the same bytes.

    python benchmarks/fleet.py --data DATA [--bases 40] [--dask]

DATA holds corpus.jsonl, which is dealt out to so many folders. Each row makes all bases anew in whole
processes and compares their files with those of the first row. With ``--dask`` (the extra `fleet`) two
workers of one thread run them; then one worker is killed in mid-run. The last row has a base whose document
nobody can read. ``cpu`` is what the command and its children used; of Dask's workers it does not know.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import corpora
from benchmarks.process import Measured, measure

WIKIC = (sys.executable, "-m", "wikic")


def deal(data: Path, folder: Path, bases: int) -> list[Path]:
    """The records of a corpus in so many folders."""
    records = corpora.load(data)
    found = []
    for at in range(bases):
        (folder / f"base-{at:02}").mkdir(parents=True)
        corpora.write(records[at::bases], folder / f"base-{at:02}" / "corpus.jsonl")
        found.append(folder / f"base-{at:02}")
    return found


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of every file of the wikis below ``folder``, by path."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.glob("*/wiki/**/*"))
        if file.is_file()
    }


def by_hand(documents: list[Path], to: Path, out: Path) -> Measured:
    """`wikic init`, `compile` and `lint` of each, one after another."""
    lines = []
    for each in documents:
        at = f"-C {to / each.name}"
        lines += [f"init {each} {at} -q", f"compile {each} {at} -q --jobs 1", f"lint {at} --format json"]
    script = "\n".join(f"{' '.join(WIKIC)} {line} > /dev/null 2>&1" for line in lines)
    return measure(("bash", "-c", script), out)


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Address of a Dask scheduler with two workers of one thread, and the workers."""
    folder.mkdir()
    told = folder / "scheduler.json"
    address = ("--host", "127.0.0.1", "--port", "0")
    scheduler = _dask("scheduler", *address, "--no-dashboard", "--scheduler-file", str(told))
    workers: list[subprocess.Popen[bytes]] = []
    try:
        while not (told.exists() and told.read_bytes().rstrip().endswith(b"}")):
            time.sleep(0.05)
        place = json.loads(told.read_text())["address"]
        for at in range(2):
            alone = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
            workers.append(_dask("worker", place, *alone, "--local-directory", str(folder / str(at))))
        yield place.removeprefix("tcp://"), workers
    finally:
        for process in (*workers, scheduler):
            process.send_signal(signal.SIGKILL)
            process.wait()


def _dask(*words: str) -> subprocess.Popen[bytes]:
    command = (sys.executable, "-m", "dask", *words)
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--bases", type=int, default=40)
    parser.add_argument("--dask", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wikic-fleet-") as temporary:
        home = Path(temporary)
        documents = deal(options.data, home / "docs", options.bases)
        print(f"{options.bases} bases, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        print(f"{'':34}{'seconds':>9}{'cpu s':>8}{'exit':>6}  same bytes")
        wanted: dict[str, str] = {}

        def row(name: str, run: Callable[[Path, Path], Measured]) -> None:
            nonlocal wanted
            to = home / name.replace(" ", "-")
            done = run(to, home / "out")
            found = hashes(to)
            wanted = wanted or found
            same = sum(found.get(path) == wanted[path] for path in wanted)
            told = "yes" if found == wanted else f"{same} of {len(wanted)} files"
            print(f"{name:34}{done.seconds:9.1f}{done.cpu:8.1f}{done.code:6}  {told}", flush=True)

        def fleet(*more: str) -> Callable[[Path, Path], Measured]:
            command = (*WIKIC, "fleet", str(home / "docs"), "--quiet", *more)
            return lambda to, out: measure((*command, "--to", str(to)), out)

        row("by hand, one after another", lambda to, out: by_hand(documents, to, out))
        row("fleet -j 1", fleet("-j", "1"))
        row("fleet -j 2", fleet("-j", "2"))
        if options.dask:
            with cluster(home / "dask") as (address, _):
                row("two Dask workers", fleet("--executor", f"dask://{address}"))
            with cluster(home / "dask-killed") as (address, workers):

                def killed(to: Path, out: Path) -> Measured:
                    def kill() -> None:
                        while len([*to.glob("*/wiki/schema.yaml")]) < options.bases // 2:
                            time.sleep(0.05)
                        workers[0].kill()

                    Thread(target=kill, daemon=True).start()
                    return fleet("--executor", f"dask://{address}")(to, out)

                row("one worker killed at half", killed)
        (documents[1] / "corpus.jsonl").write_bytes(b"\xff\xfe\x00")
        row("one base with a broken document", fleet("-j", "2"))


if __name__ == "__main__":
    main()
