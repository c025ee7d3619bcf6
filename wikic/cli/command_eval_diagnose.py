"""``wikic eval diagnose`` and ``gaps``: why questions fail, and what the wiki does not answer."""

from __future__ import annotations

from pathlib import Path

import typer

from wikic.cli.command_eval import Limit, Questions
from wikic.cli.options import Json, Quiet, Root


def diagnose(
    questions: Questions,
    directory: Root = Path(),
    limit: Limit = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Say why questions fail, and how healthy the wiki's graph is for them.

    `wikic ask` answers each question by rules. What is missed has a class: coverage (the wiki does not hold
    it, or by another name), connectivity (no way leads there), ranking (it came too late), provenance (its
    page cites something else), queryability (the search ended early), answer. Each line says what to try.
    Exit code 1 when a question fails.
    """
    from wikic.cli import console, eval_diagnosis
    from wikic.evaluate.diagnosis.diagnosis import diagnose as look
    from wikic.evaluate.question import read_questions
    from wikic.session import Session

    asked = read_questions(questions)[:limit]
    session = Session.open(directory)
    with console.progress(quiet=quiet) as progress, session.library(progress) as library:
        found = look(library, asked, progress)
    if json:
        console.say_json(found)
    else:
        eval_diagnosis.show(found)
    raise typer.Exit(1 if found.failures else 0)


def gaps(directory: Root = Path(), quiet: Quiet = False, json: Json = False) -> None:
    """List what the wiki was asked and does not answer: what to take documents in for.

    From the log of `wikic ask`, `wikic chat` and `wikic mcp` on this machine; each question is asked again by
    rules, and those that are answered by now are left out. Exit code 1 when a question is listed.
    """
    from wikic import build_dir
    from wikic.cli import console
    from wikic.evaluate.diagnosis.health import find_gaps as look
    from wikic.session import Session
    from wikic.store.access_files import events

    session = Session.open(directory)
    with console.progress(quiet=quiet) as progress, session.library(progress) as library:
        found = look(events(build_dir.at(directory)), session.asker(library))
    if json:
        console.say_json({"questions": found})
    else:
        lines = [
            f"{each.question} ({console.count(each.times, 'time')}, last {each.last[:10]})"
            + (f"; near: {', '.join(each.nearest)}" if each.nearest else "")
            for each in found
        ]
        console.say_strong(console.count(len(found), "question") + " without an answer")
        for line in console.listed(lines):
            console.say(line)
    raise typer.Exit(1 if found else 0)
