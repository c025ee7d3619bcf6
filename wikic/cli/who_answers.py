"""Who answers a question: rules, or a model that is named in the options or in ``wikic.toml``.

``wikic.toml`` is shared, and not everybody who asks has a key: where it alone names the model, rules answer
instead, and a note says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from wikic.errors import CredentialsError, MissingExtraError, UsageError, WikicError

if TYPE_CHECKING:
    from wikic.llm.open_models import Models
    from wikic.navigate.ask.agent.limits import Tools
    from wikic.navigate.ask.asker import Controller
    from wikic.search.sentence_vectors import Meaning
    from wikic.session import Session


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
    from wikic.cli import console

    try:
        return opened()
    except forgiven as error:
        console.complain(f"{note}: {error}")
        return None


def meaning_of(session: Session, models: Models) -> Meaning | None:
    """What searches by meaning; None, after a note on standard error, where its model cannot be used."""
    from wikic.cli import console

    try:
        return session.meaning(models)
    except WikicError as error:
        console.complain(f"wikic: no semantic_search: {error}")
        return None
