"""Puts the layers of the gateway together: one set of models for one run.

From the caller down: given up where it cannot follow, recorded, cached, retried, budgeted and metered,
litellm. The tape sees cached replies too, so that it holds the whole run; each attempt of a retry has a
budget of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock

from wikic import build_dir, layout
from wikic.errors import ConfigError, UsageError
from wikic.llm.agent_model import AGENT, AgentModel
from wikic.llm.agent_work import AgentWork
from wikic.llm.budget import Budget, Budgeted
from wikic.llm.cache import Cached
from wikic.llm.effort import Thinking
from wikic.llm.embedding import Embedder
from wikic.llm.giving_up import GivingUp
from wikic.llm.limits import UNLIMITED, Limits
from wikic.llm.litellm_model import LitellmModel, connect, price_of
from wikic.llm.meter import Meter
from wikic.llm.price import Price, Priced, worst
from wikic.llm.protocol import Model, Request, Role, Usage
from wikic.llm.retrying import Patience, Retrying
from wikic.llm.transcript import Recorded, Replayed, Tape, Transcript
from wikic.llm.vector_cache import VectorCache


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the models of a run are made from.

    root: the knowledge base: ``.env``, cache and ledger are there.
    names: model of each role that has one.
    base_url: of a server that speaks the OpenAI protocol, None for the providers' own.
    embedding_url: the same for the role ``embed``.
    timeout: seconds without a sign of life after which an attempt has failed.
    prices: dollars per token by model, before those litellm knows.
    limits: what they may cost, and the transcript they write or answer from.
    reasoning_tokens: that a reply may have beside what it says.
    patience: of retries. sleep: what they wait with; None waits until the models are closed.
    """

    root: Path
    names: Mapping[Role, str]
    base_url: str | None = None
    embedding_url: str | None = None
    timeout: float = 120.0
    prices: Mapping[str, Price] = field(default_factory=dict)
    limits: Limits = UNLIMITED
    reasoning_tokens: int = 0
    patience: Patience = field(default_factory=Patience)
    sleep: Callable[[float], object] | None = None


class Models:
    """The models of one run, by role; close it when the run is over.

    meter: what their calls took.
    work: what an agent is asked in place of a model; None where none is named.

    Raises UnfinishedError as ``AgentWork`` does.
    """

    def __init__(self, settings: Settings, tape: Tape | None, transcript: Transcript | None) -> None:
        build = build_dir.at(settings.root)
        self.meter = Meter(None if transcript is not None else build / layout.CALLS_FILE)
        asks = transcript is None and AGENT in settings.names.values()
        self.work = AgentWork(settings.root) if asks else None
        self._settings = settings
        self._tape = tape
        self._transcript = transcript
        self._replies = build / layout.REPLIES_DIR
        self._vectors = build / layout.EMBEDDINGS_DIR
        self._budget = Budget(settings.limits.max_cost, settings.limits.max_tokens)
        self._opened: dict[tuple[str, str | None], Model] = {}
        self._connected: dict[tuple[str, str | None], LitellmModel] = {}
        self._embedder: Embedder | None = None
        self._lock = Lock()
        self._over = Event()

    def has(self, role: Role) -> bool:
        """Whether a model is named for ``role``."""
        return role in self._names()

    def name(self, role: Role) -> str:
        """The name of the model that does ``role``. Raises ConfigError when none is configured."""
        names = self._names()
        if role not in names:
            raise ConfigError(
                f"no language model is configured for {role!r}",
                hint="name one with --model, or in wikic.toml: [compile] model or [model]",
            )
        return names[role]

    def model(self, role: Role) -> Model:
        """The model that does ``role``; models of one name are one. Nothing is sent yet.

        Raises ConfigError, MissingExtraError and CredentialsError when it cannot be used, and UsageError when
        ``--max-cost`` is given and its price is unknown.
        """
        key = self.name(role), self._url(role)
        with self._lock:
            if key not in self._opened:
                self._opened[key] = self._open(*key)
        effort = self._settings.limits.effort if role == "ask" else None
        room = 0 if key[0] == AGENT else self._settings.reasoning_tokens
        return Thinking(self._opened[key], effort, room) if effort or room else self._opened[key]

    def embedder(self) -> Embedder:
        """Gives texts their vectors, kept in ``.wikic/``. Raises what ``model`` raises."""
        name, url = self.name("embed"), self._url("embed")
        with self._lock:
            if self._embedder is None:
                if self._transcript is not None:
                    replayed = Replayed(name, self._transcript, self.meter)
                    self._embedder = Embedder(replayed, self.meter, batch=1)
                else:
                    cache = VectorCache(self._vectors, name, url or "")
                    model = self._asked(name, url)
                    self._embedder = Embedder(model, self.meter, cache=cache, tape=self._tape)
            return self._embedder

    def price(self, role: Role) -> Price | None:
        """What the model of ``role`` costs; None when nobody knows. No key is needed to know.

        Raises ConfigError and MissingExtraError.
        """
        name = self.name(role)
        if self._transcript is not None or name == AGENT:
            return self._settings.prices.get(name)
        return self._settings.prices.get(name) or price_of(name, self._url(role))

    def worst(self, request: Request) -> Usage:
        """The most that ``request`` may take, estimated on the high side; ``cost`` None for unknown."""
        return worst(self.price(request.role), request)

    def close(self) -> None:
        """End the transcript, and the pauses of retries under way: who interrupts does not wait for them."""
        self._over.set()
        for client in self._connected.values():
            client.close()
        if self._tape is not None:
            self._tape.close()

    def __enter__(self) -> Models:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _names(self) -> dict[str, str]:
        return _by_name(self._settings.names if self._transcript is None else self._transcript.models)

    def _url(self, role: Role) -> str | None:
        return self._settings.embedding_url if role == "embed" else self._settings.base_url

    def _connect(self, name: str, url: str | None) -> LitellmModel:
        settings = self._settings
        if (name, url) not in self._connected:
            self._connected[name, url] = connect(name, settings.root, base_url=url, timeout=settings.timeout)
        return self._connected[name, url]

    def _open(self, name: str, url: str | None) -> Model:
        if self._transcript is not None:
            return GivingUp(Replayed(name, self._transcript, self.meter))
        if name == AGENT and self.work is not None:
            return AgentModel(self.work)
        model: Model = Cached(self._asked(name, url), self._replies, self.meter, url or "")
        return GivingUp(model if self._tape is None else Recorded(model, self._tape))

    def _asked(self, name: str, url: str | None) -> Model:
        """The provider's model, within the limits, asked again where it fails."""
        settings = self._settings
        client = self._connect(name, url)
        price = settings.prices.get(name) or client.price
        if price is None and settings.limits.max_cost is not None:
            raise UsageError(
                f"--max-cost needs a price, and that of {name} is unknown",
                hint=f'give it in wikic.toml: [model.prices."{name}"], or use --max-tokens',
            )
        model: Model = Budgeted(Priced(client, price), self._budget, self.meter, price)
        return Retrying(model, settings.patience, sleep=settings.sleep or self._over.wait)


def _by_name(names: Mapping[Role, str] | Mapping[str, str]) -> dict[str, str]:
    return {str(role): name for role, name in names.items()}


def open_models(settings: Settings) -> Models:
    """The models of one run; clients are made when a role is first asked for.

    Raises UsageError for a transcript that exists and is to be written, or both to be written and read;
    InputError for one that cannot be read.
    """
    record, replay = settings.limits.record, settings.limits.replay
    if record is not None and replay is not None:
        raise UsageError("--record and --replay exclude each other")
    transcript = None if replay is None else Transcript(replay)
    tape = None if record is None else Tape(record, _by_name(settings.names))
    return Models(settings, tape, transcript)
