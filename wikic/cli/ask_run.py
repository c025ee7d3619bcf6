"""One question for the command line: who looks, within which limits, and how the answer is printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wikic.cli import console
from wikic.errors import CredentialsError, MissingExtraError, UsageError, WikicError
from wikic.llm.limits import Limits

if TYPE_CHECKING:
    from wikic.federation.ask import FederatedAnswer, Federation
    from wikic.llm.meter import Totals
    from wikic.llm.open_models import Models
    from wikic.model.answer import Answer
    from wikic.navigate.ask.agent.run_record import Tools
    from wikic.navigate.ask.asker import Asked, Asker, Controller
    from wikic.navigate.library import Library
    from wikic.search.sentence_vectors import Meaning
    from wikic.session import Session

_FACTS: Final = 8
_GIVEN: Final = 16  # facts that a model is given: what one wiki says leads to what another one does


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRequest:
    """What the options say.

    text: the question. evidence: how many facts, None for the usual number, of which the best are printed.
    wikis: the folder or the list of many wikis, or None. seconds: in which to answer, or None.
    trace: the file that says how the answer was found, or None. trace_full: whether it holds what tools gave.
    controller: who looks, or None for the one that fits.
    tools: of the model, or None for those of the wiki.
    model: or None for the configured one. max_calls: of its tools, or None. limits: of its calls.
    json, verbose: how the answer is printed.
    """

    text: str
    evidence: int | None
    wikis: Path | None
    seconds: float | None
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
    from wikic.cli.answer_text import Live

    with session.models(request.model, request.limits) as models:
        library.meaning = meaning_of(session, models)
        asker = request.asker(session, library, models)
        if asker is None:
            return _by_rules(session, library, request)
        live = Live(json=request.json)
        asked = asker.ask(
            request.text,
            evidence=request.facts,
            controller=request.who(session),
            on_text=live.on_text,
            on_call=live.on_call,
        )
        live.end()
        return _print(library, request, asked, models.meter.totals(), live.shown)


def _print(
    library: Library, request: AskRequest, asked: Asked, spent: Totals | None = None, shown: str = ""
) -> bool:
    """Trace it, log what was read, print it."""
    from wikic import build_dir
    from wikic.cli import console, output_file
    from wikic.navigate.ask.asker import note_asked
    from wikic.navigate.ask.trace import encode_trace, trace_of
    from wikic.store.access_log import AccessLog

    if request.trace is not None:
        output_file.write_bytes(request.trace, encode_trace(trace_of(asked, full=request.trace_full)))
    with AccessLog(build_dir.at(library.root)) as log:
        note_asked(log, asked)  # `wikic evolve` goes by what is read together
    calls = sum(run.calls for run in asked.runs)
    if request.json:
        model = None if spent is None else _taken(asked.runs[-1].model if asked.runs else None, spent)
        beside = {} if spent is None else {"route": asked.route, "tool_calls": calls}
        console.say_json(asked.answer, model=model, **beside)
        return asked.answer.answered
    _say(request, asked.answer, shown, spent, console.count(calls, "tool call") if calls else "")
    if spent is not None and str(spent.whole) and request.verbose and asked.route is not None:
        console.complain(f"{asked.route.manner}: {asked.route.why}")
    if request.trace is not None:
        console.complain(f"how it was found: {request.trace}")
    return asked.answer.answered


def _say(request: AskRequest, answer: Answer, shown: str, spent: Totals | None, calls: str = "") -> None:
    """An answer, and what models took for it. shown: what a person has seen of it already."""
    from wikic.cli import answer_text

    nowhere = "Not in this wiki." if request.wikis is None else "In none of these wikis."
    answer_text.show(answer, shown=shown, whole=request.evidence is not None, nowhere=nowhere)
    if spent is not None and str(spent.whole):
        console.say()
        console.say(f"model: {spent.whole}{calls and f', {calls}'}")


def _taken(name: str | None, spent: Totals) -> dict[str, Any]:
    """What a model took, with its name, for programs."""
    import msgspec

    return {"name": name, **msgspec.to_builtins(spent)}


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


def answer_of_many(where: Path, request: AskRequest) -> bool:
    """Ask many wikis and print; whether one of them says it.

    A model answers in words where one is named, here or as ``model.ask`` in a ``wikic.toml`` beside the
    wikis; not within a number of seconds.

    Raises InputError, and for a model UsageError, ConfigError, MissingExtraError and CredentialsError.
    """
    from time import monotonic

    from wikic.errors import UsageError
    from wikic.federation import members
    from wikic.federation.ask import Federation
    from wikic.session import Session

    began, seconds = monotonic(), request.seconds
    session = Session.open(members.home(where))
    named = configured_model(session, request.model) is not None or request.limits.replay is not None
    by_model = named and seconds is None
    if not by_model and request.limits != Limits():
        raise UsageError(
            "no model is asked: there is nothing to record, replay or limit", hint="name one: --model"
        )
    with console.progress(quiet=False) as progress:
        federation = Federation(where, progress=progress, seconds=seconds)
    with federation:
        left = None if seconds is None else max(0.0, seconds - (monotonic() - began))
        facts = request.evidence or (_GIVEN if by_model else _FACTS)
        found = federation.ask(request.text, evidence=facts, seconds=left)
        federation.note(found)
        if by_model:
            return _many_by_model(session, federation, request, found)
        return _print_many(request, found)


def _many_by_model(
    session: Session, federation: Federation, request: AskRequest, found: FederatedAnswer
) -> bool:
    from wikic.cli.answer_text import Live
    from wikic.federation.ask import worded

    with session.models(request.model, request.limits) as models:
        model = models.model("ask") if request.names_model else model_asker(lambda: models.model("ask"))
        if model is None:
            return _print_many(request, found)
        live = Live(json=request.json)
        told = worded(federation, found, model, live.on_text)
        live.end()
        return _print_many(request, told, live.shown, models.meter.totals(), model.name)


def _print_many(
    request: AskRequest,
    found: FederatedAnswer,
    shown: str = "",
    spent: Totals | None = None,
    name: str = "",
) -> bool:
    if request.json:
        model = None if spent is None else _taken(name, spent)
        console.say_json(found.answer, wikis=found.asked, known=found.known, model=model)
        return found.answer.answered
    _say(request, found.answer, shown, spent)
    if request.verbose:
        console.complain(found.who)
    return found.answer.answered


_Opened = TypeVar("_Opened")


def configured_model(session: Session, model: str | None) -> str | None:
    """The model that is asked: that of the option, else the configured one; None for rules alone."""
    from wikic.config import OFFLINE

    name = model or session.config.model.ask
    return None if name == OFFLINE else name


def controller_of(
    session: Session,
    model: str | None,
    controller: Controller | None,
    *,
    max_calls: int | None = None,
    tools: Tools | None = None,
    replayed: bool = False,
) -> Controller:
    """The controller asked for, else ``auto`` where a model is named and ``heuristic`` where none is.

    model, max_calls, tools: the options. replayed: whether recorded replies stand for a model.

    Raises UsageError where rules answer and an option asks for something of a model, and for tools that the
    controller does not have.
    """
    from wikic.config import OFFLINE

    found: Controller = "heuristic"
    if model != OFFLINE:
        named = replayed or configured_model(session, model) is not None
        found = controller or ("auto" if named else "heuristic")
    if found == "arag" and tools is not None:
        raise UsageError("--controller arag has its own tools: leave out --tools")
    if found == "heuristic" and (max_calls or tools or controller in ("agent", "auto", "arag")):
        option = "--max-calls" if max_calls else "--tools" if tools else "--controller"
        raise UsageError(f"no model is asked: leave out {option}", hint="or name a model: --model")
    return found


def model_asker(
    opened: Callable[[], _Opened],
    *,
    note: str = "note: asked without a model",
    forgiven: tuple[type[WikicError], ...] = (CredentialsError, MissingExtraError),
) -> _Opened | None:
    """What answers with the model; None, after a note on standard error, where the model cannot be used.

    opened: opens it.
    forgiven: the errors that the note tells; others are raised, and all where this is empty.
    """
    try:
        return opened()
    except forgiven as error:
        console.complain(f"{note}: {error}")
        return None


def meaning_of(session: Session, models: Models) -> Meaning | None:
    """What searches by meaning; None, after a note on standard error, where its model cannot be used."""
    try:
        return session.meaning(models)
    except WikicError as error:
        console.complain(f"wikic: no semantic_search: {error}")
        return None


def server_asker(session: Session, models: Models) -> Callable[[Library], Asker]:
    """Makes who answers for clients: with the model, after a note by rules where that cannot be used.

    A client cannot mend what keeps the model from answering, whatever it is.
    """

    def asker(library: Library) -> Asker:
        note, forgiven = "wikic: asked without a model", (WikicError,)
        found = model_asker(lambda: session.asker(library, models), note=note, forgiven=forgiven)
        return found or session.asker(library)

    return asker
