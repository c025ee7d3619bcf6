"""Measure whether a wiki answers the questions its keeper has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wikic.cli import console
from wikic.cli.eval_models import Named
from wikic.cli.options import Effort, Json, MaxCost, MaxTokens, Model, Quiet, Record, Replay, Root

if TYPE_CHECKING:
    from wikic.evaluate.drafting.draft import Draft
    from wikic.evaluate.run import Run
    from wikic.evaluate.run_file import StoredRun
    from wikic.evaluate.summary import Line
    from wikic.navigate.library import Library
    from wikic.session import Session

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
    from wikic.cli import eval_text
    from wikic.cli.eval_models import Named
    from wikic.evaluate.arms.registry import stepped
    from wikic.evaluate.metrics import METRICS
    from wikic.evaluate.run_file import load_run
    from wikic.evaluate.summary import TELLING, summarise
    from wikic.llm.limits import Limits

    if html is not None:
        eval_text.require_report(html)
    limits = Limits(max_cost, max_tokens, record, replay, effort)
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
        wanted = eval_text.ReportRequest(html, directory, questions, by, against)
        eval_text.write_report(wanted, done, lines, quiet=quiet)
    if json:
        console.say_json(_as_json(done, lines))
        return
    eval_text.show_scores(lines, beside=str(against or ""))
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
    from wikic.cli import eval_text
    from wikic.cli.eval_models import Named
    from wikic.errors import UsageError
    from wikic.evaluate.run import not_compared, parse_limit, unmet_limits, worse_than
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

    models = Limits(max_cost, max_tokens, record, replay, effort)
    named = Named(model, judge, embedding, models)
    asking = _Asking(questions, directory, output, limit, quiet)
    done, before = _run(asking, list(names), stored, named)
    lines = summarise(done.judged, before=before.judged if before is not None else {})
    failed = list(unmet_limits(lines, limits))
    if before is not None:
        failed += [*not_compared(before.judged), *worse_than(lines)]
    if json:
        console.say_json(_as_json(done, lines), failed=failed)
    else:
        eval_text.show_scores(lines, beside=str(against or ""))
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
    from wikic.cli import eval_text
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
        eval_text.show_diagnosis(found)
    raise typer.Exit(1 if found.failures else 0)


def gaps(directory: Root = Path(), quiet: Quiet = False, json: Json = False) -> None:
    """List what the wiki was asked and does not answer: what to take documents in for.

    From the log of `wikic ask`, `wikic chat` and `wikic mcp` on this machine; each question is asked again by
    rules, and those that are answered by now are left out. Exit code 1 when a question is listed.
    """
    from wikic import build_dir
    from wikic.evaluate.diagnosis.health import find_gaps
    from wikic.session import Session
    from wikic.store.access_log import events

    session = Session.open(directory)
    with console.progress(quiet=quiet) as progress, session.library(progress) as library:
        found = find_gaps(events(build_dir.at(directory)), session.asker(library))
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
    model: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Have this model put them in other words.", show_default=False),
    ] = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
) -> None:
    """Draft questions about a wiki that has none: with answers and gold, from what its documents state.

    One fact, two steps along relations, which of two came first, questions that documents ask themselves,
    labelled values, sentences with a gap, and some that the wiki cannot answer. Made by rules, so read them:
    strike out what nobody would ask, put the rest in your own words, add your own. Each names the sentence it
    comes from.

    With --model a language model puts them in the words of somebody who has not read the documents. Wording
    that loses a name or a number, tells the answer or has another one is refused, and the draft stays.
    """
    from wikic.cli.output_file import write_bytes
    from wikic.errors import UsageError
    from wikic.evaluate.drafting.draft_questions import as_lines, make_questions
    from wikic.session import Session

    if output is not None and output.exists() and not force:
        raise UsageError(f"{output} is there", hint="people edit such files: name another, or give --force")
    session = Session.open(directory)
    from wikic.llm.limits import Limits

    named = Named(model, limits=Limits(max_cost, max_tokens, record, replay))
    with console.progress(quiet=output is None) as progress:
        library = session.library(progress)
    with library:
        drafts = _reworded(
            named, session, make_questions(library, count, seed), library, quiet=output is None
        )
    if output is None:
        console.say_text(as_lines(drafts).decode().rstrip("\n"))
        return
    write_bytes(output, as_lines(drafts))
    kinds = len({each.type for each in drafts})
    console.say(f"{output}: {console.count(len(drafts), 'question')} of {console.count(kinds, 'kind')}")


def _reworded(
    named: Named, session: Session, drafts: tuple[Draft, ...], library: Library, *, quiet: bool
) -> tuple[Draft, ...]:
    """The drafts in other words, where a model or a transcript is named; what was refused is told."""
    from wikic.errors import UsageError

    if not (named.model or named.limits.replay):
        if named.limits.record is not None:
            raise UsageError("no model is asked: there is nothing to record", hint="name one: --model")
        return drafts
    with named.models(session) as models:
        model = models.model("ask")
        from wikic.evaluate.drafting.draft import reword_drafts

        entries = library.catalogue.pages.values()
        names = (name for entry in entries for name in (entry.title, *entry.aliases))
        with console.progress(quiet=quiet) as progress:
            found = reword_drafts(drafts, model, names, progress)
    console.complain(f"in other words: {found.changed:,} of {len(drafts):,}")
    console.complain(*console.listed([f"{why}: {question}" for question, why in found.refused]))
    return found.drafts
