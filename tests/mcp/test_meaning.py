"""Agents are offered ``semantic_search`` where there are vectors, and only there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.command import wikic
from support.model_server import BAD_KEY, ModelServer
from support.served import Raw


def offered(server: Raw) -> list[str]:
    server.ask(1, "tools/list")
    return [each["name"] for each in server.read()["result"]["tools"]]


def said(server: Raw, number: int, name: str, **arguments: Any) -> str:
    server.ask(number, "tools/call", name=name, arguments=arguments)
    return str(server.read()["result"]["content"][0]["text"])


def configure(root: Path, url: str) -> None:
    with (root / "wikic.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[embedding]\nmodel = "openai/e1"\nbase_url = "{url}"\n')


def test_it_is_offered_with_vectors_and_a_part_that_it_finds_is_read(own: Path) -> None:
    with ModelServer() as model:
        configure(own, model.url)
        with Raw(own) as server:
            server.hello()
            assert "semantic_search" not in offered(server)
            assert "There is no tool" in said(server, 2, "semantic_search", query="the light")
        wikic("embed", "-C", str(own), cwd=own)
        with Raw(own) as server:
            server.hello()
            assert offered(server).index("semantic_search") < offered(server).index("wiki_ask")
            found = said(server, 3, "semantic_search", query="chairman of the Harbour Board", limit=1)
            assert found.startswith("[1] ") and "Harbour Board" in found
            whole = said(server, 4, "source_read", source="1", part=1)
            assert "Harbour Board" in whole
            # A server that fails is a result that says so.
            model.vectors = lambda _: BAD_KEY
            told = said(server, 5, "semantic_search", query="something never asked before")
            assert "key" in told and "Traceback" not in told
            assert json.dumps(told)
