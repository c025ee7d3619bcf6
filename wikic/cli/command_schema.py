"""``wikic schema``."""

from __future__ import annotations

from typing import Annotated

import typer

from wikic.cli import console


def schema(
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="[COMMAND]...", help="Such as status, or eval run.", show_default=False),
    ] = None,
) -> None:
    """Print what `--json` of a command prints, as JSON Schema; without COMMAND, which commands have one.

    What is printed has a `version`. It is raised when a key goes or means something else; keys are added
    without that.
    """
    from wikic.cli.json_shapes import COMMANDS, schema_of

    if not command:
        console.say_text("\n".join(COMMANDS))
        return
    console.say_document(schema_of(" ".join(command)))
