"""Write what other programs use the wiki with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Root


def skill(
    directory: Root = Path(),
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder of skills, such as .claude/skills.  \\[default: skills/ beside wiki/]",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Name of the skill.  \\[default: from the wiki's title]", show_default=False),
    ] = None,
) -> None:
    """Write an Agent Skill that teaches agents with a shell to use this wiki.

    DIR/NAME/SKILL.md says what the wiki holds, which commands look things up in it, how to cite, what never
    to do. A file that somebody else wrote, or changed, is not overwritten.
    """
    from wikic.export.skill import export_skill
    from wikic.session import Session

    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.library(progress)
    with library:
        done = export_skill(library, output or directory / "skills", name)
    console.say(f"{done.path}: {'written' if done.changed else 'unchanged'}")
