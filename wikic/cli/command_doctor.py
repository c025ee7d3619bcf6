"""``wikic doctor``."""

from __future__ import annotations

from pathlib import Path

import typer

from wikic.cli import console
from wikic.cli.options import Json, Root


def doctor(directory: Root = Path(), json: Json = False) -> None:
    """Check this machine and this knowledge base: what is missing, what that costs, how to mend it.

    Looks at Python, the LevelDB binding, extras, settings, runs that hold or left something, git's merge
    driver and hook, what the system watches, and whether the models that are named have their keys. Changes
    nothing and asks no model. Outside of a knowledge base only the machine is looked at.

    Exit code 1 where something that is wanted does not work; what is merely not there costs nothing.
    """
    from wikic.doctor import knowledge_base, machine

    found = (*machine.looked_at(), *knowledge_base.looked_at(directory))
    problems = sum(check.state == "problem" for check in found)
    if json:
        console.say_json({"checks": found, "problems": problems})
    else:
        width = max(len(check.name) for check in found)
        for check in found:
            mark = {"ok": "ok     ", "note": "note   ", "problem": "PROBLEM"}[check.state]
            console.say(f"{mark}  {check.name:<{width}}  {check.said}")
            if check.mend:
                console.say(f"{'':{len(mark) + width + 4}}→ {check.mend}")
    raise typer.Exit(1 if problems else 0)
