"""What searching by meaning costs: `wikic embed` over so many sentences, size, memory, time of a search.

    python benchmarks/vectors.py [--sentences 100000] [--numbers 1024]

Documents of 100 invented sentences are compiled into a wiki in a temporary folder and embedded through
the gateway by a stand-in server of another process, whose vector of a text is drawn from its hash: the same
each time, and near nothing, so the figures are of wikic and say nothing of what is found. The floor is numpy
alone: the same rows from a file, multiplied by one vector. What a real model finds, on questions whose
documents are known:

    wikic embed -C KB && python benchmarks/fusion.py --set DATA KB
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.process import measure

ROOT: Final = Path(__file__).resolve().parent.parent
_IN_DOCUMENT: Final = 100
_ASKED: Final = 50
_SYLLABLES: Final = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "ghe", "pla", "tro", "shi")


def vector(text: str, numbers: int) -> list[float]:
    """A direction drawn from the hash of ``text``."""
    drawn = random.Random(hashlib.sha256(text.encode()).digest())
    return [round(drawn.uniform(-1, 1), 4) for _ in range(numbers)]


def serve(numbers: int) -> None:
    """The stand-in, until the process is ended; its port is printed first."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
            data = [
                {"object": "embedding", "index": at, "embedding": vector(text, numbers)}
                for at, text in enumerate(texts)
            ]
            usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
            said = {"object": "list", "data": data, "model": asked["model"], "usage": usage}
            body = json.dumps(said).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


def documents(folder: Path, sentences: int) -> None:
    """Files of 100 sentences each, no two alike."""
    drawn = random.Random(7)

    def word() -> str:
        return "".join(drawn.choices(_SYLLABLES, k=drawn.randint(2, 3)))

    folder.mkdir()
    for number in range(sentences // _IN_DOCUMENT):
        lines = (f"The {word()} of {word()} {word()} {word()} {word()} in {word()} {number * 100 + at}."
                 for at in range(_IN_DOCUMENT))  # fmt: skip
        text = "\n\n".join(lines)
        (folder / f"note-{number:05d}.md").write_text(f"# Note {number:05d} on {word()}\n\n{text}\n")


def wikic(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "wikic", *arguments]


def p50(work: Callable[[], object]) -> float:
    """Milliseconds, the median of 50, the first left out."""
    taken = []
    for _ in range(_ASKED + 1):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1e3)
    return statistics.median(taken[1:])


def searches(root: Path, numbers: int) -> None:
    """Time of a search in process, beside numpy alone."""
    import numpy

    from wikic.search.sentence_vectors import SentenceVectors, vectors_path

    held = SentenceVectors.open(vectors_path(root))
    assert held is not None
    wanted = vector("what is asked", numbers)
    print(f"search in process, {len(held):,} vectors of {held.length:,}: p50 "
          f"{p50(lambda: held.nearest(wanted, 50)):.1f} ms")  # fmt: skip
    (file,) = vectors_path(root).glob("rows-*")
    rows = numpy.memmap(file, dtype="<f4", mode="r", shape=(len(held), numbers))
    one = numpy.asarray(wanted, dtype="<f4")
    print(f"numpy alone, the floor: p50 {p50(lambda: rows @ one):.1f} ms")


def run(root: Path, sentences: int, numbers: int) -> None:
    """Build, again, one document changed, a search."""
    out = root / "out"
    texts = root / "notes"
    documents(texts, sentences)
    kb = root / "kb"
    for command in (("init", str(texts), "-C", str(kb)), ("compile", str(texts), "-C", str(kb), "--quiet")):
        subprocess.run(wikic(*command), check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(
        [sys.executable, __file__, "--serve", "--numbers", str(numbers)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        with (kb / "wikic.toml").open("a") as settings:
            settings.write(f'\n[embedding]\nmodel = "openai/stand-in"\nbase_url = "{url}"\n')
        os.environ["OPENAI_API_KEY"] = "none"
        told("wikic embed", measure(wikic("embed", "-C", str(kb)), out))
        print(out.read_text().strip())
        sizes = {name: _size(kb / ".wikic" / name) for name in ("vectors", "embeddings")}
        print(", ".join(f".wikic/{name}/ {size / 1e6:.0f} MB" for name, size in sizes.items()))
        told("again, nothing changed", measure(wikic("embed", "-C", str(kb)), out))
        changed = texts / "note-00000.md"
        changed.write_text(changed.read_text() + "\n\nThis one was added.\n")
        subprocess.run(wikic("compile", str(texts), "-C", str(kb), "--quiet"), check=True)
        told("again, one document changed", measure(wikic("embed", "-C", str(kb)), out))
        told("wikic search --semantic", measure(wikic("search", "--semantic", "bake", "-C", str(kb)), out))
    finally:
        server.terminate()
        server.wait()
    searches(kb, numbers)


def told(name: str, taken: Any) -> None:
    print(f"{name}: {taken.seconds:.1f} s, {taken.cpu:.1f} s of processor time, {taken.largest:.0f} MB"
          + (f", exit code {taken.code}" if taken.code else ""))  # fmt: skip


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--numbers", type=int, default=1_024)
    parser.add_argument("--serve", action="store_true", help="be the stand-in server")
    given = parser.parse_args()
    if given.serve:
        serve(given.numbers)
    else:
        with tempfile.TemporaryDirectory() as folder:
            run(Path(folder), given.sentences, given.numbers)


if __name__ == "__main__":
    main()
