"""Serving several clients over streamable HTTP, on loopback unless a token says otherwise."""

from __future__ import annotations

import os
import re
import secrets
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from wikic.errors import UsageError
from wikic.mcp.http_access import Guard
from wikic.plain_file import read_plain
from wikic.serving.address import Address, is_loopback
from wikic.serving.http import App

if TYPE_CHECKING:
    from mcp.server.lowlevel.server import Server

DEFAULT_ADDRESS: Final = "127.0.0.1:8420"
TOKEN_VARIABLE: Final = "WIKIC_MCP_TOKEN"
READERS_VARIABLE: Final = "WIKIC_MCP_READERS"
PATH: Final = "/mcp"
_READERS: Final = 1 << 20  # bytes of the list of readers
_SHORTEST: Final = 16
_TOKEN: Final = re.compile(rf"[!-~]{{{_SHORTEST},}}")  # what a header can carry


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


def readers() -> dict[str, str]:
    """Tokens of those who may read some of many wikis, by name: a YAML file that ``READERS_VARIABLE`` names.

    Raises UsageError where it cannot be used.
    """
    named = os.environ.get(READERS_VARIABLE, "").strip()
    if not named:
        return {}
    import yaml

    try:
        found = yaml.safe_load(read_plain(Path(named), _READERS).decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{READERS_VARIABLE}: {named} cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # a ValueError: no UTF-8, 2020-13-45
        raise UsageError(f"{READERS_VARIABLE}: {named} is no YAML") from error
    right = isinstance(found, dict) and all(
        isinstance(name, str) and name and isinstance(token, str) and _TOKEN.fullmatch(token)
        for name, token in found.items()
    )
    if not right:  # what is wrong is not shown: it may be a token
        raise UsageError(
            f"{READERS_VARIABLE}: {named} must hold a line `name: token` for each reader",
            hint=f"a token is {_SHORTEST} letters and signs of ASCII or more; quote one that is a number",
        )
    if len(set(found.values())) < len(found):
        raise UsageError(f"{READERS_VARIABLE}: two readers of {named} have one token")
    return dict(found)


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
