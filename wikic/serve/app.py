"""The site as an ASGI application: the one file that speaks it."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from threading import Event
from typing import Any, Final

from wikic.serve.access import ENTER, Access
from wikic.serve.answering import Answering
from wikic.serve.exchange import Reply, Request, encoded, fields, path_of, takes_gzip
from wikic.serving.askers import READER
from wikic.serving.http import App, Scope, Workers
from wikic.site.rendering import POLICY

MCP: Final = "-/mcp"
BODY: Final = 64 << 10  # bytes of a body; a question and the arguments of a tool are a few thousand
_QUERY: Final = 16 << 10  # bytes of a query
_ACCEPTS: Final = 200  # characters of the languages that a browser asks for
_WAITING: Final = 64  # requests that may be under way; more are told to come again
_METHODS: Final = {"GET": "GET", "HEAD": "GET", "POST": "POST"}
# Referrer-Policy is not `no-referrer`: browsers would send "Origin: null" with the reader's own forms.
_ALWAYS: Final = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


class Served:
    """One wiki over HTTP, or many.

    mcp: an application for what comes to ``/-/mcp``, or None.
    """

    def __init__(self, site: Answering, access: Access, mcp: App | None = None) -> None:
        self._site = site
        self._access = access
        self._mcp = mcp
        self._reads = Workers()
        self._questions = Workers(4)
        self._under_way = 0

    @property
    def busy(self) -> bool:
        """Whether a question is being answered."""
        return self._questions.busy or self._reads.busy

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """One request."""
        begun = time.perf_counter()
        headers = _headers(scope)
        method = scope["method"]
        request = _request(scope, headers)
        reply = self._access.refused(request, headers) or _too_much(scope, headers)
        request = replace(request, reader=self._access.reader(headers))
        if reply is None and request.path == MCP and self._mcp is not None:
            await self._mcp({**scope, "path": f"/{MCP}", READER: request.reader}, receive, send)
            return
        if reply is None:
            reply = await self._reply(request, method, receive)
        if reply is None:
            return
        if reply.make is not None:
            await self._send_made(receive, send, reply)
        known = bool(reply.etag) and _has(headers, reply.etag)
        self._site.metrics.note(
            method if method in _METHODS else "other",
            304 if known else reply.status,
            time.perf_counter() - begun,
        )
        if reply.make is None:
            await _send(send, reply, method, zips=request.zips, known=known)

    async def _send_made(self, receive: Any, send: Any, reply: Reply) -> None:
        """Send a body while it is made."""
        assert reply.make is not None
        make, loop, gone = reply.make, asyncio.get_running_loop(), Event()
        pieces: asyncio.Queue[bytes] = asyncio.Queue()

        def write(piece: str) -> bool:
            if piece:
                loop.call_soon_threadsafe(pieces.put_nowait, encoded(piece))
            return not gone.is_set()

        async def leave() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()

        leaving = asyncio.create_task(leave())
        making = asyncio.create_task(self._questions.run(lambda: make(write)))
        making.add_done_callback(lambda _: pieces.put_nowait(b""))
        try:
            await send(_start(reply, {}))
            while piece := await pieces.get():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            leaving.cancel()

    async def _reply(self, request: Request, method: str, receive: Any) -> Reply | None:
        if method not in _METHODS:
            return Reply(405, headers=(("allow", "GET, HEAD, POST"),))
        found = self._site.at_once(request)
        if found is not None:
            return found
        if method == "POST":
            body = await _body(receive)
            if isinstance(body, Reply) or body is None:
                return body
            request = replace(request, body=body)
        if request.path == ENTER:
            return self._access.enter(request)
        if self._under_way >= _WAITING:
            return Reply(503, b"Too many at once; try again.\n", headers=(("retry-after", "1"),))
        workers = self._questions if self._site.takes_long(request) else self._reads
        self._under_way += 1
        try:
            return await workers.run(lambda: self._site.answer(request))
        finally:
            self._under_way -= 1


def _headers(scope: Scope) -> Mapping[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in scope["headers"]:
        found[name.decode("latin-1").lower()].append(value.decode("latin-1"))
    return found


def _request(scope: Scope, headers: Mapping[str, list[str]]) -> Request:
    query, method = scope["query_string"], str(scope["method"])
    return Request(
        method=_METHODS.get(method, method),
        path=path_of(scope["raw_path"].partition(b"?")[0]),
        query=fields(query) if query and len(query) <= _QUERY else {},
        client=scope["client"][0] if scope.get("client") else "",
        kind=headers.get("content-type", [""])[0].partition(";")[0].strip().lower(),
        zips=takes_gzip(",".join(headers.get("accept-encoding", []))),
        accepts=headers.get("accept-language", [""])[0][:_ACCEPTS],
    )


def _too_much(scope: Scope, headers: Mapping[str, list[str]]) -> Reply | None:
    if len(scope["query_string"]) > _QUERY:
        return Reply(414, b"The query is too long.\n")
    # One of a length that is not said beforehand is cut off where it gets too long.
    if any(int(length) > BODY for length in headers.get("content-length", [])):
        return Reply(413, b"The request is too large.\n", headers=(("connection", "close"),))
    return None


async def _body(receive: Any) -> bytes | Reply | None:
    """What was sent; None where the client went away."""
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > BODY:
            return Reply(413, b"The request is too large.\n", headers=(("connection", "close"),))
        more = message.get("more_body", False)
    return b"".join(parts)


def _has(headers: Mapping[str, list[str]], etag: str) -> bool:
    """Whether the client holds it already."""
    held = [each.strip().removeprefix("W/") for each in ",".join(headers.get("if-none-match", [])).split(",")]
    return etag in held or "*" in held


async def _send(send: Any, reply: Reply, method: str, *, zips: bool, known: bool) -> None:
    """Send a reply that is whole. known: whether the client holds its body already."""
    zipped = zips and bool(reply.zipped)
    body = reply.zipped if zipped else reply.body
    more: dict[str, str] = {}
    varies = [*(["Accept-Encoding"] if reply.varies else []), *(["Accept-Language"] if reply.spoken else [])]
    if varies:
        more["vary"] = ", ".join(varies)
    if zipped:
        # Other bytes that say the same: a tag that is weak, and equal where it is asked for again.
        more |= {"content-encoding": "gzip"} | ({"etag": f"W/{reply.etag}"} if reply.etag else {})
    if known:
        more.pop("content-encoding", None)
        start = _start(replace(reply, status=304, kind=""), more)
    else:
        start = _start(reply, {**more, "content-length": str(len(body))})
    await send(start)
    await send({"type": "http.response.body", "body": b"" if known or method == "HEAD" else body})


def _start(reply: Reply, more: Mapping[str, str]) -> dict[str, Any]:
    sent = dict(_ALWAYS)
    if reply.kind:
        sent["content-type"] = reply.kind
    if reply.etag:
        sent["etag"] = reply.etag
    else:
        sent["cache-control"] = "no-store"
    sent.update(reply.headers)
    sent.update(more)
    headers = [(name.encode(), value.encode("latin-1")) for name, value in sent.items()]
    return {"type": "http.response.start", "status": reply.status, "headers": headers}


class Late:
    """An application that is made on a thread when the first request comes, and told of its beginning.

    make: makes it; it is imported there, which takes a second and memory that readers do not need.
    """

    def __init__(self, make: Any, workers: Workers) -> None:
        self._make = make
        self._workers = workers
        self._begun: asyncio.Task[App] | None = None
        self._life: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """One request."""
        if self._begun is None:
            self._begun = asyncio.create_task(self._begin())
        app = await asyncio.shield(self._begun)
        await app(scope, receive, send)

    async def end(self) -> None:
        """Tell it of its end."""
        if self._life is not None:
            self._ended.set()
            await self._life

    async def _begin(self) -> App:
        app: App = await self._workers.run(self._make)
        started = asyncio.Event()

        async def receive() -> dict[str, str]:
            if not started.is_set():
                started.set()
                return {"type": "lifespan.startup"}
            await self._ended.wait()
            return {"type": "lifespan.shutdown"}

        ready = asyncio.Event()

        async def send(message: Any) -> None:
            ready.set()

        async def live() -> None:
            await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)

        self._life = asyncio.create_task(live())
        await ready.wait()
        return app
