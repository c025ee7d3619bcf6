"""Repairs that questions asked for: carried out on the wiki, and told on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.compiler.options import Options
    from wikic.evaluate.diagnosis.failure import Repair
    from wikic.evaluate.improve import Improvement
    from wikic.evolve.decisions import Decisions
    from wikic.wiki.workspace import Workspace

_TOLD: Final = ("recall@5", "all@5", "contains")


def carry_out(root: Path, repairs: Sequence[Repair], *, options: Options) -> None:
    """Write repairs to the pages they are for, in one transaction.

    Raises RefusedError when they would bring a finding, and what writing a wiki raises.
    """
    from wikic import layout
    from wikic.evolve.carry_out import carry_out as land
    from wikic.evolve.decisions import Decisions

    aliases = tuple((each.page, each.value) for each in repairs if each.kind == "alias")
    links = tuple((each.page, layout.stem(each.value)) for each in repairs if each.kind == "link")

    def decide(space: Workspace) -> Decisions:
        reason = f"improve by questions: {console.count(len(repairs), 'repair')}"
        return Decisions(reason, space.schema, space.fold.identity, aliases=aliases, links=links)

    land(root, options, decide)


def show(found: Improvement, *, applied: bool) -> None:
    """What is kept, what is not and why, and the scores before and after."""
    from wikic.evaluate.summary import summarise

    asked = console.count(len(found.before), "question")
    console.say_strong(f"{asked}, asked {console.count(found.reruns, 'time')}")
    if not found.kept and not found.dropped:
        console.say("nothing that code can try: no alias and no link is suggested; see wikic eval diagnose")
        return
    for each in found.kept:
        console.say(f"  {'done' if applied else 'would do'}: {_said(each)}")
    lines = [f"left: {_said(each)}: {why}" for each, why in found.dropped]
    for line in console.listed(lines):
        console.say(line)
    (scored,) = summarise({"ask": found.after}, before={"ask": found.before}, metrics=_TOLD)
    for name in _TOLD:
        if name in scored.gains:
            gain, score = scored.gains[name], scored.scores[name]
            before = 100 * (score.mean - gain.gain.mean)
            console.say(
                f"{name:<10} {before:.1f} -> {100 * score.mean:.1f}  ({gain.won} better, {gain.lost} worse)"
            )
    if found.kept and not applied:
        console.say("nothing was changed; --apply writes it")


def _said(repair: Repair) -> str:
    if repair.kind == "alias":
        return f"{repair.page} is also called {repair.value!r}"
    return f"{repair.page} links to {repair.value}"
