"""``wikic export site`` of a compiled wiki: processor time, memory, bytes, and what a second export costs.

    python benchmarks/site.py KB [--pages 10000]

KB is a knowledge base; with --pages its time is told for so many pages, in proportion. Times are of the
processor, in a process of their own, start-up and indexes in step.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import tempfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT))

from benchmarks.process import measure  # noqa: E402


def main() -> None:
    """Export twice and print what it took."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("kb", type=Path)
    parser.add_argument("--pages", type=int, default=10_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "site"
        command = [sys.executable, "-m", "wikic", "export", "site", str(out), "-C", str(arguments.kb)]
        first, again = (measure(command, Path(folder) / "said") for _ in range(2))
        files = [file for file in out.rglob("*.html") if "-" not in file.relative_to(out).parts[:1]]
        pages = [file for file in files if "sources" not in file.parts and file.name != "index.html"]
        sources = len(files) - len(pages)
        sizes = [file.stat().st_size for file in pages]
        sent = [len(gzip.compress(file.read_bytes())) for file in pages[:: max(1, len(pages) // 500)]]
        whole = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    scaled = first.cpu * arguments.pages / max(1, len(pages))
    print(f"{len(pages):,} pages, {sources:,} other files of HTML, {whole / 1e6:,.1f} MB in all")
    print(f"first export {first.cpu:.1f} s, {first.largest:,.0f} MB; second {again.cpu:.1f} s")
    print(f"in proportion {scaled:.1f} s for {arguments.pages:,} pages")
    print(f"a page: mean {statistics.mean(sizes):,.0f} bytes, compressed {statistics.mean(sent):,.0f}")
    print(f"largest page compressed {max(sent):,} bytes")


if __name__ == "__main__":
    main()
