"""What README.md and docs/mcp.md tell people to put into their clients starts a server that works."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command import ENVIRONMENT
from support.served import http, run, told

from wikic.mcp.http import DEFAULT_ADDRESS, PATH, TOKEN_VARIABLE

ROOT = Path(__file__).resolve().parent.parent.parent
PLACE = "/path/to/my-kb"
_BLOCK = re.compile(r"^```(json|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def servers(value: Any) -> Iterator[dict[str, Any]]:
    """Every server that a client's configuration names, wherever the client keeps them."""
    if isinstance(value, dict):
        if "command" in value or "url" in value:
            yield value
        else:
            for each in value.values():
                yield from servers(each)


def snippets() -> list[tuple[str, dict[str, Any]]]:
    """Every server in the documents, by file and line."""
    found = []
    for page in (ROOT / "README.md", ROOT / "docs" / "mcp.md"):
        text = page.read_text("utf-8")
        for block in _BLOCK.finditer(text):
            value = json.loads(block[2]) if block[1] == "json" else tomllib.loads(block[2])
            line = text.count("\n", 0, block.start()) + 1
            found += [(f"{page.name}:{line}", each) for each in servers(value)]
    return found


STARTED = [each for each in snippets() if "command" in each[1]]
REACHED = [each for each in snippets() if "url" in each[1]]


def test_there_are_snippets() -> None:
    assert len(STARTED) >= 5 and len(REACHED) >= 1


@pytest.mark.parametrize("server", [each[1] for each in STARTED], ids=[each[0] for each in STARTED])
def test_a_server_that_a_client_starts(server: dict[str, Any], harbour: Path) -> None:
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    assert server["args"][-1] == PLACE
    arguments = [str(harbour) if each == PLACE else each for each in server["args"]]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    async def body() -> None:
        parameters = StdioServerParameters(
            command=server["command"], args=arguments, env={**ENVIRONMENT, "PATH": path}
        )
        # Its own standard error: the default is whatever stood for ours when the library was first imported.
        with Path(os.devnull).open("a") as errors:
            async with Client(stdio_client(parameters, errors)) as client:
                assert "Isaac-Dunn" in await told(client, "wiki_search", query="lighthouse keeper")

    run(body)


@pytest.mark.parametrize("server", [each[1] for each in REACHED], ids=[each[0] for each in REACHED])
def test_a_server_that_a_client_reaches(server: dict[str, Any], harbour: Path) -> None:
    assert server["url"] == f"http://{DEFAULT_ADDRESS}{PATH}"
    (header,) = server["headers"].items()
    with http(harbour, env={TOKEN_VARIABLE: "a-secret-of-mine"}) as running:
        token = header[1].replace(f"${{{TOKEN_VARIABLE}}}", running.token).removeprefix("Bearer ")
        assert header[0] == "Authorization" and token == running.token

        async def body() -> None:
            async with running.client(token=token) as client:
                assert "Isaac-Dunn" in await told(client, "wiki_search", query="lighthouse keeper")

        run(body)
