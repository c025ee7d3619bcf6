"""``wikic ask --wikis``: one question over many wikis, and how the answer is printed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wikic.cli import console
from wikic.llm.limits import Limits

if TYPE_CHECKING:
    from wikic.federation.ask import FederatedAnswer, Federation
    from wikic.llm.meter import Totals
    from wikic.session import Session

_FACTS: Final = 8
_GIVEN: Final = 16  # facts that a model is given: what one wiki says leads to what another one does


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyRequest:
    """What the options say.

    where: the folder or the list of wikis. text: the question.
    evidence: how many facts, None for the usual number, of which the best are printed.
    seconds: for all wikis together, or None.
    model: or None for the configured one. limits: of its calls.
    json, verbose: how the answer is printed.
    """

    where: Path
    text: str
    evidence: int | None
    seconds: float | None
    model: str | None
    limits: Limits
    json: bool
    verbose: bool

    @property
    def names_model(self) -> bool:
        """Whether this run itself asks for a model: one that cannot be used is an error then."""
        return bool(self.model or self.limits.replay)


def answer_of_many(request: ManyRequest) -> bool:
    """Ask and print; whether one of the wikis says it.

    A model answers in words where one is named, here or as ``model.ask`` in a ``wikic.toml`` beside the
    wikis; not within a number of seconds.

    Raises InputError, and for a model UsageError, ConfigError, MissingExtraError and CredentialsError.
    """
    import time

    from wikic.cli.who_answers import configured_model
    from wikic.errors import UsageError
    from wikic.federation import members
    from wikic.federation.ask import Federation
    from wikic.session import Session

    began, seconds = time.monotonic(), request.seconds
    session = Session.open(members.home(request.where))
    limits = request.limits
    named = configured_model(session, request.model) is not None or limits.replay is not None
    by_model = named and seconds is None
    if not by_model and limits != Limits():
        raise UsageError(
            "no model is asked: there is nothing to record, replay or limit", hint="name one: --model"
        )
    with console.progress(quiet=False) as progress:
        federation = Federation(request.where, progress=progress, seconds=seconds)
    with federation:
        left = None if seconds is None else max(0.0, seconds - (time.monotonic() - began))
        facts = request.evidence or (_GIVEN if by_model else _FACTS)
        found = federation.ask(request.text, evidence=facts, seconds=left)
        federation.note(found)
        return _by_model(session, federation, request, found) if by_model else _print(request, found)


def _by_model(session: Session, federation: Federation, request: ManyRequest, found: FederatedAnswer) -> bool:
    from wikic.cli import answer_text
    from wikic.cli.who_answers import model_asker
    from wikic.federation.worded import worded

    with session.models(request.model, request.limits) as models:
        model = models.model("ask") if request.names_model else model_asker(lambda: models.model("ask"))
        if model is None:
            return _print(request, found)
        live = answer_text.Live() if answer_text.is_live(json=request.json) else None
        told = worded(federation, found, model, live.hear if live is not None else None)
        if live is not None:
            live.end()
        shown = live.shown if live is not None else ""
        return _print(request, told, shown, models.meter.totals(), model.name)


def _print(
    request: ManyRequest,
    found: FederatedAnswer,
    shown: str = "",
    spent: Totals | None = None,
    name: str = "",
) -> bool:
    import msgspec

    from wikic.cli import answer_text

    answer = found.answer
    if request.json:
        model: dict[str, Any] = {}
        if spent is not None:
            model = {"model": {"name": name} | msgspec.to_builtins(spent)}
        wikis = {"wikis": msgspec.to_builtins(found.asked), "known": found.known}
        console.say_json(msgspec.to_builtins(answer) | wikis | model)
        return answer.answered
    answer_text.show(
        answer, shown=shown, whole=request.evidence is not None, nowhere="In none of these wikis."
    )
    if spent is not None and str(spent.whole):
        console.say()
        console.say(f"model: {spent.whole}")
    if request.verbose:
        console.complain(found.who)
    return answer.answered
