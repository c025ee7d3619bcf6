"""The models of a `wikic eval` run: who answers, who judges, within which limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wikic.cli import console
from wikic.llm.limits import UNLIMITED, Limits

if TYPE_CHECKING:
    from wikic.evaluate.asking import Judge
    from wikic.llm.open_models import Models
    from wikic.session import Session

_WITH_MODEL: Final = "ask-model"  # what a run measures beside the default arms where a model is named

_NAME_ARM: Final = "name an arm that asks one: --arm ask-model"


@dataclass(frozen=True, slots=True)
class Named:
    """What the command line says of models.

    model: that answers, or None for the configured one. judge: that judges, or None.
    embedding: that gives texts their vectors, or None for the configured one.
    limits: what they may cost, and the transcript they write or answer from.
    """

    model: str | None = None
    judge: str | None = None
    embedding: str | None = None
    limits: Limits = UNLIMITED

    def arms(self, names: Sequence[str] | None) -> tuple[str, ...]:
        """The arms to ask: those named, or the default ones."""
        from wikic.evaluate.arms.registry import DEFAULT

        if names:
            return tuple(names)
        return (*DEFAULT, _WITH_MODEL) if self.model else DEFAULT

    @contextmanager
    def models(self, session: Session) -> Iterator[Models]:
        """The models, closed at the end; what they took is told."""

        with session.models(self.model, self.limits, judge=self.judge, embedding=self.embedding) as models:
            try:
                yield models
            finally:
                if spent := str(models.meter.totals().whole):
                    console.complain(f"model: {spent}")

    @contextmanager
    def opened(self, session: Session, arms: Sequence[str]) -> Iterator[Opened]:
        """The models for these arms, closed at the end; what they took is told.

        Raises UsageError when none is asked and a transcript is named, or none answers and an effort is, and
        what opening them raises.
        """
        from wikic.errors import UsageError
        from wikic.evaluate.arms.registry import asks_model, embeds

        asks, vectors = any(map(asks_model, arms)), any(map(embeds, arms))
        if self.limits.effort is not None and not asks:
            raise UsageError("no model answers: leave out --effort", hint=_NAME_ARM)
        if not asks and not vectors and self.judge is None:
            if self.limits.record is not None or self.limits.replay is not None:
                raise UsageError("no model is asked: there is nothing to record or replay", hint=_NAME_ARM)
            yield Opened()
            return
        with self.models(session) as models:
            name = models.name("ask") if asks else ""
            if name and self.limits.effort is not None:
                name = f"{name}, effort {self.limits.effort}"
            embedding = models.name("embed") if vectors and models.has("embed") else ""
            yield Opened(models, name, embedding, None if self.judge is None else _judge(models))


@dataclass(frozen=True, slots=True)
class Opened:
    """What a run asks.

    models: or None where nothing asks any. name: of the one that answers, or "". embedding: of the one that
    gives texts their vectors, or "". judge: or None.
    """

    models: Models | None = None
    name: str = ""
    embedding: str = ""
    judge: Judge | None = None


def _judge(models: Models) -> Judge:
    model = models.model("judge")
    from wikic.evaluate.asking import Judge

    return Judge(model)
