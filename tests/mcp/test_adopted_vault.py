"""A vault over the Model Context Protocol: the tools say of it what the command line says."""

from __future__ import annotations

from pathlib import Path

from support.command import snapshot, wikic
from support.served import run, stdio, told
from support.vault_notes import plant


def test_a_client_finds_reads_and_asks(tmp_path: Path) -> None:
    garden = plant(tmp_path / "garden")
    before = snapshot(garden)

    async def body() -> None:
        async with stdio(garden) as client:
            assert "10 pages as people wrote them" in await told(client, "wiki_status")
            assert "[[Garden plan]]" in await told(client, "wiki_search", query=["brassicas"])
            read = await told(client, "wiki_read", paths=["Plan for the allotment"])
            assert read == wikic("read", "Garden plan", "-C", garden, cwd=tmp_path).out.rstrip("\n")
            links = await told(client, "wiki_links", page="Ada")
            assert "linked from: [[Compost]]" in links
            answer = await told(client, "wiki_ask", question="Why does citrus peel stay out?")
            assert "too sour for worms (in [[Compost#What stays out]])" in answer
            assert "does not say" in await told(client, "wiki_ask", question="What is the capital of Peru?")

    run(body)
    assert snapshot(garden, without=(".wikic",)) == before
