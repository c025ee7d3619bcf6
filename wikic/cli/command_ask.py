"""``wikic ask``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from wikic.cli import console
from wikic.cli.options import Json, MaxCalls, MaxCost, MaxTokens, Model, Root, Store, Tools, Verbose, Wikis


def ask(
    question: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUESTION...", help="What to ask; - reads it from standard input.", show_default=False
        ),
    ] = None,
    directory: Root = Path(),
    evidence: Annotated[
        int | None,
        typer.Option(
            "--evidence",
            "-n",
            min=1,
            max=1000,
            help="How many facts, best first.  \\[default: 8, of which the best are printed]",
            show_default=False,
        ),
    ] = None,
    model: Model = None,
    controller: Annotated[
        Literal["heuristic", "agent", "auto", "arag"] | None,
        typer.Option(
            help="Who looks: rules alone; the model; or rules first, and the model where they do not do;"
            " or the model over the documents alone, one tool a turn (arag)."
            " Default: auto with a model, else heuristic.",
            show_default=False,
        ),
    ] = None,
    tools: Tools = None,
    max_calls: MaxCalls = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    budget: Annotated[
        str, typer.Option(metavar="TIME", help="Answer step by step until the time is over: 500ms, 2s.")
    ] = "",
    trace: Annotated[
        bool, typer.Option("--trace", help="Write how the answer was found into .wikic/trace.json.")
    ] = False,
    trace_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The same, into a file of your choice.")
    ] = None,
    trace_full: Annotated[
        bool, typer.Option("--trace-full", help="The trace also holds all that the model's tools gave it.")
    ] = False,
    replay: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play a trace again on the wiki as it is now; needs no key."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every model call to a transcript.")
    ] = None,
    replay_calls: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Answer every model call from a transcript: no key, no cost."),
    ] = None,
    store: Store = "",
    wikis: Wikis = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Ask the wiki: facts with their sources, best first, and a short answer where they allow one.

    No model and no key is needed. With --model, or model.ask in wikic.toml, a language model answers in words
    from the facts found, and walks the wiki itself where they do not suffice; it can only cite what it has
    read. Exit code 1 when the wiki does not say.

    With --wikis many wikis are asked: those that are likeliest to know, by rules, --budget for all of them.
    Addresses begin with the wiki's name, and what has stayed silent is named. With --model, a model answers
    from the facts that they give.

    Of an adopted directory the answer is passages as they were written, with [\\[page#heading]].
    """
    from wikic import build_dir, layout
    from wikic.cli import output_file
    from wikic.cli.ask_run import AskRequest, answer, answer_of_many, answer_within, replay_trace
    from wikic.errors import UsageError
    from wikic.llm.limits import Limits
    from wikic.session import Session
    from wikic.time_limit import seconds_of

    text = sys.stdin.read() if question == ["-"] else " ".join(question or ())
    if not text.strip() and replay is None:
        raise UsageError("nothing is asked", hint='try: wikic ask "When was …?"')
    if wikis is not None:
        one = (directory != Path(), controller, tools, max_calls, store, replay)
        if any((*one, trace, trace_file, trace_full)):
            raise UsageError(
                "--wikis asks many wikis by rules, and with --model a model answers from what they find: "
                "only -n, --budget, --model with its limits, --json and --verbose go with it",
                hint="a model walks them through `wikic mcp --wikis`",
            )
        if budget and (model or replay_calls):
            raise UsageError("with --wikis, --budget is for rules alone: leave out the model")
    trace = trace or trace_full
    if (trace or trace_file) and (budget or replay is not None):
        raise UsageError("a trace is of a whole answer: leave out --budget and --replay")
    if (model or max_calls or tools or controller in ("agent", "auto", "arag")) and replay is not None:
        raise UsageError("--replay asks no model: leave out --model, --controller, --tools and --max-calls")
    if trace_file is not None:
        output_file.require(trace_file, output_file.TRACE)
    file = trace_file or (build_dir.at(directory) / layout.TRACE_FILE if trace else None)
    request = AskRequest(
        text=text,
        evidence=evidence,
        wikis=wikis,
        seconds=seconds_of(budget) if budget else None,
        trace=file,
        trace_full=trace_full,
        controller=controller,
        tools=tools,
        model=model,
        max_calls=max_calls,
        limits=Limits(max_cost, max_tokens, record, replay_calls),
        json=json,
        verbose=verbose,
    )
    if wikis is not None:
        raise typer.Exit(0 if answer_of_many(wikis, request) else 1)
    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.reading(store, progress)
    with library:
        if replay is not None:
            answered = replay_trace(library, replay, json)
        elif request.seconds is not None:
            answered = answer_within(session, library, request, request.seconds)
        else:
            answered = answer(session, library, request)
        console.complain(*(library.notes if verbose else library.said))
    raise typer.Exit(0 if answered else 1)
