"""What the gateway adds to a call: every layer against a server on loopback that answers at once.

    .venv/bin/python benchmarks/gateway.py [--calls 300]

The floor is a bare HTTP client that keeps its connection and sends the same prompt. Prints milliseconds per
call, median and 95th percentile, and calls a second from 16 threads.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import BaseModel

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.model_server import Answer, ModelServer

from wikic.llm.litellm_model import connect
from wikic.llm.open_models import Settings, open_models
from wikic.llm.protocol import Message, Model, Request
from wikic.llm.structured import converse

THREADS = 16


class Names(BaseModel):
    """What is asked for."""

    names: list[dict[str, str]]


REPLY = json.dumps({"names": [{"title": f"Name {at}", "line": "a line about it"} for at in range(40)]})


def request(number: int) -> Request:
    """A prompt of 8 KB, as an extraction sends."""
    text = f"{number}: " + "Some words of a document that is read, sentence by sentence. " * 130
    return Request("extract", "extract", (Message("system", "Name names."), Message("user", text)), 1_000)


def timed(call: Callable[[int], object], number: int) -> tuple[float, float]:
    """Median and 95th percentile of ``number`` calls, milliseconds."""
    call(-1)
    took: list[float] = []
    for at in range(number):
        began = time.perf_counter()
        call(at)
        took.append((time.perf_counter() - began) * 1_000)
    took.sort()
    return took[len(took) // 2], took[int(len(took) * 0.95)]


def bare(url: str) -> Callable[[int], object]:
    """The floor."""
    link = http.client.HTTPConnection(urlsplit(url).netloc)

    def call(number: int) -> object:
        asked = request(number)
        messages = [{"role": each.role, "content": each.text} for each in asked.messages]
        link.request("POST", "/v1/chat/completions", json.dumps({"model": "m1", "messages": messages}))
        return json.loads(link.getresponse().read())

    return call


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=300)
    number = parser.parse_args().calls
    began = time.perf_counter()
    with ModelServer(lambda _: Answer(REPLY)) as server, tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        client = connect("openai/m1", root, base_url=server.url)
        print(f"first use of litellm: {time.perf_counter() - began:.1f} s")
        settings = Settings(root=root, names={"extract": "openai/m1"}, base_url=server.url)
        whole = open_models(settings).model("extract")
        rows: tuple[tuple[str, Callable[[int], object]], ...] = (
            ("bare HTTP client", bare(server.url)),
            ("litellm", lambda at: client.complete(request(at))),
            ("litellm, stream of 50 pieces", lambda at: client.complete(request(at), lambda _: None)),
            ("the whole gateway", lambda at: whole.complete(request(at))),
            ("the same, parsed, checked and kept", lambda at: converse(whole, request(at), Names)),
            ("the same again: out of the cache", lambda at: converse(whole, request(at), Names)),
        )
        for name, call in rows:
            median, high = timed(call, number)
            print(f"{name:<36} {median:6.2f} ms  p95 {high:6.2f} ms")
        for name, model in (("litellm", client), ("the whole gateway", whole)):
            print(f"{name}, {THREADS} threads: {crowd(model, number):,.0f} calls a second")


def crowd(model: Model, number: int) -> float:
    """Calls a second from many threads, none out of the cache."""
    began = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda at: model.complete(request(at)), range(1_000_000, 1_000_000 + number)))
    return number / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
