"""Failures and health on a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.evaluate.diagnosis.diagnosis import Diagnosis
    from wikic.evaluate.diagnosis.health import Health

_LONGEST: Final = 100  # characters of a question that are shown


def show(found: Diagnosis) -> None:
    """Failures by class, then health over all and by directory."""
    failed = len({each.id for each in found.failures})
    console.say_strong(f"{console.count(found.asked, 'question')}, {failed:,} failed")
    for kind, count in Counter(each.kind for each in found.failures).most_common():
        console.say()
        console.say_strong(f"{kind}: {count:,}")
        lines = [
            f"{each.question[:_LONGEST]}: {each.reason}; try {each.advice}"
            for each in found.failures
            if each.kind == kind
        ]
        for line in console.listed(lines):
            console.say(line)
    console.say()
    _health(found.health)
    if len(found.directories) > 1:
        console.say()
        width = max(map(len, found.directories))
        console.say_text(f"{'':{width}}  questions  seed hits  reached in 2 steps")
        for name, each in found.directories.items():
            hits, reached = share(each.seed_hits), share(each.reachable[2])
            console.say_text(f"{name:<{width}}  {each.questions:>9,}  {hits:>9}  {reached:>18}")


def _health(each: Health) -> None:
    reached = ", ".join(f"{share(reach)} in {steps}" for steps, reach in enumerate(each.reachable))
    rows = (
        ("a page that the question names holds gold", share(each.seed_hits)),
        ("gold reached from the named pages, by steps", reached),
        ("gold documents for each step of the search", number(each.found_per_step)),
        ("gold documents for each 1,000 tokens", number(each.found_per_1000_tokens)),
        ("pages found for each page cited", number(each.noise)),
        ("cited pages that words alone found", share(each.backfill)),
        ("neighbours that cited pages share", share(each.redundancy)),
    )
    for name, value in rows:
        console.say_text(f"{name:<46}{value}")


def share(value: float | None) -> str:
    """``41 %``, ``-`` where nothing was counted."""
    return "-" if value is None else f"{100 * value:.0f} %"


def number(value: float | None) -> str:
    """Two decimals, ``-`` where nothing was counted."""
    return "-" if value is None else f"{value:.2f}"
