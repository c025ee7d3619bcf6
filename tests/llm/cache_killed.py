"""Keeps replies until it is killed; says the number of each one that is kept."""

from __future__ import annotations

import sys
from pathlib import Path

from wikic.llm.cache import Cached
from wikic.llm.meter import Meter
from wikic.llm.protocol import Message, Reply, Request
from wikic.llm.scripted import ScriptedModel


def request(number: int) -> Request:
    return Request("extract", "extract", (Message("user", f"number {number}"),), 10)


def reply(number: int) -> Reply:
    return Reply(f"reply {number} " + "x" * 5_000)


if __name__ == "__main__":
    model = Cached(ScriptedModel([]), Path(sys.argv[1]), Meter())
    for number in range(1_000_000):
        model.keep(request(number), reply(number))
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
