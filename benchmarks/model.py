"""Compiling with a language model: how waiting is shared, and what wikic itself takes.

    .venv/bin/python benchmarks/model.py --data DIR [--seconds 1.0] [--wiki KB]

A server on loopback, in a process of its own, takes ``--seconds`` for every reply; 64 sources are compiled
with 1 and with 16 jobs into two empty wikis, in one run, and the trees compared byte by byte. Then the first
is compiled again: no call, no diff. ``--wiki`` is a wiki compiled from the same corpus: 64 sources are
forgotten in a copy of it and taken in again from a model that answers at once; the time inside the model is
left out.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support import good_model

from benchmarks import corpora
from wikic.compiler.forget import forget_sources
from wikic.compiler.options import MODEL_BATCH, Options
from wikic.compiler.run import CompileRun, compile_documents
from wikic.curation import curating
from wikic.curator.model.curator import ModelCurator
from wikic.curator.offline import OfflineCurator
from wikic.llm.limits import Limits
from wikic.llm.protocol import Reply, Request
from wikic.llm.scripted import ScriptedModel
from wikic.schema.new_wiki import start_wiki
from wikic.session import Session

SOURCES = 64
COLLECTION = "corpus"

SERVER = """
import sys, time, threading
sys.path.insert(0, sys.argv[1])
from support.good_model import serve
from support.model_server import ModelServer, Answer
known = {}
def script(body):
    key = str(body["messages"])
    if key not in known:
        known[key] = serve(body)
    return known[key]
server = ModelServer(script, delay=float(sys.argv[2]))
print(server.url, flush=True)
for line in sys.stdin:
    if line.startswith("delay"):
        server.delay = float(line.split()[1])
    print(len(server.requests), server.peak, flush=True)
"""


class Served:
    """The server's process."""

    def __init__(self) -> None:
        tests = Path(__file__).resolve().parent.parent / "tests"
        command = [sys.executable, "-c", SERVER, str(tests), "0"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()

    def tell(self, line: str = "") -> tuple[int, int]:
        """Requests so far, and the most at once."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        requests, peak = self._process.stdout.readline().split()
        return int(requests), int(peak)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def wiki(folder: Path, file: Path, url: str) -> Path:
    """An empty wiki that asks the server."""
    start_wiki(folder, [file], OfflineCurator(), "Benchmark", collection=COLLECTION)
    (folder / "wikic.toml").write_text(
        f'[wiki]\ntitle = "Benchmark"\n[compile]\nmodel = "openai/m1"\n[model]\nbase_url = "{url}"\n'
    )
    return folder


def compiled(root: Path, file: Path, jobs: int) -> tuple[float, str]:
    """Seconds of a compile, and what the model took."""
    session = Session.open(root, "2026-11-22")
    began = time.perf_counter()
    with curating(session, None, Limits()) as curation:
        options = curation.options(jobs=jobs)
        report = CompileRun(root, curation.curator, options, steps=curation.steps(options)).compile([file])
        assert not report.failed, report.failed
        spent = curation.totals()
        return time.perf_counter() - began, str(spent.whole) if spent is not None else "no call"


def tree(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


class Instant:
    """A model that answers at once; counts the time inside it."""

    name = "instant/1"

    def __init__(self) -> None:
        self._inner = ScriptedModel(good_model.answer)
        self.inside = 0.0

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        began = time.perf_counter()
        try:
            return self._inner.complete(request, on_text)
        finally:
            self.inside += time.perf_counter() - began

    def keep(self, request: Request, reply: Reply) -> None:
        pass


def own_time(
    kb: Path, file: Path, collection: str, keys: Sequence[str], folder: Path
) -> tuple[float, float, float]:
    """Of wikic alone: milliseconds a source (median of extraction; mean of all), seconds once a run.

    The sources are taken in, forgotten, and taken in again, so that nothing is imported while it is measured.
    """
    root = folder / "own"
    shutil.copytree(kb, root)
    options = Options("2026-11-22", "Benchmark", waits=True, batch=MODEL_BATCH, collection=collection)
    for _ in range(2):
        forget_sources(root, keys, options)
        model = Instant()
        curator = Metered(ModelCurator(model, model), model)
        began = time.perf_counter()
        report = compile_documents(root, [file], curator, options)
        whole = time.perf_counter() - began - model.inside
        assert len(report.added) == len(keys), (report.failed, len(report.added))
    began = time.perf_counter()
    compile_documents(root, [file], curator, options)
    once = time.perf_counter() - began
    return statistics.median(curator.took) * 1_000, (whole - once) / len(keys) * 1_000, once


class Metered:
    """A curator whose extractions are timed, the model left out."""

    def __init__(self, inner: ModelCurator, model: Instant) -> None:
        self._inner = inner
        self._model = model
        self.took: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def extract(self, *arguments: Any) -> Any:
        began, inside = time.perf_counter(), self._model.inside
        found = self._inner.extract(*arguments)
        self.took.append(time.perf_counter() - began - (self._model.inside - inside))
        return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder that holds corpus.jsonl")
    parser.add_argument("--seconds", type=float, default=1.0, help="that a reply takes")
    parser.add_argument("--wiki", type=Path, help="a wiki of the corpus, to be copied")
    given = parser.parse_args()
    records = corpora.load(given.data)
    server = Served()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / f"{COLLECTION}.jsonl"
        chosen = corpora.thinned(records, SOURCES)
        corpora.write(chosen, file)
        try:
            compiled(wiki(folder / "warm", file, server.url), file, 8)  # the server learns its replies
            server.tell(f"delay {given.seconds}")
            took: dict[int, float] = {}
            for jobs in (1, 16):
                root = wiki(folder / f"jobs{jobs}", file, server.url)
                took[jobs], spent = compiled(root, file, jobs)
                print(f"--jobs {jobs:<3} {took[jobs]:7.1f} s  {spent}")
            same = tree(folder / "jobs1" / "wiki") == tree(folder / "jobs16" / "wiki")
            print(f"ratio {took[1] / took[16]:.1f}, the same bytes: {same}")
            before, asked = tree(folder / "jobs1" / "wiki"), server.tell()[0]
            again, _ = compiled(folder / "jobs1", file, 1)
            same = tree(folder / "jobs1" / "wiki") == before
            print(f"again  {again:7.1f} s  {server.tell()[0] - asked} calls, the same bytes: {same}")
        finally:
            server.close()
        if given.wiki is not None:
            # Keys begin with the folder's name, as those of a wiki compiled from the corpus' own file do.
            keys = [f"{given.data.name}/{record['id']}" for record in chosen]
            median, mean, once = own_time(given.wiki, file, given.data.name, keys, folder)
            print(
                f"wikic's own time a source: extraction {median:.1f} ms median, all of it {mean:.1f} ms mean"
            )
            print(f"and {once:.2f} s once a run, to open the wiki")


if __name__ == "__main__":
    main()
