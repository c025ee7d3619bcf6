"""``wikic mcp`` as clients meet it: the real process, the SDK's own client."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from support.command import ENVIRONMENT, command_line, start
from support.patience import HUNG
from support.processes import announced
from support.started import Started

_Value = TypeVar("_Value")
# The protocol before and after sessions were dropped; clients of both are about.
ERAS = ("legacy", "2026-07-28")


def run(body: Callable[[], Awaitable[_Value]]) -> _Value:
    """Run a test's coroutine; what hangs fails."""

    async def bounded() -> _Value:
        async with asyncio.timeout(HUNG):
            return await body()

    return asyncio.run(bounded())


@asynccontextmanager
async def stdio(
    root: Path, *arguments: str, mode: str = "auto", log: Path | None = None
) -> AsyncIterator[Any]:
    """A client of a server of its own over standard input and output; ``log`` takes its standard error."""
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    command, *words = command_line("mcp", "-C", str(root), *arguments)
    server = StdioServerParameters(command=command, args=words, env=dict(ENVIRONMENT))
    with (log or Path("/dev/null")).open("a") as errors:
        async with Client(stdio_client(server, errors), mode=mode) as client:
            yield client


async def call(client: Any, name: str, /, **arguments: Any) -> Any:
    """A tool's result."""
    return await client.call_tool(name, arguments)


async def told(client: Any, name: str, /, **arguments: Any) -> str:
    """The text of a tool's result that is no error."""
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result.content[0].text
    return str(result.content[0].text)


@dataclass(frozen=True)
class Http:
    """A server over HTTP."""

    url: str
    token: str
    process: Started

    @asynccontextmanager
    async def client(self, *, mode: str = "auto", token: str | None = None) -> AsyncIterator[Any]:
        """A client that sends the token."""
        import httpx2
        from mcp import Client
        from mcp.client.streamable_http import streamable_http_client

        headers = {"Authorization": f"Bearer {token or self.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=HUNG) as web,
            Client(streamable_http_client(self.url, http_client=web), mode=mode) as client,
        ):
            yield client


@contextmanager
def http(root: Path, *arguments: str, env: Mapping[str, str] | None = None) -> Iterator[Http]:
    """A server over HTTP on a free port."""
    command = ("mcp", "-C", root, "--http", "127.0.0.1:0", *arguments)
    with start(*command, env={**ENVIRONMENT, **(env or {})}, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        try:
            url = announced(process)
            token = (env or {}).get("WIKIC_MCP_TOKEN") or process.stderr.readline().rpartition(" ")[2].strip()
            yield Http(url, token, process)
        finally:
            process.terminate()
            process.wait(HUNG)


class Raw:
    """A server over standard input and output, spoken to in lines."""

    def __init__(self, root: Path, *arguments: str) -> None:
        pipe = subprocess.PIPE
        self.process = start("mcp", "-C", root, *arguments, stdin=pipe, stdout=pipe, stderr=pipe, text=False)

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(OSError):  # what was not sent before the end of it
                    stream.close()

    def write(self, *lines: bytes) -> None:
        """Send lines."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def read(self) -> Any:
        """The next line, which must be JSON."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, number: int, method: str, **parameters: Any) -> None:
        """Send a request."""
        self.write(
            json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}).encode()
        )

    def hello(self) -> Any:
        """Shake hands; the server's answer."""
        who = {"name": "test", "version": "0"}
        self.ask(0, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who)
        answer = self.read()
        self.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        return answer
