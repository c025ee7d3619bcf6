"""litellm against a real server: what is sent, and what every fault becomes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.model_server import (
    BAD_KEY,
    CUT,
    EMPTY_OBJECT,
    FIVE_MEGABYTES,
    HANG,
    NO_CHOICES,
    NOT_JSON,
    OVERLOADED,
    QUOTA,
    REFUSAL,
    SERVER_ERROR,
    SPEND_LIMIT,
    Answer,
    Fault,
    ModelServer,
    error,
    rate_limited,
)
from support.patience import HUNG

from wikic.errors import ConfigError, CredentialsError, QuotaError
from wikic.llm.attempt_error import Fault as Failed
from wikic.llm.error_mapping import Rejected
from wikic.llm.litellm_model import LitellmModel, connect
from wikic.llm.protocol import Message, Request, ToolCall, ToolSpec

REQUEST = Request("extract", "extract", (Message("system", "s"), Message("user", "u")), 40)
SCHEMA = {
    "type": "object",
    "title": "Names",
    "properties": {"names": {"type": "array", "items": {"$ref": "#/$defs/Name"}, "default": []}},
    "$defs": {"Name": {"type": "object", "properties": {"title": {"type": "string"}}}},
}
STREAMS = pytest.mark.parametrize("hear", [None, lambda _: None], ids=["whole", "stream"])
Hear = Callable[[str], None] | None


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def model(server: ModelServer, tmp_path: Path, timeout: float = HUNG) -> LitellmModel:
    return connect("openai/m1", tmp_path, base_url=server.url, timeout=timeout)


def test_a_stream_is_asked_to_say_what_it_cost(server: ModelServer, tmp_path: Path) -> None:
    server.script(["yes", "yes"])
    for hear in (lambda _: None, None):
        model(server, tmp_path).complete(REQUEST, hear)
    for asked in server.requests:
        assert asked["stream"] is True and asked["stream_options"] == {"include_usage": True}


def test_a_slow_server_has_time_as_long_as_it_goes_on(server: ModelServer, tmp_path: Path) -> None:
    said = "a reply of many words " * 8
    server.script([Answer(said, delay=1.0, pace=0.3)])  # 50 pieces: 15 s in all
    assert model(server, tmp_path, timeout=8.0).complete(REQUEST).text == said
    assert len(server.requests) == 1


def test_silence_in_the_middle_of_a_reply_names_the_setting(server: ModelServer, tmp_path: Path) -> None:
    server.script([Answer("one two three four five six", pace=HUNG)])
    with pytest.raises(Failed, match=r"nothing came for as long as \[model\] timeout allows") as caught:
        model(server, tmp_path, timeout=0.3).complete(REQUEST)
    assert caught.value.billed and len(server.requests) == 1


def test_a_server_that_keeps_to_no_limit_is_cut_off(server: ModelServer, tmp_path: Path) -> None:
    server.script([Answer("word " * 20_000), Answer("", thought="hm " * 20_000, whole=False)])
    asked = model(server, tmp_path)
    for _ in range(2):
        reply = asked.complete(REQUEST)
        assert reply.stop == "length" and len(reply.text) < 10_000


def test_what_is_asked_twice_is_paid_twice(server: ModelServer, tmp_path: Path) -> None:
    server.script(lambda _: Answer("yes", usage=(100, 7, 0), whole=True))
    asked = model(server, tmp_path)
    first, second = asked.complete(REQUEST).usage, asked.complete(REQUEST).usage
    assert first.prompt > second.prompt == 100


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "stream"])
@STREAMS
def test_content_in_parts_and_thoughts(server: ModelServer, tmp_path: Path, whole: bool, hear: Hear) -> None:
    server.script(lambda _: Answer("the answer itself", thought="let me think", parts=True, whole=whole))
    assert model(server, tmp_path).complete(REQUEST, hear).text == "the answer itself"


def test_a_server_that_streams_nothing_is_asked_for_the_whole(server: ModelServer, tmp_path: Path) -> None:
    server.script(lambda _: Answer("yes", whole=True))
    asked = model(server, tmp_path)
    heard: list[str] = []
    assert asked.complete(REQUEST, heard.append).text == "yes" and heard == ["yes"]
    assert asked.complete(REQUEST).text == "yes"
    assert [each.get("stream", False) for each in server.requests] == [True, False, False]


def test_a_provider_that_refuses_to_stream_is_asked_for_the_whole(
    server: ModelServer, tmp_path: Path
) -> None:
    refused = error(400, "not without verification", "unsupported_value", "stream")
    server.script(lambda body: refused if body.get("stream") else "yes")
    asked = model(server, tmp_path)
    for _ in range(2):
        assert asked.complete(replace(REQUEST, schema=SCHEMA)).text == "yes"
    assert [each.get("stream", False) for each in server.requests] == [True, False, False]
    assert all("response_format" in each for each in server.requests)


@STREAMS
@pytest.mark.parametrize(
    ("fault", "billed"),
    [
        (SERVER_ERROR, False),
        (OVERLOADED, False),
        (error(529, "overloaded"), False),
        (error(408, "slow"), False),
        (rate_limited(), False),
        (CUT, True),
        (NO_CHOICES, True),
        (EMPTY_OBJECT, True),
        (NOT_JSON, True),
        (HANG, True),
    ],
    ids=["500", "503", "529", "408", "429", "cut", "no choices", "{}", "html", "hang"],
)
def test_what_may_pass_is_a_fault(
    server: ModelServer, tmp_path: Path, fault: Fault, billed: bool, hear: Hear
) -> None:
    server.script(lambda _: fault)
    with pytest.raises(Failed) as caught:
        model(server, tmp_path, timeout=0.3 if fault is HANG else HUNG).complete(REQUEST, hear)
    # Nothing below us retries; what is no stream may come as a whole.
    assert len(server.requests) == (2 if fault in (NO_CHOICES, EMPTY_OBJECT, NOT_JSON) else 1)
    assert caught.value.billed == billed
    assert caught.value.wait is None


@STREAMS
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (QUOTA, QuotaError),
        (SPEND_LIMIT, QuotaError),
        (error(402, "pay"), QuotaError),
        (error(429, "no money", "billing_not_active"), QuotaError),
        (BAD_KEY, CredentialsError),
        (error(403, "not you"), CredentialsError),
        (error(404, "no such model", "model_not_found"), ConfigError),
        (error(400, "too long", "context_length_exceeded"), Rejected),
        (error(413, "too large"), Rejected),
        (error(422, "what?"), Rejected),
    ],
    ids=lambda value: getattr(value, "__name__", "") or str(value.status),
)
def test_what_will_not_pass_is_told_apart_by_code(
    server: ModelServer, tmp_path: Path, fault: Fault, kind: type[Exception], hear: Hear
) -> None:
    server.script([fault, "never"])
    with pytest.raises(kind) as caught:
        model(server, tmp_path).complete(REQUEST, hear)
    assert len(server.requests) == 1
    assert caught.value.__cause__ is None and caught.value.__context__ is None


@pytest.mark.parametrize(
    ("told", "seconds"),
    [("3", 3.0), ("0.25", 0.25), ("-1", 0.0), ("soon", None), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0)],
)
def test_retry_after_is_passed_on(
    server: ModelServer, tmp_path: Path, told: str, seconds: float | None
) -> None:
    server.script([rate_limited(told)])
    with pytest.raises(Failed) as caught:
        model(server, tmp_path).complete(REQUEST)
    assert caught.value.wait == seconds


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"no connection to http://127\.0\.0\.1:9/v1") as caught:
        connect("openai/m1", tmp_path, base_url="http://127.0.0.1:9/v1").complete(REQUEST)
    assert not caught.value.billed


def test_a_refusal(server: ModelServer, tmp_path: Path) -> None:
    for said in (REFUSAL, Answer("", finish="content_filter")):
        server.script(lambda _, said=said: said)
        asked = model(server, tmp_path)
        assert [asked.complete(REQUEST).stop for _ in range(2)] == ["refusal"] * 2
    assert [each.get("stream", False) for each in server.requests] == [True, False, True, False, True, True]


def test_five_megabytes_come_through(server: ModelServer, tmp_path: Path) -> None:
    server.script([FIVE_MEGABYTES])
    whole = model(server, tmp_path).complete(replace(REQUEST, max_tokens=200_000))
    assert len(whole.text) > 5_000_000


def test_what_is_sent(server: ModelServer, tmp_path: Path) -> None:
    server.script(["{}"])
    asked = Request(
        "ask",
        "ask",
        (
            Message("user", "u"),
            Message("assistant", "", calls=(ToolCall("c1", "look", '{"at": 1}'),)),
            Message("tool", "nothing there", answers="c1"),
        ),
        40,
        schema=SCHEMA,
        tools=(ToolSpec("look", "Look.", {"type": "object", "properties": {}}),),
    )
    model(server, tmp_path).complete(asked)
    body = server.requests[0]
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at": 1}'}}
    assert body["model"] == "m1"
    assert body["max_tokens"] == 40
    assert body["temperature"] == 0.0
    assert body["messages"][1]["tool_calls"] == [call]
    assert body["messages"][2] == {"role": "tool", "content": "nothing there", "tool_call_id": "c1"}
    assert body["tools"][0]["function"]["name"] == "look"
    sent = body["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["required"] == ["names"]
    assert sent["schema"]["$defs"]["Name"]["additionalProperties"] is False
    assert "default" not in sent["schema"]["properties"]["names"]


def test_a_server_that_takes_no_schema_is_asked_without_one_from_then_on(
    server: ModelServer, tmp_path: Path
) -> None:
    def answer(body: dict[str, Any]) -> Answer | Fault:
        return error(400, "unknown field response_format") if "response_format" in body else Answer("yes")

    server.script(answer)
    asked = Request("extract", "extract", REQUEST.messages, 40, schema=SCHEMA)
    ours = model(server, tmp_path)
    assert [ours.complete(asked).text for _ in range(2)] == ["yes", "yes"]
    assert ["response_format" in body for body in server.requests] == [True, False, False]


def test_a_request_refused_for_something_else_does_not_lose_the_schema(
    server: ModelServer, tmp_path: Path
) -> None:
    server.script([error(400, "too long"), error(400, "too long"), "yes"])
    asked = Request("extract", "extract", REQUEST.messages, 40, schema=SCHEMA)
    ours = model(server, tmp_path)
    with pytest.raises(Rejected):
        ours.complete(asked)
    ours.complete(asked)
    assert "response_format" in server.requests[-1]


def test_a_lone_surrogate_in_a_document_does_not_fail_the_call(server: ModelServer, tmp_path: Path) -> None:
    server.script(["yes"])
    asked = Request("extract", "extract", (Message("user", "a \ud800 b"),), 10)
    assert model(server, tmp_path).complete(asked).text == "yes"
    assert server.requests[0]["messages"][0]["content"] == "a ? b"


def test_a_server_that_counts_nothing_gets_an_estimate(server: ModelServer, tmp_path: Path) -> None:
    server.script([Answer("three or four words", usage=(0, 0, 0))])
    usage = model(server, tmp_path).complete(REQUEST).usage
    assert usage.prompt > 0
    assert usage.completion >= 4


@pytest.mark.parametrize("name", ["nonsense", "nobody/nothing", ""])
def test_a_name_without_a_provider(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="no provider is known"):
        connect(name, tmp_path)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "https://me:secret@x/v1"])
def test_an_address_that_is_none(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        connect("openai/m1", tmp_path, base_url=url)
    assert "secret" not in str(caught.value)


def test_a_missing_key_is_told_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(CredentialsError, match="ANTHROPIC_API_KEY is not set"):
        connect("anthropic/claude-sonnet-4-5", tmp_path)


def test_prices_are_known_for_models_of_providers_and_not_for_servers_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k-for-nothing")
    monkeypatch.setenv("GEMINI_API_KEY", "k-for-nothing")
    price = connect("openai/gpt-4o-mini", tmp_path).price
    assert price is not None
    assert price.of(1_000_000, 0) == pytest.approx(0.15)
    assert price.of(1_000_000, 1_000_000, 1_000_000) == pytest.approx(0.675)
    long = connect("gemini/gemini-2.5-pro", tmp_path).price
    assert long is not None
    assert long.most(1_000_000, 0) == pytest.approx(2.5)  # prompts over 200,000 tokens cost twice as much
    assert connect("openai/who-knows", tmp_path).price is None
    assert connect("openai/gpt-4o-mini", tmp_path, base_url="http://127.0.0.1:9/v1").price is None


def test_it_says_nothing_by_itself(tmp_path: Path) -> None:
    """Neither at import nor at a call nor at an error: standard output is what people pipe on."""
    code = """
import sys
from pathlib import Path
from support.model_server import SERVER_ERROR, ModelServer
from wikic.errors import ModelError
from wikic.llm.litellm_model import connect
from wikic.llm.protocol import Message, Request
with ModelServer(["yes", "yes", SERVER_ERROR, SERVER_ERROR]) as server:
    model = connect("openai/m1", Path("."), base_url=server.url)
    for hear in (None, lambda _: None, None, lambda _: None):
        try:
            model.complete(Request("ask", "ask", (Message("user", "u"),), 9), hear)
        except ModelError:
            pass
"""
    tests = str(Path(__file__).resolve().parent.parent)
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {tests!r})\n{code}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert (run.stdout, run.stderr) == ("", "")


def test_without_litellm_the_error_says_what_to_install(tmp_path: Path) -> None:
    code = """
import sys
sys.modules["litellm"] = None
from pathlib import Path
from wikic.errors import MissingExtraError
from wikic.llm.litellm_model import connect
try:
    connect("openai/m1", Path("."))
except MissingExtraError as error:
    print(error.hint)
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert run.stdout == "pip install 'wikic[model]'\n"
