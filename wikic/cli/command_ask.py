"""``wikic ask``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wikic.cli.options import Json, MaxCalls, MaxCost, MaxTokens, Model, Root, Verbose

if TYPE_CHECKING:
    from wikic.cli.answer_text import Live
    from wikic.llm.meter import Totals
    from wikic.navigate.ask import Asked, Controller
    from wikic.navigate.library import Library
    from wikic.session import Session


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What was asked for.

    text: the question. evidence: how many facts. file: for the trace, or None.
    full: whether the trace holds what tools gave, whole. seconds: to answer in, or None.
    controller: or None for the one that fits. model, max_calls, max_cost, max_tokens, record, calls: of a
        model.
    """

    text: str
    evidence: int
    file: Path | None
    controller: Controller | None
    model: str | None
    max_calls: int | None
    max_cost: float | None
    max_tokens: int | None
    record: Path | None
    calls: Path | None
    json: bool
    verbose: bool
    full: bool = False
    seconds: float | None = None

    def chosen(self, session: Session) -> Controller:
        """The controller: ``auto`` where a model is named for asking, here or in ``wikic.toml``."""
        from wikic.config import OFFLINE

        if self.model == OFFLINE:
            return "heuristic"
        named = self.model or self.calls or session.config.model.ask not in (None, OFFLINE)
        return self.controller or ("auto" if named else "heuristic")


def ask(
    question: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION...", help="What to ask.", show_default=False)
    ] = None,
    directory: Root = Path(),
    evidence: Annotated[
        int, typer.Option("--evidence", "-n", min=1, max=1000, help="How many facts, best first.")
    ] = 8,
    model: Model = None,
    controller: Annotated[
        Literal["heuristic", "agent", "auto"] | None,
        typer.Option(
            help="Who looks: rules alone; the model; or rules first, and the model where they do not do."
            " Default: auto with a model, else heuristic.",
            show_default=False,
        ),
    ] = None,
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
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Ask the wiki: facts with their sources, best first, and a short answer where they allow one.

    No model and no key is needed. With --model, or model.ask in wikic.toml, a language model answers in words
    from the facts found, and walks the wiki itself where they do not suffice; it can only cite what it has
    read. Exit code 1 when the wiki does not say.
    """
    from wikic import build_dir, layout
    from wikic.cli import console
    from wikic.errors import UsageError
    from wikic.session import Session
    from wikic.text.durations import seconds_of

    text = " ".join(question or ())
    if not text.strip() and replay is None:
        raise UsageError("nothing is asked", hint='try: wikic ask "When was …?"')
    trace = trace or trace_full
    if (trace or trace_file) and (budget or replay is not None):
        raise UsageError("a trace is of a whole answer: leave out --budget and --replay")
    if (model or controller in ("agent", "auto")) and replay is not None:
        raise UsageError("--replay asks no model: leave out --model and --controller")
    seconds = seconds_of(budget) if budget else None
    session = Session.open(directory)
    file = trace_file or (build_dir.at(directory) / layout.TRACE_FILE if trace else None)
    wanted = _Wanted(
        text, evidence, file, controller, model, max_calls, max_cost, max_tokens, record, replay_calls, json,
        verbose, trace_full, seconds,
    )  # fmt: skip
    with console.progress(quiet=False) as progress:
        library = session.library(progress)
    with library:
        if replay is not None:
            answered = _replay(library, replay, json)
        elif seconds is not None:
            answered = _navigate(session, library, wanted, seconds)
        elif wanted.chosen(session) == "heuristic":
            answered = _ask(session, library, wanted)
        else:
            answered = _ask_model(session, library, wanted)
        if verbose:
            console.complain(*library.notes)
    raise typer.Exit(0 if answered else 1)


def _ask(session: Session, library: Library, wanted: _Wanted) -> bool:
    from wikic.errors import UsageError

    if wanted.record is not None or wanted.calls is not None:
        raise UsageError("no model is asked: there is nothing to record or replay", hint="name one: --model")
    asked = session.asker(library).ask(wanted.text, evidence=wanted.evidence)
    return _done(library, wanted, asked)


def _ask_model(session: Session, library: Library, wanted: _Wanted) -> bool:
    from wikic.cli import answer_text, console
    from wikic.errors import CredentialsError, MissingExtraError

    with session.models(
        wanted.model,
        max_cost=wanted.max_cost,
        max_tokens=wanted.max_tokens,
        record=wanted.record,
        replay=wanted.calls,
    ) as models:
        try:
            asker = session.asker(library, models, max_calls=wanted.max_calls)
        except (CredentialsError, MissingExtraError) as error:
            if wanted.model or wanted.controller or wanted.calls:
                raise
            # wikic.toml is shared: not everybody who asks has a key.
            console.complain(f"note: asked without a model: {error}")
            return _ask(session, library, wanted)
        live = answer_text.Live() if answer_text.is_live(json=wanted.json) else None
        asked = asker.ask(
            wanted.text,
            evidence=wanted.evidence,
            controller=wanted.chosen(session),
            on_text=live.hear if live is not None else None,
            on_call=live.called if live is not None else None,
        )
        if live is not None:
            live.end()
        return _done(library, wanted, asked, models.meter.totals(), live)


def _done(
    library: Library,
    wanted: _Wanted,
    asked: Asked,
    spent: Totals | None = None,
    live: Live | None = None,
) -> bool:
    """Trace it, log what was read, print it."""
    import msgspec

    from wikic import build_dir
    from wikic.cli import answer_text, console
    from wikic.navigate.access import AccessLog
    from wikic.navigate.retrieval import note_asked
    from wikic.navigate.trace import save, trace_of

    if wanted.file is not None:
        save(trace_of(asked, full=wanted.full), wanted.file)
    with AccessLog(build_dir.at(library.root)) as log:
        note_asked(log, asked)  # `wikic evolve` goes by what is read together
    calls = sum(run.calls for run in asked.runs)
    if wanted.json:
        model: dict[str, Any] = {}
        if spent is not None:
            named = {"name": asked.runs[-1].model if asked.runs else None}
            model = {"route": asked.route, "tool_calls": calls, "model": named | msgspec.to_builtins(spent)}
        console.say_json(msgspec.to_builtins(asked.answer) | model)
        return asked.answer.answered
    answer_text.show(asked.answer, shown=live.shown if live is not None else "")
    if spent is not None and str(spent.whole):
        console.say()
        tools = f", {console.count(calls, 'tool call')}" if calls else ""
        console.say(f"model: {spent.whole}{tools}")
        if wanted.verbose and asked.route is not None:
            console.complain(f"{asked.route.manner}: {asked.route.why}")
    if wanted.file is not None:
        console.complain(f"how it was found: {wanted.file}")
    return asked.answer.answered


def _replay(library: Library, file: Path, json: bool) -> bool:
    from wikic.cli import answer_text, console
    from wikic.navigate.trace import load, replay

    found = replay(load(file), library)
    for address in found.changed:
        console.complain(f"changed since: {address}")
    if json:
        console.say_json(found.answer)
        return found.answer.answered
    return answer_text.show(found.answer)


def _navigate(session: Session, library: Library, wanted: _Wanted, seconds: float) -> bool:
    """Records as they come, then a model's answer if it is in time; answered from a page on."""
    from time import monotonic

    from wikic import build_dir
    from wikic.cli import answer_text, console
    from wikic.navigate.access import AccessLog
    from wikic.navigate.heuristic.options import Budget
    from wikic.navigate.nav import Detail, navigate

    end = monotonic() + seconds
    records: list[dict[str, Any]] = []
    pages: list[str] = []
    for record in navigate(library, wanted.text, Budget(seconds), evidence=wanted.evidence):
        level = record.detail.name.lower()
        records.append({"detail": level, "path": record.path, "title": record.title, "text": record.text})
        pages += [record.path] if record.detail is Detail.PAGE else []
        if not wanted.json:
            console.say_text(f"{level}  {record.path}  {record.title}")
            console.say_text("\n".join(f"    {line}" for line in record.text.splitlines()))
    said: dict[str, Any] = {"question": wanted.text, "records": records}
    if wanted.chosen(session) != "heuristic":
        asked = _within(session, library, wanted, end - monotonic())
        said["answer"] = None if asked is None else asked.answer
        if asked is not None and not wanted.json:
            console.say()
            answer_text.show(asked.answer)
    with AccessLog(build_dir.at(library.root)) as log:
        log.note(wanted.text, dict.fromkeys(pages), by="ask")
    if wanted.json:
        console.say_json(said)
    return bool(pages)


def _within(session: Session, library: Library, wanted: _Wanted, seconds: float) -> Asked | None:
    """A model's answer, or None where there is no time left for it."""
    from wikic.cli import console
    from wikic.errors import CredentialsError, MissingExtraError
    from wikic.navigate.nav import ask_within

    asked = None
    try:
        with session.models(
            wanted.model,
            max_cost=wanted.max_cost,
            max_tokens=wanted.max_tokens,
            record=wanted.record,
            replay=wanted.calls,
        ) as models:
            if seconds > 0:
                asker = session.asker(library, models, max_calls=wanted.max_calls)
                by = wanted.chosen(session)
                asked = ask_within(asker, wanted.text, seconds, evidence=wanted.evidence, by=by)
    except (CredentialsError, MissingExtraError) as error:
        if wanted.model or wanted.controller or wanted.calls:
            raise
        console.complain(f"note: asked without a model: {error}")
        return None
    if asked is None:
        console.complain("note: the time was over before the model answered")
    return asked
