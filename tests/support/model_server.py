"""A real OpenAI-compatible server on loopback, driven by a script, that can be told to fail in every way."""

from __future__ import annotations

import json
import select
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Semaphore, Thread
from typing import Any, Literal

from support.hashed_vectors import hashed

Body = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """A good answer: text, tools to call as (name, JSON arguments), and how it is sent.

    usage: prompt, completion and cached tokens; None counts words.
    finish: the protocol's ``finish_reason``; None for the one that fits.
    delay: seconds before it.
    refusal: the protocol's field of that name.
    thought: what a model that reasons thinks before it answers; it stands in a field of its own.
    parts: whether the content comes as a list of parts, as some servers send it.
    pace: seconds between the pieces of a stream.
    whole: whether it comes in one piece where a stream is asked for.
    """

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    usage: tuple[int, int, int] | None = None
    finish: str | None = None
    delay: float = 0.0
    refusal: str | None = None
    thought: str = ""
    parts: bool = False
    pace: float = 0.0
    whole: bool = False

    def content(self, text: str) -> str | list[Body] | None:
        """A text as the protocol's ``content``."""
        if not self.parts:
            return text or None
        thought = [{"type": "thinking", "thinking": "Hm."}]
        return [*thought, {"type": "text", "text": text[:5]}, {"type": "text", "text": text[5:]}]


@dataclass(frozen=True)
class Fault:
    """What goes wrong below the protocol.

    kind: ``status`` answers with ``status``, ``headers`` and ``body``; ``hang`` says nothing for ``delay``
        seconds; ``cut`` breaks the connection after ``body``, or in the middle of a stream.
    """

    kind: Literal["status", "hang", "cut"]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    delay: float = 0.0


Said = Answer | Fault | str
Script = Iterable[Said] | Callable[[Body], Said]
Vectors = Callable[[list[str]], "list[list[float]] | Fault"]


def error(
    status: int, message: str, code: str | None = None, param: str | None = None, **headers: str
) -> Fault:
    """An error as OpenAI words it; ``Retry_After="2"`` becomes a header."""
    body = {"error": {"message": message, "type": code or "error", "param": param, "code": code}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault("status", status, named, json.dumps(body).encode())


def rate_limited(retry_after: str | None = None) -> Fault:
    """429: too many requests; with or without ``Retry-After``."""
    more = {} if retry_after is None else {"Retry_After": retry_after}
    return error(429, "Rate limit reached for requests", "rate_limit_exceeded", **more)


def raw(body: bytes, status: int = 200) -> Fault:
    """A body as it is."""
    return Fault("status", status, {}, body)


SERVER_ERROR = error(500, "The server had an error")
OVERLOADED = error(503, "Overloaded")
QUOTA = error(429, "You exceeded your current quota", "insufficient_quota")
SPEND_LIMIT = error(402, "Monthly spend limit reached", "billing_hard_limit_reached")
BAD_KEY = error(401, "Incorrect API key provided", "invalid_api_key")
HANG = Fault("hang", delay=3_600.0)
CUT = Fault("cut", body=b'{"id":"x","object":"chat.completion","choices":[{"index":0,"mess')
NO_CHOICES = raw(b'{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[]}')
EMPTY_OBJECT = raw(b"{}")
NOT_JSON = raw(b"<html><body>Bad gateway</body></html>")
# What the protocol carries well, and nobody can use.
PROSE = Answer("Certainly! Here is what I found in the document you gave me.")
BRACES = Answer("{}")
NOTHING = Answer("")
TRUNCATED = Answer('{"entities": [{"id": "e1", "title": "Half a', finish="length")
FENCED_LIST = Answer('Here you are:\n```json\n[{"id": "e1", "title": "A"}]\n```\nAnything else?')
WRONG_TYPES = Answer('{"entities": "none", "statements": 7}')
REFUSAL = Answer("", refusal="I cannot help with that.")
FIVE_MEGABYTES = Answer("All work and no play. " * 240_000)
# Replies that nobody can use, by what is wrong with them.
UNUSABLE = {
    "prose": PROSE,
    "braces": BRACES,
    "nothing": NOTHING,
    "truncated": TRUNCATED,
    "fenced list": FENCED_LIST,
    "wrong types": WRONG_TYPES,
    "refusal": REFUSAL,
    "five megabytes": FIVE_MEGABYTES,
}


class ModelServer:
    """``POST /v1/chat/completions`` and ``/v1/embeddings`` on loopback, in threads, until ``close``.

    script: a queue of answers, used up in order, or a function of the request's body; a string is an answer's
        text. When a queue is empty the server answers 500.
    delay: seconds before every answer.
    lanes: how many requests it works on at once; the others wait, and hear nothing.

    vectors: what is said to texts that are to be embedded; another function may be put in its place.
    embedded: bodies received for it.
    url: the ``base_url`` to give a client.
    requests: bodies received, decoded, in order of arrival.
    headers: of the same requests, names in lower case.
    peak: the greatest number of requests under way at once.
    """

    def __init__(self, script: Script = (), *, delay: float = 0.0, lanes: int = 1_000) -> None:
        self.delay = delay
        self.lanes = Semaphore(lanes)
        self.requests: list[Body] = []
        self.embedded: list[Body] = []
        self.vectors: Vectors = lambda texts: [hashed(text) for text in texts]
        self.headers: list[dict[str, str]] = []
        self.peak = 0
        self._under_way = 0
        self._lock = Lock()
        self._closing = Event()
        self.script(script)
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.owner = self
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def script(self, script: Script) -> None:
        """Go on with another script."""
        queue = None if callable(script) else deque(script)
        self._next: Callable[[Body], Said] = script if callable(script) else lambda _: self._pop(queue)

    def close(self) -> None:
        """Stop; whatever hangs is let go."""
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> ModelServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @staticmethod
    def _pop(queue: deque[Said] | None) -> Said:
        return queue.popleft() if queue else error(500, "the script has no answer left")

    def answer(self, body: Body, headers: dict[str, str]) -> Said:
        with self._lock:
            self.requests.append(body)
            self.headers.append(headers)
            self._under_way += 1
            self.peak = max(self.peak, self._under_way)
            said = self._next(body)
        wait = self.delay + (0.0 if isinstance(said, str) else said.delay)
        if wait:
            self._closing.wait(wait)
        return said

    def wait(self, seconds: float) -> None:
        """Wait, but not for a server that closes."""
        self._closing.wait(seconds)

    def embed(self, body: Body) -> Fault | Body:
        with self._lock:
            self.embedded.append(body)
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            said = self.vectors(texts)
        if isinstance(said, Fault):
            return said
        words = sum(len(text.split()) for text in texts)
        data = [{"object": "embedding", "index": at, "embedding": each} for at, each in enumerate(said)]
        usage = {"prompt_tokens": words, "total_tokens": words}
        return {"object": "list", "data": data[::-1], "model": body["model"], "usage": usage}

    def done(self) -> None:
        with self._lock:
            self._under_way -= 1


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256  # the default of 5 refuses bursts
    owner: ModelServer

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), OSError):  # a client that went away is what the tests want
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections, as providers do
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length))
        owner = self.server.owner
        if self.path.endswith("/embeddings"):
            found = owner.embed(body)
            if isinstance(found, Fault):
                self._fail(found, stream=False)
            else:
                self._send(200, {}, json.dumps(found).encode())
            return
        with owner.lanes:
            if not self._is_gone():
                self._answer(owner, body)

    def _is_gone(self) -> bool:
        """Whether the client has closed the connection; it sends nothing more before it is answered."""
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)

    def _answer(self, owner: ModelServer, body: Body) -> None:
        said = owner.answer(body, {name.lower(): value for name, value in self.headers.items()})
        try:
            if not self.path.endswith("/chat/completions"):
                self._send(404, {}, b'{"error": {"message": "no such path", "code": null}}')
            elif isinstance(said, Fault):
                self._fail(said, stream=bool(body.get("stream")))
            else:
                self._reply(Answer(said) if isinstance(said, str) else said, body)
        finally:
            owner.done()

    def _fail(self, fault: Fault, *, stream: bool) -> None:
        if fault.kind == "status":
            self._send(fault.status, fault.headers, fault.body)
            return
        self.close_connection = True
        if fault.kind == "cut":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if stream else "application/json")
            if stream:
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                self._chunk(_event(_piece({"role": "assistant", "content": '{"entities": [{"ti'})))
            else:
                self.send_header("Content-Length", "100000")
                self.end_headers()
                self.wfile.write(fault.body)
            self.wfile.flush()
            time.sleep(0.05)  # let the client read the beginning
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def _reply(self, answer: Answer, body: Body) -> None:
        usage = _usage(answer, body)
        calls = [
            {"id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for at, (name, arguments) in enumerate(answer.calls)
        ]
        finish = answer.finish or ("tool_calls" if calls else "stop")
        if body.get("stream") and not answer.whole:
            self._stream(answer, calls, finish, usage, body)
            return
        message: Body = {
            "role": "assistant",
            "content": answer.content(answer.text),
            "refusal": answer.refusal,
        }
        if answer.thought:
            message["reasoning_content"] = answer.thought
        if calls:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
        whole = _frame("chat.completion", body) | {"choices": [choice], "usage": usage}
        self._send(200, {}, json.dumps(whole).encode())

    def _stream(self, answer: Answer, calls: list[Body], finish: str, usage: Body, body: Body) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        size = max(16, len(answer.text) // 50)
        pieces: list[Body] = [{"role": "assistant", "content": ""}]
        pieces += [{"reasoning_content": each} for each in answer.thought.split()]
        texts = [answer.text[at : at + size] for at in range(0, len(answer.text), size)]
        pieces += [{"content": answer.content(each)} for each in texts]
        if answer.refusal is not None:
            pieces.append({"refusal": answer.refusal})
        for at, call in enumerate(calls):
            arguments = call["function"]["arguments"]
            half = len(arguments) // 2  # arguments come in pieces too
            first = {**call["function"], "arguments": arguments[:half]}
            pieces.append({"tool_calls": [{"index": at, **call, "function": first}]})
            pieces.append({"tool_calls": [{"index": at, "function": {"arguments": arguments[half:]}}]})
        for piece in pieces:
            self._chunk(_event(_piece(piece)))
            if answer.pace:
                self.server.owner.wait(answer.pace)
        self._chunk(_event(_piece({}, finish)))
        if body.get("stream_options", {}).get("include_usage"):
            self._chunk(_event(_frame("chat.completion.chunk", body) | {"choices": [], "usage": usage}))
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _usage(answer: Answer, body: Body) -> Body:
    words = sum(len(str(message.get("content") or "").split()) for message in body["messages"])
    prompt, completion, cached = answer.usage or (words, len(answer.text.split()) or 1, 0)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _frame(kind: str, body: Body) -> Body:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": body.get("model", "m")}


def _piece(delta: Body, finish: str | None = None) -> Body:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _frame("chat.completion.chunk", {}) | {"choices": [choice]}


def _event(value: Body) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"
