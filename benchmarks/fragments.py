"""Whether what wikic does for a text grows with it: repeated pieces of syntax through every reader.

    .venv/bin/python benchmarks/fragments.py [--size 2000] [--reader NAME …] [--fragment TEXT …]

Every fragment of ``tests/support/fragments.py`` is repeated to a text of SIZE characters and to one four
times as long; printed is what takes more than 8 times the processor time for the longer one (4 is linear, 16
quadratic) and a fiftieth of a second, or does not end within 20 seconds. Values near 8, and steps from
nothing, are noise: look again
with a larger ``--size``.
"""

from __future__ import annotations

import argparse
import gc
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.fragments import FRAGMENTS, READERS, texts  # noqa: E402

LONGER: Final = 4
GROWS: Final = 8.0  # times
MATTERS: Final = 0.02  # seconds; below it noise decides
LIMIT: Final = 20


class TooLongError(Exception):
    pass


def seconds(read: Callable[[str], object], text: str) -> float:
    """Processor time, the limit where it is not enough."""
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    begun = time.process_time()
    try:
        read(text)
        return time.process_time() - begun
    except TooLongError:
        return LIMIT
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _stop(number: int, frame: object) -> None:
    raise TooLongError


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=2_000)
    parser.add_argument("--reader", action="append", default=[])
    parser.add_argument("--fragment", action="append", default=[])
    options = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _stop)
    gc.set_threshold(200_000, 10, 100)
    for name, read in READERS:
        if options.reader and name not in options.reader:
            continue
        read("warm")
        begun = time.process_time()
        for fragment in options.fragment or FRAGMENTS:
            long = texts(fragment, options.size * LONGER)
            for (how, short), (_, text) in zip(texts(fragment, options.size), long, strict=True):
                try:
                    taken = seconds(read, text)
                    if taken < MATTERS:
                        continue
                    first = seconds(read, short)
                except Exception as error:  # noqa: BLE001 - any exception is a find too
                    print(
                        f"{name:<12} {how:<7} {fragment!r:<30} {type(error).__name__}: {str(error)[:80]}",
                        flush=True,
                    )
                    continue
                if taken > GROWS * first or taken >= LIMIT:
                    grown = taken / max(first, 1e-6)
                    print(
                        f"{name:<12} {how:<7} {fragment!r:<30} {first:.3f} s, {taken:.3f} s: {grown:.1f}",
                        flush=True,
                    )
        print(f"{name}: {time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
