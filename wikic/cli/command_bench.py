"""``wikic bench``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Json, Root

Operations = Annotated[int, typer.Option(min=100, help="How often each is measured.")]


def bench(directory: Root = Path(), operations: Operations = 1_000, json: Json = False) -> None:
    """Measure what reading this wiki costs, from its files and from its mirror.

    Four operators on pages drawn at random: get a page, list its directory, walk to it from the root, find
    paths by the beginning of a name. Nothing is written; what else the machine does counts. Directories of
    thousands of pages are slow to list from files: there it takes a minute.
    """
    from wikic.cli import console
    from wikic.navigate.store_times import store_times
    from wikic.store.operator_times import OPERATORS

    found = store_times(directory, operations)
    if json:
        console.say_json(found)
        return
    records = console.count(found.records, "record")
    directories = console.count(found.directories, "directory", "directories")
    way = f"{found.levels:g} on the way to one"
    console.say(f"{records} in {directories}, {way}; {_size(found.bytes)} of files")
    if found.mirror_bytes:
        console.say(f"mirror: {_size(found.mirror_bytes)}")
    wide = max(map(len, found.costs))
    console.say_text("")
    console.say_text(f"{'median, p99 in µs':<{wide + 4}}" + "".join(f"{name:>20}" for name in OPERATORS))
    for name, costs in found.costs.items():
        cells = "".join(f"{cost.median:>11,.1f} {cost.p99:>8,.1f}" for cost in costs.values())
        console.say_text(f"{name:<{wide + 4}}{cells}")
    if found.without_mirror:
        console.say(f"without the mirror: {found.without_mirror}")


def _size(number: int) -> str:
    return f"{number / 1e6:,.1f} MB"
