"""The conversation of ``wikic init --interactive``: show the proposal, take changes line by line."""

from __future__ import annotations

import sys

from wikic.cli import console
from wikic.errors import UsageError
from wikic.model.schema import Schema

_PROMPT = "init> "


def revise(schema: Schema) -> Schema:
    """The schema as a person leaves it with ``done``.

    Raises UsageError when the input ends before that or says ``quit``: then nothing is to be written.
    Lines come from standard input, so that a file of commands serves as well as a terminal.
    """
    from wikic.schema.edit_command import edit

    _show(schema)
    console.say("Change it (help lists how), then `done` writes it; `quit` writes nothing.")
    while True:
        said = _ask()
        if said is None:
            raise UsageError("the input ended before `done`; nothing was written")
        word = said.strip().casefold()
        if word in ("done", "ok"):
            return schema
        if word in ("quit", "exit", "q"):
            raise UsageError("nothing was written")
        if word in ("help", "?"):
            _help()
        elif word in ("show", ""):
            _show(schema)
        else:
            try:
                schema = edit(schema, said)
            except UsageError as error:
                console.say(f"  {console.plain(str(error))}")
            else:
                _show(schema)


def _ask() -> str | None:
    """A line, or None at the end of the input."""
    sys.stdout.write(_PROMPT)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty() or not line:
        console.say()
    return line or None


def _show(schema: Schema) -> None:
    for name in ("focus", "audience", "bias"):
        console.say_text(f"{name:<9} {getattr(schema.positioning, name)}")
    width = max(len(each.name) for each in schema.dimensions)
    for at, each in enumerate(schema.dimensions, start=1):
        heading = f" [{each.title}]" if each.title else ""
        rest = " (fallback)" if each.name == schema.fallback else ""
        console.say_text(f"  {at:>2} {each.name:<{width}}{heading}  {each.description}{rest}")


def _help() -> None:
    from wikic.schema.edit_command import COMMANDS

    width = max(len(f"{each.word} {each.usage}") for each in COMMANDS)
    for each in COMMANDS:
        console.say(f"  {f'{each.word} {each.usage}':<{width}}  {each.does}")
    for word, does in (("show", "shows it again"), ("done", "writes it"), ("quit", "writes nothing")):
        console.say(f"  {word:<{width}}  {does}")
    console.say("A directory is its name or its number.")
