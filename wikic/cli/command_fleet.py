"""``wikic fleet``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Json, MaxCost, Model, Quiet
from wikic.errors import UsageError


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
            "--jobs", "-j", min=1, help="Bases at once.  \\[default: one per core]", show_default=False
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
    holds for all bases together.

    Exit code 1 when a base failed, a document could not be taken in, or lint found an error.
    """
    from wikic.cli import console
    from wikic.cli.fleet_report import say_outcomes
    from wikic.fleet import manifest as manifests
    from wikic.fleet.base_run import Outcome, Running
    from wikic.fleet.pool import run_all

    bases = manifests.read(manifest, to)
    index, of = _shard(shard)
    mine = manifests.share(bases, index, of)
    options = [*(["--prune"] if prune else []), *(["--model", model] if model else []), "--jobs", "1"]
    running = Running()
    found: list[Outcome] = []
    with console.progress(quiet) as progress:
        progress.phase("bases", len(mine))
        for outcome in run_all(mine, jobs or os.cpu_count() or 1, running, options, max_cost):
            found.append(outcome)
            progress.advance()
    order = {str(each.directory): at for at, each in enumerate(mine)}
    found.sort(key=lambda each: order[each.directory])
    say_outcomes(found, json=json, quiet=quiet)
    raise typer.Exit(0 if all(each.well for each in found) else 1)


def _shard(given: str) -> tuple[int, int]:
    if not given and "JOB_COMPLETION_INDEX" in os.environ and "WIKIC_FLEET_SHARDS" in os.environ:
        given = f"{os.environ['JOB_COMPLETION_INDEX']}/{os.environ['WIKIC_FLEET_SHARDS']}"
    if not given:
        return 0, 1
    first, slash, of = given.partition("/")
    if not slash or not first.isdecimal() or not of.isdecimal() or not first.isascii() or not of.isascii():
        raise UsageError(f"--shard {given!r} is not I/N, as 0/4")
    return int(first), int(of)
