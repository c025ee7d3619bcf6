"""Serving several clients over streamable HTTP, on loopback unless a token says otherwise."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wikic.errors import UsageError
from wikic.mcp.http_access import Guard, is_loopback

if TYPE_CHECKING:
    from mcp.server.lowlevel.server import Server

DEFAULT_ADDRESS: Final = "127.0.0.1:8420"
TOKEN_VARIABLE: Final = "WIKIC_MCP_TOKEN"
PATH: Final = "/mcp"
_GRACE: Final = 1  # seconds for what is under way at Ctrl-C


@dataclass(frozen=True, slots=True)
class Address:
    """Where to serve.

    host, port: as given; port 0 takes a free one.
    """

    host: str
    port: int

    @property
    def url_host(self) -> str:
        """The host as it stands in a URL."""
        return f"[{self.host}]" if ":" in self.host else self.host


def address(text: str) -> Address:
    """``HOST:PORT``, ``[::1]:PORT``, ``PORT`` or ``HOST``. Raises UsageError."""
    default_host, _, default_port = DEFAULT_ADDRESS.rpartition(":")
    host, port = text.strip(), ""
    if host.isdecimal():
        host, port = "", host
    elif host.startswith("["):
        host, _, rest = host[1:].partition("]")
        port = rest.removeprefix(":")
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
    number = port or default_port
    if not number.isdecimal() or len(number) > 5 or int(number) > 65_535:
        raise UsageError(f"{text!r} is no address", hint=f"write HOST:PORT, such as {DEFAULT_ADDRESS}")
    return Address(host or default_host, int(number))


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


def listen(where: Address) -> socket.socket:
    """A socket bound there. Raises UsageError when it cannot be."""
    try:
        family, kind, number, _, place = socket.getaddrinfo(
            where.host, where.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, number)
    except OSError as error:
        raise UsageError(f"cannot serve on {where.host}: {error.strerror}") from error
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(place)
        found.listen(128)
    except OSError as error:
        found.close()
        raise UsageError(
            f"cannot serve on {where.url_host}:{where.port}: {error.strerror}", hint="choose another port"
        ) from error
    return found


async def serve(
    server: Server[Any], where: Address, bound: socket.socket, token: str, started: Callable[[], None]
) -> None:
    """Serve until Ctrl-C; ``started`` is called when requests are taken."""
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    from wikic.mcp.connections import Limits, bounded

    limits = Limits()
    # Our guard checks Host and Origin, for every kind of request and before the token.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = server.streamable_http_app(
        streamable_http_path=PATH, json_response=True, transport_security=unchecked, host=where.host
    )
    config = uvicorn.Config(
        Guard(app, token, local=is_loopback(where.host), size=limits.size),
        http=bounded(limits),
        log_config=None,
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()

    await Announced(config).serve(sockets=[bound])
