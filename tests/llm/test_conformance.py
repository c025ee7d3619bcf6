"""What every ``Model`` does, whatever it is: scripted, over HTTP, cached, budgeted, recorded, replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pydantic import BaseModel
from support.model_server import (
    BAD_KEY,
    QUOTA,
    SERVER_ERROR,
    Answer,
    Body,
    ModelServer,
)

from wikic.errors import CredentialsError, ModelUnavailableError, QuotaError
from wikic.llm.budget import Budget, Budgeted
from wikic.llm.cache import Cached
from wikic.llm.effort import Thinking
from wikic.llm.giving_up import GivingUp
from wikic.llm.litellm_model import connect
from wikic.llm.meter import Meter
from wikic.llm.open_models import Settings, open_models
from wikic.llm.protocol import Concerning, Message, Model, Reply, Request, ToolCall, ToolSpec, Usage
from wikic.llm.retrying import Patience, Retrying
from wikic.llm.scripted import Said, ScriptedModel
from wikic.llm.structured import converse
from wikic.llm.transcript import Recorded, Replayed, Tape, Transcript

LOOK = ToolSpec("look", "Look at a page.", {"type": "object", "properties": {"at": {"type": "integer"}}})
TURNS = (Message("system", "Be brief."), Message("user", "Hello, 世界"))
PLAIN = Request("extract", "extract", TURNS, 50)
TOOLS = Request("ask", "ask", TURNS, 50, tools=(LOOK,))
HARD = Request("verify", "verify", (Message("user", "down"),), 50)
BROKE = Request("verify", "verify", (Message("user", "quota"),), 50)
LOCKED = Request("verify", "verify", (Message("user", "key"),), 50)
CUT_OFF = Request("extract", "extract", (Message("user", "long"),), 50)
NUMBERS = tuple(Request("verify", "verify", (Message("user", f"number {at}"),), 50) for at in range(32))
EVERY = (PLAIN, TOOLS, HARD, BROKE, LOCKED, CUT_OFF, *NUMBERS)

TEXT = "Hello. Nothing else to say, 你好."


def said(request: Request) -> Said:
    """What the scripted model says."""
    match request.messages[-1].text:
        case "down":
            return ModelUnavailableError("down")
        case "quota":
            return QuotaError("used up", hint="run it again")
        case "key":
            return CredentialsError("no key")
        case "long":
            return Reply("It goes on and", stop="length", usage=Usage(7, 50))
        case text if text.startswith("number"):
            return Reply(text, usage=Usage(3, 2))
    if request.tools:
        return Reply("", (ToolCall("call_0", "look", '{"at": 1}'),), "calls", Usage(20, 5, 8, 0.01))
    return Reply(TEXT, usage=Usage(20, 5, 8, 0.01))


def served(body: Body) -> Answer | object:
    """The same over HTTP."""
    match body["messages"][-1]["content"]:
        case "down":
            return SERVER_ERROR
        case "quota":
            return QUOTA
        case "key":
            return BAD_KEY
        case "long":
            return Answer("It goes on and", finish="length", usage=(7, 50, 0))
        case text if text.startswith("number"):
            return Answer(text, usage=(3, 2, 0))
    if body.get("tools"):
        return Answer("", calls=(("look", '{"at": 1}'),), usage=(20, 5, 8))
    return Answer(TEXT, usage=(20, 5, 8))


@dataclass(frozen=True)
class Ground:
    """What a model is made with."""

    url: str
    folder: Path
    end: ExitStack = field(default_factory=ExitStack)

    def scripted(self) -> Model:
        return ScriptedModel(said, "openai/m1")

    def over_http(self) -> Model:
        patience = Patience(tries=2)
        return Retrying(connect("openai/m1", self.folder, base_url=self.url), patience, sleep=lambda _: None)

    def opened(self) -> Model:
        settings = Settings(
            root=self.folder,
            names={"extract": "openai/m1"},
            base_url=self.url,
            patience=Patience(tries=2),
            sleep=lambda _: None,
        )
        return open_models(settings).model("extract")

    def cached(self) -> Model:
        return Cached(self.scripted(), self.folder / "replies", Meter())

    def warm(self) -> Model:
        """Cached, and everything that can be kept is."""
        model = self.cached()
        for request in (PLAIN, TOOLS, CUT_OFF, *NUMBERS):
            model.keep(request, model.complete(request))
        return model

    def budgeted(self) -> Model:
        return Budgeted(self.scripted(), Budget(None, 1_000_000), Meter())

    def given_up(self) -> Model:
        return GivingUp(self.over_http())

    def concerning(self) -> Model:
        return Concerning(self.over_http(), "docs/a.md")

    def thinking(self) -> Model:
        return Thinking(self.over_http(), "low", 100)

    def recorded(self) -> Model:
        tape = Tape(self.folder / "run.jsonl", {"extract": "openai/m1"})
        self.end.callback(tape.close)
        return Recorded(self.scripted(), tape)

    def replayed(self) -> Model:
        file = self.folder / "run.jsonl"
        tape = Tape(file, {"extract": "openai/m1"})
        model = Recorded(self.scripted(), tape)
        for request in (*EVERY, *EVERY):
            try:
                model.complete(request)
            except (ModelUnavailableError, QuotaError, CredentialsError):
                continue
        tape.close()
        return Replayed("openai/m1", Transcript(file), Meter())


KINDS: tuple[Callable[[Ground], Model], ...] = (
    Ground.scripted,
    Ground.over_http,
    Ground.opened,
    Ground.cached,
    Ground.warm,
    Ground.budgeted,
    Ground.thinking,
    Ground.given_up,
    Ground.concerning,
    Ground.recorded,
    Ground.replayed,
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with ModelServer(served) as server:
        yield server.url


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def model(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> Iterator[Model]:
    ground = Ground(url, tmp_path)
    with ground.end:
        yield request.param(ground)


def test_it_has_the_name_that_was_configured(model: Model) -> None:
    assert model.name == "openai/m1"


def test_a_reply_is_whole(model: Model) -> None:
    reply = model.complete(PLAIN)
    assert (reply.text, reply.calls, reply.stop) == (TEXT, (), "stop")


def test_usage_is_what_was_taken_or_nothing(model: Model) -> None:
    usage = model.complete(PLAIN).usage
    assert (usage.prompt, usage.completion, usage.cached) in ((20, 5, 8), (0, 0, 0))
    assert usage.cost != 0 or usage.prompt == 0  # a price nobody knows is None


def test_text_comes_in_pieces_that_make_up_the_reply(model: Model) -> None:
    pieces: list[str] = []
    reply = model.complete(PLAIN, pieces.append)
    assert "".join(pieces) == reply.text == TEXT


@pytest.mark.parametrize("stream", [False, True])
def test_tools_are_called(model: Model, stream: bool) -> None:
    reply = model.complete(TOOLS, (lambda _: None) if stream else None)
    assert reply.text == ""
    assert [(call.name, json.loads(call.arguments)) for call in reply.calls] == [("look", {"at": 1})]
    assert reply.calls[0].id
    assert reply.stop == "calls"


def test_a_reply_cut_off_at_its_length_says_so(model: Model) -> None:
    assert model.complete(CUT_OFF).stop == "length"


@pytest.mark.parametrize(
    ("request_", "error"),
    [(HARD, ModelUnavailableError), (BROKE, QuotaError), (LOCKED, CredentialsError)],
    ids=["down", "quota", "key"],
)
def test_failures_are_our_errors(model: Model, request_: Request, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        model.complete(request_)
    assert "\n" not in str(caught.value)


def test_many_threads_get_each_their_reply(model: Model) -> None:
    with ThreadPoolExecutor(16) as pool:
        assert [reply.text for reply in pool.map(model.complete, NUMBERS)] == [
            request.messages[0].text for request in NUMBERS
        ]


def test_keeping_a_reply_changes_no_reply(model: Model) -> None:
    first = model.complete(PLAIN)
    model.keep(PLAIN, first)
    assert model.complete(PLAIN).text == first.text


class Word(BaseModel):
    word: str


def test_a_conversation_runs_over_it(tmp_path: Path, url: str) -> None:
    replies = iter(["no json", '{"word": "yes"}'])
    with ModelServer(lambda _: next(replies)) as server:
        model = Ground(server.url, tmp_path).opened()
        done = converse(model, PLAIN, Word)
        assert done.value.word == "yes"
        assert server.requests[1]["messages"][-1]["role"] == "user"
        assert server.requests[0]["response_format"]["json_schema"]["strict"] is True
        # The same way again, without a call.
        assert converse(Ground(server.url, tmp_path).opened(), PLAIN, Word).problems == done.problems
        assert len(server.requests) == 2
