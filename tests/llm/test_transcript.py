from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from support.model_server import QUOTA, Answer, ModelServer

from wikic.errors import ConfigError, InputError, QuotaError, UsageError
from wikic.llm.limits import Limits
from wikic.llm.meter import Meter
from wikic.llm.open_models import Settings, open_models
from wikic.llm.protocol import Message, Reply, Request, ToolCall, Usage
from wikic.llm.scripted import ScriptedModel
from wikic.llm.transcript import Recorded, Replayed, Tape, Transcript

REQUEST = Request("extract", "extract", (Message("user", "u 世界"),), 10)
REPLY = Reply("yes", (ToolCall("c", "look", "{}"),), "calls", Usage(10, 5, 2, 0.5), "m-2026")
MODELS = {"extract": "m"}


def numbered(at: int) -> Request:
    return replace(REQUEST, messages=(Message("user", f"number {at}"),))


def record(file: Path, *exchanges: tuple[Request, Reply]) -> Path:
    tape = Tape(file, MODELS)
    model = Recorded(ScriptedModel([reply for _, reply in exchanges], "m"), tape)
    for request, _ in exchanges:
        model.complete(request)
    tape.close()
    return file


def replayed(file: Path) -> Replayed:
    return Replayed("m", Transcript(file), Meter())


def test_equal_requests_are_answered_in_the_order_recorded(tmp_path: Path) -> None:
    file = record(tmp_path / "t", (REQUEST, Reply("one")), (REQUEST, Reply("two")))
    model = replayed(file)
    assert [model.complete(REQUEST).text for _ in range(2)] == ["one", "two"]
    with pytest.raises(InputError, match="holds no"):
        model.complete(REQUEST)


def test_a_reply_is_the_same_but_costs_nothing(tmp_path: Path) -> None:
    model = replayed(record(tmp_path / "t", (REQUEST, REPLY)))
    assert model.complete(REQUEST) == replace(REPLY, usage=Usage())


def test_a_request_that_was_not_recorded_is_an_error_that_stops_the_run(tmp_path: Path) -> None:
    file = record(tmp_path / "t", (REQUEST, REPLY))
    for request in (numbered(1), replace(REQUEST, max_tokens=11), replace(REQUEST, schema={})):
        with pytest.raises(InputError, match="this extract request") as caught:
            replayed(file).complete(request)
        assert "record it anew" in caught.value.hint


@pytest.mark.parametrize("jobs", [1, 16])
def test_a_replay_does_not_depend_on_the_order_of_requests(tmp_path: Path, jobs: int) -> None:
    exchanges = [(numbered(at), Reply(f"reply {at}")) for at in range(64)]
    model = replayed(record(tmp_path / "t", *exchanges))
    with ThreadPoolExecutor(jobs) as pool:
        said = list(pool.map(lambda pair: model.complete(pair[0]).text, reversed(exchanges)))
    assert said == [reply.text for _, reply in reversed(exchanges)]


def test_many_threads_write_whole_lines(tmp_path: Path) -> None:
    tape = Tape(tmp_path / "t", MODELS)
    model = Recorded(ScriptedModel(lambda asked: asked.messages[0].text * 1_000, "m"), tape)
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(model.complete, map(numbered, range(200))))
    tape.close()
    again = replayed(tmp_path / "t")
    assert all(again.complete(numbered(at)).text == f"number {at}" * 1_000 for at in range(200))


def test_a_transcript_is_never_overwritten(tmp_path: Path) -> None:
    file = record(tmp_path / "t", (REQUEST, REPLY))
    with pytest.raises(UsageError, match="exists"):
        Tape(file, MODELS)
    with pytest.raises(UsageError):
        Tape(tmp_path / "no" / "such" / "folder", MODELS)


def test_a_run_that_was_killed_while_it_wrote_can_be_replayed(tmp_path: Path) -> None:
    file = record(tmp_path / "t", (REQUEST, REPLY), (numbered(1), REPLY))
    file.write_bytes(file.read_bytes()[:-40])
    assert replayed(file).complete(REQUEST).text == "yes"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no transcript"),
        ("{}", "is no transcript"),
        ("[]", "is no transcript"),
        ("wörter", "is no transcript"),
        ('{"transcript": 2, "models": {}}', "of version 2"),
        ('{"transcript": 1, "models": {}}\n{}\n{}\n', "line 2 is damaged"),
    ],
)
def test_what_is_no_transcript(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "t").write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        Transcript(tmp_path / "t")


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        Transcript(tmp_path / "t")


def settings(root: Path, **more: object) -> Settings:
    return Settings(root=root, sleep=lambda _: None, **more)  # type: ignore[arg-type]


def test_a_run_is_recorded_with_its_errors_and_cached_replies_and_replayed(tmp_path: Path) -> None:
    names = {"extract": "openai/m1", "verify": "openai/m2"}
    with ModelServer([Answer("one"), Answer("two"), QUOTA]) as server:
        first = open_models(settings(tmp_path, names=names, base_url=server.url))
        first.model("extract").keep(REQUEST, first.model("extract").complete(REQUEST))
        with open_models(
            settings(tmp_path, names=names, base_url=server.url, limits=Limits(record=tmp_path / "t"))
        ) as models:
            assert models.model("extract").complete(REQUEST).text == "one"  # out of the cache
            assert models.model("verify").complete(REQUEST).text == "two"
            with pytest.raises(QuotaError) as told:
                models.model("extract").complete(numbered(1))
        assert len(server.requests) == 3
    with open_models(
        settings(tmp_path / "elsewhere", names={}, limits=Limits(replay=tmp_path / "t"))
    ) as models:
        assert models.name("extract") == "openai/m1"
        assert models.model("extract").complete(REQUEST).text == "one"
        assert models.model("verify").complete(REQUEST).text == "two"
        with pytest.raises(QuotaError) as again:
            models.model("extract").complete(numbered(1))
        assert (str(again.value), again.value.hint) == (str(told.value), told.value.hint)
        with pytest.raises(ConfigError, match="no language model is configured for 'ask'"):
            models.model("ask")
    assert not (tmp_path / "elsewhere").exists()  # a replay costs nothing and notes nothing


def test_to_record_and_to_replay_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        open_models(settings(tmp_path, names={}, limits=Limits(record=tmp_path / "a", replay=tmp_path / "b")))


def test_a_replay_needs_no_litellm(tmp_path: Path) -> None:
    file = record(tmp_path / "t", (REQUEST, REPLY))
    code = f"""
import sys
for name in ("litellm", "openai", "httpx"):
    sys.modules[name] = None
from pathlib import Path
from wikic.llm.limits import Limits
from wikic.llm.open_models import Settings, open_models
from wikic.llm.protocol import Message, Request
models = open_models(Settings(root=Path("."), names={{}}, limits=Limits(replay=Path({str(file)!r}))))
request = Request("extract", "extract", (Message("user", "u 世界"),), 10)
print(models.model("extract").complete(request).text)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "yes\n"


def test_the_file_is_plain_json_lines(tmp_path: Path) -> None:
    head, line = map(json.loads, record(tmp_path / "t", (REQUEST, REPLY)).read_text("ascii").splitlines())
    assert head == {"transcript": 1, "models": {"extract": "m"}}
    assert line["request"]["messages"][0]["text"] == "u 世界"
    assert line["reply"]["text"] == "yes"
