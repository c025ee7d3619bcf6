"""``wikic export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from wikic.cli.options import Root


def export(
    kind: Annotated[
        Literal["skill"],
        typer.Argument(metavar="KIND", help="skill: an Agent Skill that teaches agents to use this wiki."),
    ],
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
    """Write what other programs use the wiki with.

    `wikic export skill` writes DIR/NAME/SKILL.md: what the wiki holds, which commands look things up in it,
    how to cite, what never to do. A file that somebody else wrote, or changed, is not overwritten.
    """
    from wikic.cli import console
    from wikic.export.skill_file import export_skill
    from wikic.session import Session

    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.library(progress)
    with library:
        done = export_skill(library, output or directory / "skills", name)
    console.say(f"{done.path}: {'written' if done.changed else 'unchanged'}")
