"""``wikic eval diagnose``, ``gaps`` and ``improve``: why questions fail, and what to do about it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

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
    from wikic.evaluate.diagnosis.gaps import gaps as look
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


def improve(
    questions: Questions,
    directory: Root = Path(),
    apply: Annotated[
        bool, typer.Option("--apply", help="Carry out what is worth it; else it is only shown.")
    ] = False,
    limit: Limit = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Try what `wikic eval diagnose` suggests, and keep what raises a question and lowers none.

    Aliases for names that questions spell otherwise, links where no way leads to the answer. All are tried at
    once on a copy of the wiki and all questions asked again; a batch that lowers a question is halved. With
    --apply the rest is written as a person would write it on the page: an alias, a line of Related Pages.
    Judge the gain by questions that were not used for it.
    """
    from wikic.cli import console, eval_improvement
    from wikic.compiler.options import Options
    from wikic.evaluate.improve import improve as look
    from wikic.evaluate.question import read_questions
    from wikic.session import Session

    asked = read_questions(questions)[:limit]
    session = Session.open(directory)
    options = Options(session.today, session.config.wiki.title)
    carry_out = partial(eval_improvement.carry_out, options=options)
    with console.progress(quiet=quiet) as progress:
        session.library(progress).close()
        found = look(directory, asked, carry_out, progress)
        if apply and found.kept:
            carry_out(directory, found.kept)
            session.refresh(progress)
    if json:
        console.say_json({"kept": found.kept, "dropped": found.dropped, "reruns": found.reruns})
        return
    eval_improvement.show(found, applied=apply)
