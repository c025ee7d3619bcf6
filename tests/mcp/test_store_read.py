"""``wikic mcp --store``: clients get the same from a Redis as from the files."""

from __future__ import annotations

from pathlib import Path

from support import redis_server
from support.command import wikic
from support.served import http, run, told

redis_server.need_client()


def test_a_client_gets_the_same_without_the_files(
    harbour: Path, node: redis_server.Server, tmp_path: Path
) -> None:
    to = f"redis://127.0.0.1:{node.port}#{redis_server.new_wiki()}"
    wikic("mirror", "--to", to, "-C", harbour, "-q", cwd=harbour)
    (tmp_path / "elsewhere").mkdir()
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}

    async def asked(server: object) -> list[str]:
        async with server.client() as client:
            return [
                await told(client, "wiki_read", paths=["people/Isaac-Dunn"]),
                await told(client, "wiki_search", query=["light"]),
                await told(client, "wiki_ask", question="When did Isaac Dunn become keeper?"),
            ]

    async def status(server: object) -> str:
        async with server.client() as client:
            return await told(client, "wiki_status")

    with http(harbour) as server:
        here = run(lambda: asked(server))
    with http(tmp_path / "elsewhere", "--store", to, env=env) as server:
        assert run(lambda: asked(server)) == here
        assert "reads from the store" in run(lambda: status(server))
    assert list((tmp_path / "elsewhere").iterdir()) == []
