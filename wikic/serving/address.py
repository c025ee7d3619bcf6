"""Where a server listens: ``HOST:PORT`` as people write it, and a socket bound there."""

from __future__ import annotations

import ipaddress
import os
import socket
from dataclasses import dataclass
from typing import Final

from wikic.errors import UsageError

_LOCAL: Final = frozenset({"localhost"})


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


def address(text: str, default: str) -> Address:
    """``HOST:PORT``, ``[::1]:PORT``, ``PORT`` or ``HOST``, the rest as in ``default``. Raises UsageError."""
    default_host, _, default_port = default.rpartition(":")
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
        raise UsageError(f"{text!r} is no address", hint=f"write HOST:PORT, such as {default}")
    return Address(host or default_host, int(number))


def is_loopback(host: str) -> bool:
    """Whether a host as one writes it is this machine and nothing else."""
    host = host.strip("[]").casefold()
    if host in _LOCAL:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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
