"""Serving several clients over streamable HTTP, on loopback unless a token says otherwise."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from wikic.errors import UsageError
from wikic.mcp.http_access import Guard
from wikic.serving.address import Address, is_loopback
from wikic.serving.http import App

if TYPE_CHECKING:
    from mcp.server.lowlevel.server import Server

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


def application(server: Server[Any], where: Address, path: str = PATH) -> App:
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
    from wikic.serving.connections import Limits

    limits = Limits()
    local = is_loopback(where.host)
    app = Guard(application(server, where), token, local=local, size=limits.size, readers=readers)
    await http.serve(app, bound, started, limits)
