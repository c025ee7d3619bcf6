"""``wikic serve`` as browsers and programs meet it: the real process and plain HTTP."""

from __future__ import annotations

import http.client
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from support.command import ENVIRONMENT, start
from support.patience import HUNG
from support.processes import announced
from support.started import Started


@dataclass(frozen=True)
class Got:
    """A reply."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Website:
    """A server that runs. url: as it was printed."""

    url: str
    process: Started

    @property
    def place(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Got:
        """Send a request with the path as it stands; names of headers have ``_`` for ``-``."""
        connection = http.client.HTTPConnection(self.place, timeout=HUNG)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.putrequest(method, path, skip_host="Host" in named, skip_accept_encoding=True)
            for name, value in named.items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            reply = connection.getresponse()
            found = {name.lower(): value for name, value in reply.getheaders()}
            return Got(reply.status, found, reply.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Got:
        """GET."""
        return self.ask("GET", path, **headers)

    def form(self, path: str, body: str, **headers: str) -> Got:
        """POST a form as a page of this server does."""
        given = {"Origin": f"http://{self.place}", **headers}
        return self.ask(
            "POST", path, body.encode(), Content_Type="application/x-www-form-urlencoded", **given
        )

    def call(self, path: str, body: str, **headers: str) -> Got:
        """POST JSON as a program does."""
        return self.ask("POST", path, body.encode(), Content_Type="application/json", **headers)


@contextmanager
def website(
    root: Path, address: str = "127.0.0.1:0", *arguments: str, env: Mapping[str, str] | None = None
) -> Iterator[Website]:
    """A server on a free port."""
    command = ("serve", "-C", root, address, *arguments)
    with start(*command, env={**ENVIRONMENT, **(env or {})}, stderr=subprocess.PIPE) as process:
        try:
            yield Website(announced(process), process)
        finally:
            process.terminate()
            process.wait(HUNG)
