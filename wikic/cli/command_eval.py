"""Measure whether a wiki answers the questions its keeper has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wikic.cli.options import Effort, Json, MaxCost, MaxTokens, Model, Quiet, Record, Replay, Root

if TYPE_CHECKING:
    from wikic.cli.eval_models import Named
    from wikic.evaluate.run import Run
    from wikic.evaluate.run_file import StoredRun
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
        help="A way to answer: ask, search, nav:500ms, bm25, rlm, ask-without-links …; by vectors: dense,"
        " hybrid; by a model: ask-model, agent, one-read, a-rag, chunks, bm25-model, skills:DIR, closed-book."
        " Repeat for more.  \\[default: ask, search, bm25, and ask-model with --model]",
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
    typer.Option(
        metavar="COLUMN",
        help="Also by type, hops, gold (how many) or fan-in (the same, by 1, 2-3, 4+).",
        show_default=False,
    ),
]
Judging = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="MODEL",
        help="Also have this model judge the replies: accuracy, factuality, context recall, claims.",
        show_default=False,
    ),
]
Embedding = Annotated[
    str | None,
    typer.Option(
        "--embedding",
        metavar="MODEL",
        help="Embedding model for dense, hybrid, a-rag, rlm and graphrag-local.  \\[default: as configured]",
        show_default=False,
    ),
]
HowMuch = Annotated[
    Effort | None,
    typer.Option(
        help="How long a model that reasons thinks for a question.  \\[default: as it does by itself]",
        show_default=False,
    ),
]
Html = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Also write a report for a browser: plots, each question with its replies, why it failed.",
        show_default=False,
    ),
]
Steps = Annotated[
    str,
    typer.Option(
        metavar="N,N…",
        help="Run each arm that calls tools once for each of these numbers of calls: 5,10,15,20.",
        show_default=False,
    ),
]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first questions.", show_default=False)]


def run(
    questions: Questions,
    directory: Root = Path(),
    arm: Arms = None,
    output: Output = None,
    against: Against = None,
    by: By = "",
    html: Html = None,
    limit: Limit = None,
    model: Model = None,
    judge: Judging = None,
    embedding: Embedding = None,
    effort: HowMuch = None,
    steps: Steps = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Ask the wiki questions whose answers are known, and say how often it finds them.

    Each arm is a way to answer: `wikic ask` by rules, `wikic search`, a time budget, BM25 over the documents
    without the wiki; with --model a language model, on the wiki and without it. Scores come with 95 %
    intervals (bootstrap over questions); each arm is compared with the first, question by question.

    What can be scored depends on the columns: gold (sources by key, record id, title, or a sentence they
    hold) gives recall, answer gives EM, F1 and contains, unanswerable tells whether the wiki says that it
    does not know.
    """
    from wikic.cli import console, eval_report, eval_table
    from wikic.cli.eval_models import Named
    from wikic.evaluate.arms.registry import stepped
    from wikic.evaluate.metrics import METRICS
    from wikic.evaluate.run_file import load_run
    from wikic.evaluate.summary import TELLING, summarise
    from wikic.llm.limits import Limits

    if html is not None:
        eval_report.require(html)
    limits = Limits(max_cost, max_tokens, record, replay, effort.value if effort is not None else None)
    named = Named(model, judge, embedding, limits)
    stored = load_run(against) if against is not None else None
    if steps:
        arm = stepped(named.arms(arm), steps)
    asking = _Asking(questions, directory, output, limit, quiet)
    done, before = _run(asking, arm, stored, named)
    compared = METRICS if json else TELLING  # tables and reports tell of one, the first that there is
    beside = before.judged if before is not None else None
    lines = summarise(done.judged, by=by, before=beside, compared=compared)
    if html is not None:
        wanted = eval_report.Request(html, directory, questions, by, against)
        eval_report.write(wanted, done, lines, quiet=quiet)
    if json:
        console.say_json(_as_json(done, lines))
        return
    eval_table.show(lines, beside=str(against or ""))
    _tell(done, output)


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
    model: Model = None,
    judge: Judging = None,
    embedding: Embedding = None,
    effort: HowMuch = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Fail when the wiki answers worse than it must: a gate for CI.

    --min ask.recall@5=0.9 names the least that an arm must reach; for refused-falsely, tokens, cost and
    seconds it is the most. --against RUN fails when an arm of that run is worse by more than chance: the
    95 % interval of the difference lies beyond zero. Exit code 1 when something fails.
    """
    from wikic.cli import console, eval_table
    from wikic.cli.eval_models import Named
    from wikic.errors import UsageError
    from wikic.evaluate.gate import not_compared, parse_limit, unmet_limits, worse_than
    from wikic.evaluate.run_file import load_run
    from wikic.evaluate.summary import summarise

    limits = [parse_limit(text) for text in minimum or ()]
    if not limits and against is None:
        raise UsageError("nothing is asked for", hint="name what must be reached: --min ask.recall@5=0.9")
    names = dict.fromkeys(each.arm for each in limits)
    stored = load_run(against) if against is not None else None
    if stored is not None:
        names |= dict.fromkeys(stored.arms)
    from wikic.llm.limits import Limits

    models = Limits(max_cost, max_tokens, record, replay, effort.value if effort is not None else None)
    named = Named(model, judge, embedding, models)
    asking = _Asking(questions, directory, output, limit, quiet)
    done, before = _run(asking, list(names), stored, named)
    lines = summarise(done.judged, before=before.judged if before is not None else {})
    failed = list(unmet_limits(lines, limits))
    if before is not None:
        failed += [*not_compared(before.judged), *worse_than(lines)]
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


@dataclass(frozen=True, slots=True)
class _Asking:
    """What is asked, and where: the questions' file, the knowledge base, the file of replies, how many
    questions, whether nothing is shown meanwhile."""

    questions: Path
    directory: Path
    output: Path | None
    limit: int | None
    quiet: bool


def _run(
    asking: _Asking, arms: list[str] | None, stored: StoredRun | None, named: Named
) -> tuple[Run, Run | None]:
    """Today's run, and the stored one it is compared with, held against the same questions."""
    from wikic.cli import console
    from wikic.evaluate.arms.arm import Means
    from wikic.evaluate.arms.registry import open_arms
    from wikic.evaluate.question import read_questions
    from wikic.evaluate.run import Keeping, judge_stored, run_arms
    from wikic.session import Session

    asked = read_questions(asking.questions)[: asking.limit]
    session = Session.open(asking.directory)
    names = named.arms(arms)
    with (
        named.opened(session, names) as opened,
        console.progress(quiet=asking.quiet) as progress,
        session.library(progress) as library,
    ):
        done = run_arms(
            asked,
            open_arms(names, Means(library, opened.models, session.config.model.tools, progress)),
            library,
            Keeping(session.today, asking.output, opened.name, opened.embedding),
            judge=opened.judge,
            progress=progress,
        )
        before = judge_stored(stored, asked, library) if stored is not None else None
    return done, before


def _tell(done: Run, output: Path | None) -> None:
    from wikic.cli import console
    from wikic.evaluate import wording
    from wikic.evaluate.metrics import OF_SHORT, writes_no_short

    if done.missing:
        console.complain(f"gold that is not in the wiki, counted as not found: {len(done.missing)}:")
        console.complain(*console.listed(list(done.missing)))
    answered = any(each.question.answers for replies in done.judged.values() for each in replies)
    if answered and not wording.installed():
        console.complain(f"not scored: {', '.join(wording.NAMES)}; install them: pip install 'wikic[eval]'")
    silent = [arm for arm, replies in done.judged.items() if answered and writes_no_short(replies)]
    if silent:
        said = f"not scored by the short answer ({', '.join(sorted(OF_SHORT))}), which they do not write:"
        console.complain(f"{said} {', '.join(silent)}")
    if done.unjudged:
        console.complain("not judged, and left out of the judge's scores:")
        console.complain(*console.listed(list(done.unjudged)))
    failed = [each.reply.error for replies in done.judged.values() for each in replies if each.reply.error]
    if failed:
        console.complain(f"{console.count(len(failed), 'reply', 'replies')} failed and will be asked again:")
        console.complain(*console.listed(list(dict.fromkeys(failed))))
    if output is not None:
        console.complain(f"replies: {output}" + (f" ({done.resumed} were there)" if done.resumed else ""))


def _as_json(done: Run, lines: tuple[Line, ...]) -> dict[str, Any]:
    return {"lines": lines, "missing": done.missing, "unjudged": done.unjudged}
