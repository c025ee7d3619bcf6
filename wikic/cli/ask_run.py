"""One question for the command line: who looks, within which limits, and how the answer is printed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wikic.cli.who_answers import controller_of, meaning_of, model_asker
from wikic.llm.limits import Limits

_FACTS: Final = 8

if TYPE_CHECKING:
    from wikic.cli.answer_text import Live
    from wikic.llm.meter import Totals
    from wikic.llm.open_models import Models
    from wikic.navigate.ask.agent.limits import Tools
    from wikic.navigate.ask.asker import Asked, Asker, Controller
    from wikic.navigate.library import Library
    from wikic.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRequest:
    """What the options say.

    text: the question. evidence: how many facts, None for the usual number, of which the best are printed.
    trace: the file that says how the answer was found, or None. trace_full: whether it holds what tools gave.
    controller: who looks, or None for the one that fits.
    tools: of the model, or None for those of the wiki.
    model: or None for the configured one. max_calls: of its tools, or None. limits: of its calls.
    json, verbose: how the answer is printed.
    """

    text: str
    evidence: int | None
    trace: Path | None
    trace_full: bool
    controller: Controller | None
    tools: Tools | None
    model: str | None
    max_calls: int | None
    limits: Limits
    json: bool
    verbose: bool

    @property
    def facts(self) -> int:
        """How many facts are looked for."""
        return self.evidence or _FACTS

    @property
    def names_model(self) -> bool:
        """Whether this run itself asks for a model: one that cannot be used is an error then."""
        return bool(self.model or self.controller or self.tools or self.limits.replay)

    def who(self, session: Session) -> Controller:
        """The controller: ``auto`` where a model is named for asking, here or in ``wikic.toml``."""
        replayed = self.limits.replay is not None
        return controller_of(
            session,
            self.model,
            self.controller,
            max_calls=self.max_calls,
            tools=self.tools,
            replayed=replayed,
        )

    def asker(self, session: Session, library: Library, models: Models) -> Asker | None:
        """What answers with the model; None where only ``wikic.toml`` names one and it has no key here."""

        def opened() -> Asker:
            return session.asker(library, models, max_calls=self.max_calls, tools=self.tools or "wiki")

        return opened() if self.names_model else model_asker(opened)


def answer(session: Session, library: Library, request: AskRequest) -> bool:
    """Answer and print; whether the wiki says it."""
    if request.who(session) == "heuristic":
        return _by_rules(session, library, request)
    return _by_model(session, library, request)


def _by_rules(session: Session, library: Library, request: AskRequest) -> bool:
    from wikic.errors import UsageError

    if request.limits.record is not None or request.limits.replay is not None:
        raise UsageError("no model is asked: there is nothing to record or replay", hint="name one: --model")
    asked = session.asker(library).ask(request.text, evidence=request.facts)
    return _print(library, request, asked)


def _by_model(session: Session, library: Library, request: AskRequest) -> bool:
    from wikic.cli import answer_text

    with session.models(request.model, request.limits) as models:
        library.meaning = meaning_of(session, models)
        asker = request.asker(session, library, models)
        if asker is None:
            return _by_rules(session, library, request)
        live = answer_text.Live() if answer_text.is_live(json=request.json) else None
        asked = asker.ask(
            request.text,
            evidence=request.facts,
            controller=request.who(session),
            on_text=live.hear if live is not None else None,
            on_call=live.called if live is not None else None,
        )
        if live is not None:
            live.end()
        return _print(library, request, asked, models.meter.totals(), live)


def _print(
    library: Library,
    request: AskRequest,
    asked: Asked,
    spent: Totals | None = None,
    live: Live | None = None,
) -> bool:
    """Trace it, log what was read, print it."""
    import msgspec

    from wikic import build_dir
    from wikic.cli import answer_text, console, output_file
    from wikic.navigate.ask.retrieval import note_asked
    from wikic.navigate.ask.trace import encode_trace, trace_of
    from wikic.store.access_log import AccessLog

    if request.trace is not None:
        output_file.write_bytes(request.trace, encode_trace(trace_of(asked, full=request.trace_full)))
    with AccessLog(build_dir.at(library.root)) as log:
        note_asked(log, asked)  # `wikic evolve` goes by what is read together
    calls = sum(run.calls for run in asked.runs)
    if request.json:
        model: dict[str, Any] = {}
        if spent is not None:
            named = {"name": asked.runs[-1].model if asked.runs else None}
            model = {"route": asked.route, "tool_calls": calls, "model": named | msgspec.to_builtins(spent)}
        console.say_json(msgspec.to_builtins(asked.answer) | model)
        return asked.answer.answered
    answer_text.show(
        asked.answer,
        shown=live.shown if live is not None else "",
        whole=request.evidence is not None,
    )
    if spent is not None and str(spent.whole):
        console.say()
        tools = f", {console.count(calls, 'tool call')}" if calls else ""
        console.say(f"model: {spent.whole}{tools}")
        if request.verbose and asked.route is not None:
            console.complain(f"{asked.route.manner}: {asked.route.why}")
    if request.trace is not None:
        console.complain(f"how it was found: {request.trace}")
    return asked.answer.answered


def replay_trace(library: Library, file: Path, json: bool) -> bool:
    """Play the trace ``file`` again and print its answer; whether it answers."""
    from wikic.cli import answer_text, console
    from wikic.navigate.ask.trace import load_trace, replay_trace

    found = replay_trace(load_trace(file), library)
    for address in found.changed:
        console.complain(f"changed since: {address}")
    if json:
        console.say_json(found.answer)
        return found.answer.answered
    return answer_text.show(found.answer, whole=True)


def answer_within(session: Session, library: Library, request: AskRequest, seconds: float) -> bool:
    """Records as they come, then a model's answer if it is in time; answered from a page on."""
    from time import monotonic

    from wikic import build_dir
    from wikic.cli import answer_text, console
    from wikic.navigate.ask.budgeted_query import Detail, navigate
    from wikic.navigate.ask.heuristic.options import Budget
    from wikic.store.access_log import AccessLog

    by = request.who(session)
    end = monotonic() + seconds
    records: list[dict[str, Any]] = []
    pages: list[str] = []
    for record in navigate(library, request.text, Budget(seconds), evidence=request.facts):
        level = record.detail.name.lower()
        records.append({"detail": level, "path": record.path, "title": record.title, "text": record.text})
        pages += [record.path] if record.detail is Detail.PAGE else []
        if not request.json:
            console.say_text(f"{level}  {record.path}  {record.title}")
            console.say_text("\n".join(f"    {line}" for line in record.text.splitlines()))
    said: dict[str, Any] = {"question": request.text, "records": records}
    if by != "heuristic":
        asked = _within(session, library, request, end - monotonic())
        said["answer"] = None if asked is None else asked.answer
        if asked is not None and not request.json:
            console.say()
            answer_text.show(asked.answer)
    with AccessLog(build_dir.at(library.root)) as log:
        log.note(request.text, dict.fromkeys(pages), by="ask")
    if request.json:
        console.say_json(said)
    return bool(pages)


def _within(session: Session, library: Library, request: AskRequest, seconds: float) -> Asked | None:
    """A model's answer, or None where there is no time left for it."""
    from wikic.cli import console
    from wikic.navigate.ask.budgeted_query import ask_within

    asked = None
    with session.models(request.model, request.limits) as models:
        if seconds > 0:
            asker = request.asker(session, library, models)
            if asker is None:
                return None
            by = request.who(session)
            asked = ask_within(asker, request.text, seconds, evidence=request.facts, by=by)
    if asked is None:
        console.complain("note: the time was over before the model answered")
    return asked
