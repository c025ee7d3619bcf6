"""Who may ask over HTTP: whoever holds the token, from a page of this machine or from no page at all.

A web page that somebody visits can send requests to a server on their machine. It cannot know the token, and
where it got a name of its own to lead here (DNS rebinding) the Host header gives it away.
"""

from __future__ import annotations

import hmac
import os
import secrets
import socket
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from wikic.errors import UsageError
from wikic.serving.address import Address, is_loopback
from wikic.serving.askers import READER
from wikic.serving.http import App, Scope

if TYPE_CHECKING:
    from mcp.server.lowlevel.server import Server


class Guard:
    """Lets requests with the token through to an ASGI application.

    app: the application; ``scope[READER]`` tells it whose token a request has. token: the owner's secret.
    local: whether it serves this machine only. size: bytes that a request's body may have. readers: the
    tokens of those who may read a part, by name.
    """

    def __init__(
        self,
        app: App,
        token: str,
        *,
        local: bool,
        size: int,
        readers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._app = app
        self._tokens = [(None, token.encode()), *((name, each.encode()) for name, each in readers.items())]
        self._local = local
        self._size = size

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] == "http":
            found = self._let_in(scope["headers"])
            if isinstance(found, tuple):
                await _answer(send, *found)
                return
            scope = {**scope, READER: found}
        await self._app(scope, receive, send)

    def _let_in(self, headers: Iterable[tuple[bytes, bytes]]) -> tuple[int, str] | str | None:
        """Status and reason, or the reader whose token it is, None for the owner's."""
        named: dict[bytes, list[bytes]] = {}
        for name, value in headers:
            named.setdefault(name.lower(), []).append(value)
        host = named.get(b"host", [])
        if len(host) != 1 or (self._local and not is_loopback(_host_name(f"//{host[0].decode('latin-1')}"))):
            return 421, "The Host header names another server.\n"
        origins = [each.decode("latin-1") for each in named.get(b"origin", [])]
        if any(not self._is_own(origin, host[0].decode("latin-1")) for origin in origins):
            return 403, "Pages of other sites may not ask here.\n"
        given = named.get(b"authorization", [])
        scheme, _, secret = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        # Every token is compared, so that time tells nothing of them.
        known = [name for name, token in self._tokens if hmac.compare_digest(secret.strip(), token)]
        if scheme.lower() != b"bearer" or not known:
            return 401, "Send the token: Authorization: Bearer TOKEN\n"
        # One of a length that is not said beforehand is cut off where it gets too long.
        if any(int(length) > self._size for length in named.get(b"content-length", [])):
            return 413, "The request is too large.\n"
        return known[0]

    def _is_own(self, origin: str, host: str) -> bool:
        """Whether a page may ask: one of this machine, or one that this server itself would have sent."""
        return is_loopback(_host_name(origin)) if self._local else origin.partition("://")[2] == host


def _host_name(url: str) -> str:
    """Host of a URL without its port, "" for what is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


async def _answer(send: Any, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status == 413:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


DEFAULT_ADDRESS: Final = "127.0.0.1:8420"
TOKEN_VARIABLE: Final = "WIKIC_MCP_TOKEN"
READERS_VARIABLE: Final = "WIKIC_MCP_READERS"
PATH: Final = "/mcp"


def token_for(where: Address) -> tuple[str, bool]:
    """The token to ask for, and whether it was made just now. Raises UsageError where one must be given."""
    given = os.environ.get(TOKEN_VARIABLE, "").strip()
    if given:
        return given, False
    if not is_loopback(where.host):
        raise UsageError(
            f"{where.host} can be reached from other machines: that needs a token of yours",
            hint=f"set {TOKEN_VARIABLE}, or serve on {DEFAULT_ADDRESS}",
        )
    return secrets.token_urlsafe(32), True


def make_application(server: Server[Any], where: Address, path: str = PATH) -> App:
    """The protocol's server as an application; it has to be told of its beginning and its end."""
    from mcp.server.transport_security import TransportSecuritySettings

    # Whoever serves it checks Host and Origin, for every kind of request and before the token.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    return server.streamable_http_app(
        streamable_http_path=path, json_response=True, transport_security=unchecked, host=where.host
    )


async def serve(
    server: Server[Any],
    where: Address,
    bound: socket.socket,
    token: str,
    started: Callable[[], None],
    readers: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Serve until Ctrl-C; ``started`` is called when requests are taken. readers: tokens by name."""
    from wikic.serving import http
    from wikic.serving.http import Limits

    limits = Limits()
    local = is_loopback(where.host)
    app = Guard(make_application(server, where), token, local=local, size=limits.size, readers=readers)
    await http.serve(app, bound, started, limits)
