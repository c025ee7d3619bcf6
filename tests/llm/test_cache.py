from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from wikic.errors import ReplyError
from wikic.llm.cache import Cached
from wikic.llm.codec import reply_json, reply_of, request_key
from wikic.llm.meter import Meter
from wikic.llm.protocol import Message, Reply, Request, ToolCall, ToolSpec, Usage
from wikic.llm.scripted import ScriptedModel
from wikic.llm.structured import converse

REQUEST = Request("extract", "extract", (Message("user", "u"),), 10, schema={"type": "object"})
REPLY = Reply("yes", (ToolCall("c", "look", "{}"),), "calls", Usage(10, 5, 2, 0.5), "m-2026")


def cached(folder: Path, *replies: Reply | str, name: str = "m", base_url: str = "") -> Cached:
    return Cached(ScriptedModel(replies, name), folder, Meter(), base_url)


def test_a_kept_reply_is_given_again_and_costs_nothing(tmp_path: Path) -> None:
    model = cached(tmp_path, REPLY)
    model.keep(REQUEST, model.complete(REQUEST))
    meter = Meter()
    again = Cached(ScriptedModel([], "m"), tmp_path, meter).complete(REQUEST)
    assert again == replace(REPLY, usage=Usage())
    assert str(meter.totals().whole) == "1 answered without a call"


def test_what_nobody_vouched_for_is_not_kept(tmp_path: Path) -> None:
    class Word(BaseModel):
        word: str

    with pytest.raises(ReplyError):
        converse(cached(tmp_path, "{}", "no", "[]"), REQUEST, Word)
    assert list(tmp_path.rglob("*")) == []


DIFFERENT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("messages", {"messages": (Message("user", "v"),)}),
    ("speaker", {"messages": (Message("system", "u"),)}),
    ("max_tokens", {"max_tokens": 11}),
    ("schema", {"schema": {"type": "array"}}),
    ("no schema", {"schema": None}),
    ("tools", {"tools": (ToolSpec("look", "Look.", {}),)}),
    ("temperature", {"temperature": 0.5}),
)


@pytest.mark.parametrize("change", [each[1] for each in DIFFERENT], ids=[each[0] for each in DIFFERENT])
def test_whatever_shapes_a_reply_parts_requests(change: dict[str, Any]) -> None:
    assert request_key("m", replace(REQUEST, **change)) != request_key("m", REQUEST)


def test_another_model_or_server_is_another_reply() -> None:
    keys = {request_key("m", REQUEST), request_key("n", REQUEST), request_key("m", REQUEST, "http://x/v1")}
    assert len(keys) == 3


def test_what_only_people_see_does_not_part_requests() -> None:
    assert request_key("m", replace(REQUEST, role="ask", purpose="other")) == request_key("m", REQUEST)


@given(st.text(), st.text())
def test_any_text_is_kept_as_it_is(asked: str, said: str) -> None:
    request_key("m", replace(REQUEST, messages=(Message("user", asked),)))
    assert reply_of(reply_json(Reply(said)), paid=True) == Reply(said)


def test_lone_surrogates_are_kept_too(tmp_path: Path) -> None:
    asked = replace(REQUEST, messages=(Message("user", "\ud800"),))
    cached(tmp_path).keep(asked, Reply("\udfff"))
    assert cached(tmp_path).complete(asked).text == "\udfff"


@given(st.data())
def test_a_damaged_entry_is_absent_and_goes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    cached(folder).keep(REQUEST, REPLY)
    (file,) = folder.rglob("*.json")
    whole = file.read_bytes()
    kind = data.draw(st.sampled_from(["cut", "flip", "other"]))
    at = data.draw(st.integers(0, len(whole) - 1))
    if kind == "cut":
        file.write_bytes(whole[:at])
    elif kind == "flip":
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    else:
        file.write_bytes(data.draw(st.sampled_from([b"", b"{}", b"[]", b"null", b"\x00" * 50, b"[" * 9_999])))
    model = cached(folder, "asked again")
    found = model.complete(REQUEST)
    if found.text == "asked again":
        assert not file.exists()
        model.keep(REQUEST, REPLY)
        found = cached(folder).complete(REQUEST)
    assert found == replace(REPLY, usage=Usage())  # never a wrong one


def test_a_disk_that_refuses_loses_no_reply(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    model = cached(tmp_path / "file", REPLY)
    model.keep(REQUEST, model.complete(REQUEST))


def test_many_threads_keep_the_same_and_different_replies(tmp_path: Path) -> None:
    requests = [replace(REQUEST, messages=(Message("user", f"number {at % 20}"),)) for at in range(400)]
    model = Cached(ScriptedModel(lambda asked: asked.messages[0].text, "m"), tmp_path, Meter())

    def run(request: Request) -> bool:
        reply = model.complete(request)
        model.keep(request, reply)
        return reply.text == request.messages[0].text

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(run, requests))
    assert len(list(tmp_path.rglob("*.json"))) == 20
    assert list(tmp_path.rglob("*.new")) == []


def test_killed_at_any_point_no_kept_reply_is_lost(tmp_path: Path) -> None:
    script = Path(__file__).with_name("cache_killed.py")
    spec = spec_from_file_location("cache_killed", script)
    assert spec is not None and spec.loader is not None
    killed = module_from_spec(spec)
    spec.loader.exec_module(killed)
    # Two processes at once, on the same replies.
    runs = [
        subprocess.Popen([sys.executable, str(script), str(tmp_path)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    last = -1
    for run, enough in zip(runs, (150, 300), strict=True):
        assert run.stdout is not None
        for line in run.stdout:
            if int(line) >= enough:
                break
        os.kill(run.pid, signal.SIGKILL)
        rest = run.stdout.read().splitlines()
        said = [int(each) for each in rest if each.isdigit()]
        last = max([last, int(line), *said[:-1]])  # the last line may be cut short
        run.wait()
        run.stdout.close()
    model = Cached(ScriptedModel([]), tmp_path, Meter())
    for number in range(last + 1):
        assert model.complete(killed.request(number)) == killed.reply(number)
