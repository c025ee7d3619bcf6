"""``wikic fleet``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, MaxCost, Model, Quiet, finite
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
    from wikic.cli.fleet_report import say_outcomes
    from wikic.fleet import manifest as manifests
    from wikic.fleet.base_run import Order, Outcome
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
