"""Measure whether a wiki answers the questions its keeper has."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wikic.cli.options import Json, Quiet, Root

if TYPE_CHECKING:
    from wikic.evaluate.run import Run
    from wikic.evaluate.summary import Line

Questions = Annotated[
    Path,
    typer.Argument(
        metavar="QUESTIONS",
        help='JSON Lines: {"question": …, "answer": …, "gold": [sources]}; only the question must be there.',
        show_default=False,
    ),
]
Arms = Annotated[
    list[str] | None,
    typer.Option(
        "--arm",
        metavar="NAME",
        help="A way to answer: ask, search, nav:500ms, bm25, ask-without-links …; repeat for more."
        "  \\[default: ask, search, bm25]",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="RUN",
        help="Keep the replies in this file; a run that was ended goes on from it.",
        show_default=False,
    ),
]
Against = Annotated[
    Path | None,
    typer.Option(metavar="RUN", help="Compare with a run kept before, arm by arm.", show_default=False),
]
By = Annotated[
    str,
    typer.Option(metavar="COLUMN", help="Also by type, hops or gold (how many).", show_default=False),
]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first questions.", show_default=False)]


def run(
    questions: Questions,
    directory: Root = Path(),
    arm: Arms = None,
    output: Output = None,
    against: Against = None,
    by: By = "",
    limit: Limit = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Ask the wiki questions whose answers are known, and say how often it finds them.

    Each arm is a way to answer: `wikic ask` by rules, `wikic search`, a time budget, BM25 over the documents
    without the wiki. Scores come with 95 % intervals (bootstrap over questions); each arm is compared with
    the first, question by question.

    What can be scored depends on the columns: gold (sources by key, record id, title, or a sentence they
    hold) gives recall, answer gives EM, F1 and contains, unanswerable tells whether the wiki says that it
    does not know.
    """
    from wikic.cli import console, eval_table
    from wikic.evaluate.summary import summarise

    done, before = _run(questions, directory, arm, output, against, limit, quiet=quiet)
    lines = summarise(done.judged, by=by, before=before.judged if before is not None else None)
    if json:
        console.say_json(_as_json(done, lines))
        return
    eval_table.show(lines, beside=str(against or ""))
    _tell(done, output)


def make(
    directory: Root = Path(),
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write them here.  \\[default: standard output]",
            show_default=False,
        ),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many questions, at most.")] = 100,
    seed: Annotated[int, typer.Option(help="Another number draws others.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Draft questions about a wiki that has none: with answers and gold, from what its documents state.

    One fact, two steps along relations, which of two came first, questions that documents ask themselves,
    labelled values, sentences with a gap, and some that the wiki cannot answer. Made by rules, so read them:
    strike out what nobody would ask, put the rest in your own words, add your own. Each names the sentence it
    comes from.
    """
    from wikic.cli import console
    from wikic.cli.output_file import write_bytes
    from wikic.errors import UsageError
    from wikic.evaluate.drafting.draft_questions import as_lines
    from wikic.evaluate.drafting.draft_questions import make as draft
    from wikic.session import Session

    if output is not None and output.exists() and not force:
        raise UsageError(f"{output} is there", hint="people edit such files: name another, or give --force")
    session = Session.open(directory)
    with console.progress(quiet=output is None) as progress, session.library(progress) as library:
        drafts = draft(library, count, seed)
    if output is None:
        console.say_text(as_lines(drafts).decode().rstrip("\n"))
        return
    write_bytes(output, as_lines(drafts))
    kinds = len({each.type for each in drafts})
    console.say(f"{output}: {console.count(len(drafts), 'question')} of {console.count(kinds, 'kind')}")


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


def check(
    questions: Questions,
    directory: Root = Path(),
    minimum: Annotated[
        list[str] | None,
        typer.Option(
            "--min",
            metavar="ARM.METRIC=VALUE",
            help="What must be reached: ask.recall@5=0.9; the most, for cost and the like.",
            show_default=False,
        ),
    ] = None,
    against: Against = None,
    output: Output = None,
    limit: Limit = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Fail when the wiki answers worse than it must: a gate for CI.

    --min ask.recall@5=0.9 names the least that an arm must reach; for refused-falsely, tokens, cost and
    seconds it is the most. --against RUN fails when an arm of that run is worse by more than chance: the
    95 % interval of the difference lies beyond zero. Exit code 1 when something fails.
    """
    from wikic.cli import console, eval_table
    from wikic.errors import UsageError
    from wikic.evaluate.gate import failures, parse_limit, worse_than
    from wikic.evaluate.run_file import load_run
    from wikic.evaluate.summary import summarise

    limits = [parse_limit(text) for text in minimum or ()]
    if not limits and against is None:
        raise UsageError("nothing is asked for", hint="name what must be reached: --min ask.recall@5=0.9")
    names = dict.fromkeys(each.arm for each in limits)
    if against is not None:
        names |= dict.fromkeys(load_run(against).arms)
    done, before = _run(questions, directory, list(names), output, against, limit, quiet=quiet)
    lines = summarise(done.judged, before=before.judged if before is not None else {})
    failed = [*failures(lines, limits), *(worse_than(lines) if before is not None else ())]
    if json:
        console.say_json(_as_json(done, lines) | {"failed": failed})
    else:
        eval_table.show(lines, beside=str(against or ""))
        for each in failed:
            console.say(f"failed: {each}")
        if not failed:
            console.say("passed")
        _tell(done, output)
    raise typer.Exit(1 if failed else 0)


def _run(
    questions: Path,
    directory: Path,
    arms: list[str] | None,
    output: Path | None,
    against: Path | None,
    limit: int | None,
    *,
    quiet: bool,
) -> tuple[Run, Run | None]:
    """Today's run, and the stored one it is compared with."""
    from wikic.cli import console
    from wikic.evaluate.arms.registry import DEFAULT, open_arms
    from wikic.evaluate.question import read_questions
    from wikic.evaluate.run import judge_stored
    from wikic.evaluate.run import run as run_arms
    from wikic.evaluate.run_file import load_run
    from wikic.session import Session

    asked = read_questions(questions)[:limit]
    stored = load_run(against) if against is not None else None
    session = Session.open(directory)
    with console.progress(quiet=quiet) as progress, session.library(progress) as library:
        opened = open_arms(tuple(arms or DEFAULT), library)
        done = run_arms(asked, opened, library, file=output, today=session.today, progress=progress)
        before = judge_stored(stored, asked, library) if stored is not None else None
    return done, before


def _tell(done: Run, output: Path | None) -> None:
    from wikic.cli import console

    if done.missing:
        console.complain(f"gold that is not in the wiki, counted as not found: {len(done.missing)}:")
        console.complain(*console.listed(list(done.missing)))
    if output is not None:
        console.complain(f"replies: {output}" + (f" ({done.resumed} were there)" if done.resumed else ""))


def _as_json(done: Run, lines: tuple[Line, ...]) -> dict[str, Any]:
    return {"lines": lines, "missing": done.missing}
