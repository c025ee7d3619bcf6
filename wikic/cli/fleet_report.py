"""What `wikic fleet` says at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from wikic.cli import console
from wikic.fleet.base_run import Outcome


def say_outcomes(found: Sequence[Outcome], left: int, *, json: bool, quiet: bool) -> None:
    """Every base that wants a look with its reason, and unless ``quiet`` how many are well.

    With ``json`` all of them, as values. left: how many were not begun, because the fleet was stopped.
    """
    states = Counter(each.state for each in found)
    if json:
        # A directory's name may be no UTF-8.
        bases = [msgspec.to_builtins(each) | {"directory": console.plain(each.directory)} for each in found]
        console.say_json({"bases": bases, "states": dict(states), "not_begun": left})
        return
    for each in found:
        for line in _reasons(each):
            console.say(f"{each.directory}: {line}")
    if quiet:
        return
    taken = sum(each.sources for each in found)
    cost = sum(each.cost for each in found)
    said = ", ".join(
        f"{states[name]:,} {name}" for name in ("compiled", "unchanged", "failed", "stopped") if states[name]
    )
    spent = f", ${cost:,.2f}" if cost else ""
    waited = f"; {left:,} not begun" if left else ""
    console.say_strong(
        console.count(len(found), "knowledge base"),
        f": {said}; {console.count(taken, 'source')} taken in{spent}{waited}",
    )


def _reasons(outcome: Outcome) -> list[str]:
    if outcome.state in ("failed", "stopped"):
        return [f"{outcome.state} in {outcome.step}: {outcome.said}"]
    named = ", ".join(outcome.failed[:3])
    failed = [f"{console.count(len(outcome.failed), 'document')} could not be taken in: {named}"]
    errors = outcome.findings.get("error", 0)
    return [
        *(failed if outcome.failed else []),
        *([f"lint found {console.count(errors, 'error')}"] if errors else []),
    ]
