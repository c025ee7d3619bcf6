"""The stand-in for a provider keeps the protocol itself; what a client makes of it: test_conformance.py."""

from __future__ import annotations

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.model_server import CUT, Answer, ModelServer, rate_limited
from support.patience import HUNG


def post(server: ModelServer, **more: Any) -> tuple[int, Any, bytes]:
    """Status, headers and body of one request."""
    link = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=HUNG)
    body = {"model": "m", "messages": [{"role": "user", "content": "two words"}], **more}
    try:
        link.request("POST", "/v1/chat/completions", json.dumps(body), {"Authorization": "Bearer k"})
        reply = link.getresponse()
        return reply.status, reply.headers, reply.read()
    finally:
        link.close()


def test_answers_come_in_order_and_requests_are_kept() -> None:
    with ModelServer(["one", Answer("", calls=(("look", '{"at": 1}'),), usage=(7, 3, 2))]) as server:
        first, second = (json.loads(post(server)[2]) for _ in range(2))
    assert first["choices"][0]["message"]["content"] == "one"
    assert first["usage"]["prompt_tokens"] == 2
    assert second["choices"][0]["finish_reason"] == "tool_calls"
    assert second["usage"]["prompt_tokens_details"] == {"cached_tokens": 2}
    assert server.requests[0]["model"] == "m"
    assert server.headers[0]["authorization"] == "Bearer k"


def test_a_stream_holds_the_text_in_pieces_and_its_usage() -> None:
    with ModelServer(["a text of some length, in pieces"]) as server:
        body = post(server, stream=True, stream_options={"include_usage": True})[2]
    events = [line.removeprefix("data: ") for line in body.decode().splitlines() if line]
    assert events.pop() == "[DONE]"
    pieces = [json.loads(event) for event in events]
    text = "".join(each["choices"][0]["delta"].get("content", "") for each in pieces if each["choices"])
    assert text == "a text of some length, in pieces"
    assert pieces[-1]["usage"]["completion_tokens"] == 7


def test_faults() -> None:
    with ModelServer([rate_limited("3"), CUT]) as server:
        status, headers, _ = post(server)
        assert (status, headers["Retry-After"]) == (429, "3")
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            post(server)
        assert post(server)[0] == 500  # an empty script


def test_requests_at_once_are_counted() -> None:
    with ModelServer(lambda _: "x", delay=0.2) as server, ThreadPoolExecutor(8) as pool:
        assert [each.result()[0] for each in [pool.submit(post, server) for _ in range(8)]] == [200] * 8
        assert server.peak == 8
