"""``wikic fleet``."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, MaxCost, Model, Quiet, finite
from wikic.errors import UsageError

if TYPE_CHECKING:
    from wikic.fleet.base_run import Outcome


def fleet(
    manifest: Annotated[
        Path,
        typer.Argument(
            metavar="MANIFEST",
            help="A .yaml or .jsonl file that lists knowledge bases, or a folder of folders.",
        ),
    ],
    to: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the knowledge bases of a folder of folders go."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            help="Bases at once.  \\[default: one per core, or per thread of Dask's workers]",
            show_default=False,
        ),
    ] = None,
    executor: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Where bases run: dask://HOST:PORT, the scheduler of a Dask cluster.  \\[default: here]",
            show_default=False,
        ),
    ] = "",
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="MINUTES",
            min=0.01,
            callback=finite,
            help="End a base that takes longer; it fails.  \\[default: none]",
            show_default=False,
        ),
    ] = None,
    shard: Annotated[
        str,
        typer.Option(
            metavar="I/N",
            help="Do every N-th base from I on, from 0: one of N machines.  \\[default: "
            "JOB_COMPLETION_INDEX of WIKIC_FLEET_SHARDS, where both are set]",
            show_default=False,
        ),
    ] = "",
    prune: Annotated[
        bool, typer.Option("--prune", help="Forget sources whose documents are gone or empty.")
    ] = False,
    model: Model = None,
    max_cost: MaxCost = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Keep many knowledge bases: initialise, compile, lint and mirror each, several at once.

    A manifest is a YAML list (or JSONL, a base a line) of `directory` and `documents`, and if wanted `schema`
    (a schema.yaml to begin from), `title`, `mirror` (redis://…, what `wikic mirror --to` takes). Paths are
    relative to it. Of a folder of folders each is the documents of one base, which goes to --to.

    Each base has a process of its own: one that fails, or kills its process, stops no other. What is up to
    date costs a look, so a fleet that was interrupted goes on when the command is given again. --max-cost
    holds for all bases together. --executor gives the bases to the workers of a Dask cluster, which need
    wikic and the disk of the bases.

    Exit code 1 when a base failed, a document could not be taken in, or lint found an error.
    """
    from wikic.fleet import manifest as manifests
    from wikic.fleet.base_run import Order
    from wikic.fleet.executor import open_executor, run_all

    bases = manifests.read(manifest, to)
    index, of = _shard(shard)
    mine = manifests.share(bases, index, of)
    options = (*(["--prune"] if prune else []), *(["--model", model] if model else []), "--jobs", "1")
    order = Order(options, None if timeout is None else timeout * 60)
    found: list[Outcome] = []

    def report() -> None:
        places = {str(each.directory): at for at, each in enumerate(mine)}
        found.sort(key=lambda each: places[each.directory])
        say_outcomes(found, len(mine) - len(found), json=json, quiet=quiet)

    try:
        with console.progress(quiet) as progress, open_executor(executor, mine, jobs, order) as runs:
            progress.phase("bases", len(mine))

            def tell(outcome: Outcome) -> None:
                found.append(outcome)
                progress.advance()

            run_all(mine, runs, tell, max_cost)
    except BaseException:  # Ctrl-C, a scheduler that is gone: what was done is done
        if found:
            report()
        raise
    report()
    raise typer.Exit(0 if all(each.well for each in found) else 1)


def _shard(given: str) -> tuple[int, int]:
    index, shards = (os.environ.get(name, "") for name in ("JOB_COMPLETION_INDEX", "WIKIC_FLEET_SHARDS"))
    said = f"--shard {given!r}"
    if not given and index and shards:
        given, said = f"{index}/{shards}", f"JOB_COMPLETION_INDEX {index!r} of WIKIC_FLEET_SHARDS {shards!r}"
    if not given:
        return 0, 1
    first, slash, of = given.partition("/")
    if not slash or not all(each.isascii() and each.isdecimal() and len(each) < 10 for each in (first, of)):
        raise UsageError(f"{said} is not I/N, as 0/4")
    if not int(of):
        raise UsageError(f"{said}: there is at least 1 shard")
    return int(first), int(of)


def say_outcomes(found: Sequence[Outcome], left: int, *, json: bool, quiet: bool) -> None:
    """Every base that wants a look with its reason, and unless ``quiet`` how many are well.

    With ``json`` all of them, as values. left: how many were not begun, because the fleet was stopped.
    """
    states = Counter(each.state for each in found)
    if json:
        import msgspec

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
    read = console.count(len(outcome.by_rules), "document")
    errors = outcome.findings.get("error", 0)
    return [
        *(failed if outcome.failed else []),
        *([f"{read} read by rules, since the model could not"] if outcome.by_rules else []),
        *([f"lint found {console.count(errors, 'error')}"] if errors else []),
    ]
