"""``wikic mirror``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, Quiet, Root, Verbose

if TYPE_CHECKING:
    from wikic.navigate.indexes.follow_mirror import Step
    from wikic.navigate.indexes.mirror import Mirror
    from wikic.progress import Progress
    from wikic.store.sync import Result


def mirror(
    directory: Root = Path(),
    check: Annotated[
        bool,
        typer.Option("--check", help="Change nothing; list every difference. Exit code 1 if there is one."),
    ] = False,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Drop the mirror and make it anew.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Stay, and follow every change of the wiki; Ctrl-C ends it.")
    ] = False,
    poll: Annotated[
        bool, typer.Option("--poll", help="With --watch: look at the files every second, for network disks.")
    ] = False,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="ADDRESS",
            help="A Redis or Valkey instead of .wikic, for readers elsewhere: redis://host:6379#name, "
            "rediss:// with TLS, redis+cluster://, redis+sentinel://host,host/master. "
            "The password comes from WIKIC_REDIS_PASSWORD.",
        ),
    ] = "",
    replicas: Annotated[
        int, typer.Option("--replicas", min=0, help="With --to: how many must have a batch before it counts.")
    ] = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Bring the mirror in .wikic in step with the wiki, by content; without it everything reads the files.

    The mirror is a copy as a database, for processes that stay: there a page costs a quarter, a directory a
    twentieth of what the files cost. It is only a copy: one that is damaged or of another version is made
    anew, and nothing is lost when it is deleted. One process holds it at a time; all others read the files.

    --to keeps a copy on a Redis or Valkey in step instead, several wikis beside each other, with the index
    that `wikic serve --store` needs to read it elsewhere; whatever the server lost is found and given back.
    --check, --rebuild and --watch do there what they do here.
    """
    from wikic.errors import UsageError

    if check and (rebuild or watch):
        raise UsageError("--check changes nothing: leave out --rebuild and --watch")
    if poll and not watch:
        raise UsageError("--poll goes with --watch")
    if json and watch:
        raise UsageError("--watch prints lines; leave out --json")
    if replicas and not to:
        raise UsageError("--replicas goes with --to")
    if check:
        raise typer.Exit(_check(directory, to, json))
    with console.progress(quiet) as progress:
        held, result = _bring(directory, to, replicas, rebuild, progress)
    if watch:
        _say(held, result, quiet)
        _watch(directory, held, poll, quiet, verbose, replace=not to)
        return
    with held:
        if json:
            console.say_json(
                {
                    "files": held.files,
                    "written": result.written,
                    "touched": result.touched,
                    "removed": result.removed,
                    "skipped": result.skipped,
                    "rebuilt": held.rebuilt,
                }
            )
        else:
            _say(held, result, quiet)
    raise typer.Exit(1 if result.skipped or held.unpublished else 0)


def _bring(
    directory: Path, to: str, replicas: int, rebuild: bool, progress: Progress
) -> tuple[Mirror, Result]:
    """The mirror in .wikic, or at the address ``to``, in step with the wiki."""
    from wikic.navigate.indexes.indexing import tree_of
    from wikic.navigate.indexes.mirror import bring_in_step

    tree = tree_of(directory)
    if not to:
        return bring_in_step(tree, directory, rebuild=rebuild, progress=progress)
    from wikic.navigate.indexes.remote_mirror import remote

    held = remote(tree, directory, to, replicas=replicas, rebuild=rebuild)
    try:
        return held, held.sync(progress)
    except BaseException:
        held.close()
        raise


def _check(directory: Path, to: str, json: bool) -> int:
    from wikic.cli import console
    from wikic.navigate.indexes.indexing import tree_of
    from wikic.navigate.indexes.mirror_check import check
    from wikic.navigate.indexes.mirror_check import compare_stores as compared

    if to:
        from wikic.navigate.indexes.remote_mirror import open_remote

        with open_remote(to, directory) as store:
            checked = compared(tree_of(directory), store)
    else:
        checked = check(directory)
    if json:
        console.say_json(checked)
    elif checked.problem:
        console.say(f"{checked.problem}; `wikic mirror` mends it")
    elif checked.differences:
        for each in checked.differences:
            console.say_text(f"{each.path or 'mirror'}: {each.message}")
        console.say(
            f"{console.count(len(checked.differences), 'difference')}; `wikic mirror` mends what differs"
        )
    else:
        console.say(f"mirror: {console.count(checked.files, 'file')}, as the wiki is")
    return 0 if checked.exact else 1


def _say(held: Mirror, result: Result, quiet: bool) -> None:
    if held.rebuilt and held.rebuilt != "asked for":
        console.complain(f"made anew: {held.rebuilt}")
    for path in result.skipped:
        console.complain(f"{path}: could not be read, or changed meanwhile; run it again")
    if held.unpublished:
        console.complain(f"readers elsewhere keep the index they have: {held.unpublished}")
    if quiet:
        return
    done = _done(result)
    console.say(f"mirror: {console.count(held.files, 'file')}, {done or 'nothing changed'}")


def _done(result: Result) -> str:
    """``2 written, 1 removed``; "" for nothing."""
    counts = ((result.written, "written"), (result.touched, "touched"), (result.removed, "removed"))
    return ", ".join(f"{number:,} {what}" for number, what in counts if number)


def _watch(directory: Path, held: Mirror, poll: bool, quiet: bool, verbose: bool, *, replace: bool) -> None:
    """Follow until Ctrl-C, which is how it ends well."""
    import sys

    from wikic.cli import console
    from wikic.navigate.indexes.follow_mirror import Follower

    follower = Follower(directory, held, say=console.complain, polling=poll, replace=replace)
    console.complain("waiting for changes; Ctrl-C ends")
    try:
        for step in follower.steps():
            if step.result.paths and not quiet:
                console.say_text(_line(step))
                sys.stdout.flush()  # a log or a pipe shows each batch when it is there
            if verbose:
                console.complain(f"generation {follower.mirror.level.generation}")
    except KeyboardInterrupt:
        pass
    finally:
        follower.stop()
        follower.mirror.close()


def _line(step: Step) -> str:
    """One batch: how much, how long, and what, as far as a line holds it."""
    paths = step.result.paths
    total = step.result.written + step.result.touched + step.result.removed
    shown = ", ".join(paths[:3]) + (f" and {total - 3:,} more" if total > 3 else "")
    return f"{_done(step.result)} in {1000 * step.seconds:,.0f} ms: {shown}"
