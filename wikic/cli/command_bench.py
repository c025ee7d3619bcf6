"""``wikic bench``."""

from __future__ import annotations

from pathlib import Path

from wikic.cli.options import Json, Root


def bench(directory: Root = Path(), json: Json = False) -> None:
    """Measure what reading this wiki costs, from its files and from its mirror.

    Four operators, a thousand times each on pages drawn at random: get a page, list its directory, walk to it
    from the root, find paths by the first half of a name. Nothing is written; what else the machine does
    counts.
    """
    from wikic.cli import console
    from wikic.navigate.store_times import store_times
    from wikic.store.operator_times import OPERATORS

    found = store_times(directory)
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
