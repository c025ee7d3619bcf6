"""``wikic recover``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wikic.cli import console
from wikic.cli.options import Json, Root

if TYPE_CHECKING:
    from wikic.wiki.recovery import Left


def recover(
    directory: Root = Path(),
    finish: Annotated[
        bool, typer.Option("--finish", help="Carry the changes out, wherever they were begun.")
    ] = False,
    drop: Annotated[
        bool, typer.Option("--drop", help="Forget the changes; files that have moved already stay so.")
    ] = False,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Take indexes, caches and requests to an agent that were made elsewhere as they are: yours, "
            "from a backup.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Show changes that were begun and not finished, and finish or drop them.

    A run that was killed needs none of this: the next command that writes finishes or drops its work. But a
    directory that was cloned, copied or restored from a backup may hold changes that were begun elsewhere,
    and commands that write stop there until you have seen them. Exit code 1 while some are left.

    Indexes and caches that came from elsewhere are made anew by every command that needs them, unless you say
    first, with --trust, that they are your own.
    """
    from wikic import build_dir
    from wikic.errors import UsageError
    from wikic.session import Session
    from wikic.wiki import lock, recovery
    from wikic.wiki.disk import disk_error

    if trust:
        try:
            build_dir.trust(directory)
        except OSError as error:
            raise disk_error(error, directory, "nothing was changed") from error
    if finish and drop:
        raise UsageError("--finish and --drop exclude each other")
    vault = Session.open(directory, finish=False).config.lint.profile == "vault"
    places = recovery.THEIRS if vault else recovery.OURS
    found = recovery.left(directory, places)
    if found and (finish or drop):
        with lock.writer(directory):
            if finish:
                lines = recovery.recover(directory, places=places, trusted=True)
            else:
                lines = (f"dropped: {console.count(recovery.drop(directory), 'journal')}",)
        if json:
            console.say_json({"left": [], "done": lines})
        else:
            console.say_text("\n".join(lines))
        return
    if json:
        console.say_json({"left": [_json(directory, each) for each in found], "done": []})
    else:
        _say(directory, found)
    raise typer.Exit(1 if found else 0)


def _say(directory: Path, found: tuple[Left, ...]) -> None:
    from wikic.cli.change_report import say_changes

    if not found:
        console.say("nothing was left unfinished")
        return
    for each in found:
        where = "begun here" if each.here else "not begun in this directory"
        console.say_text(f"{each.directory}: {each.reason or 'no plan that can be read'}; {where}")
        if each.fault:
            console.say_text(f"  cannot be carried out: {each.fault}")
        say_changes(directory, each.changes, each.inside)
    console.say("`wikic recover --finish` carries this out, `wikic recover --drop` forgets it")


def _json(directory: Path, left: Left) -> dict[str, Any]:
    from wikic.cli.change_report import change_json

    return {
        "journal": str(left.directory),
        "reason": left.reason,
        "begun_here": left.here,
        "fault": left.fault,
        "changes": [change_json(directory, change, left.inside) for change in left.changes],
    }
