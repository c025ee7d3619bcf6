"""Streamable HTTP: several clients, their token, and who is kept out."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.command import wikic
from support.patience import HUNG
from support.served import ERAS, Http, run, told
from support.served import http as serve

from wikic.mcp.serves import LISTED


@pytest.fixture(scope="module")
def server(harbour: Path) -> object:
    """One server for the tests that only ask."""
    with serve(harbour) as found:
        yield found


def post(server: Http, **headers: str) -> tuple[int, str]:
    """Status and text of an initialize request with these headers (``None`` for the token: the right one)."""
    place = urlsplit(server.url)
    connection = http.client.HTTPConnection(str(place.hostname), place.port, timeout=HUNG)
    who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who})
    sent = {
        "Authorization": f"Bearer {server.token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **headers,
    }
    try:
        connection.putrequest("POST", place.path, skip_host="Host" in headers)
        for name, value in {**sent, "Content-Length": str(len(body))}.items():
            if value:
                connection.putheader(name, value)
        connection.endheaders(body.encode())
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("era", ERAS)
def test_every_tool_answers(server: Http, era: str) -> None:
    async def body() -> None:
        async with server.client(mode=era) as client:
            assert [each.name for each in (await client.list_tools()).tools] == [each.name for each in LISTED]
            read = await told(client, "wiki_read", paths=["Isaac-Dunn"])
            number = read.rpartition("\n[")[2].partition("]")[0]
            for each in LISTED:
                arguments = {"source": number} if each.name == "source_read" else each.example
                assert await told(client, each.name, **arguments), each.name
            assert (await told(client, "source_read", source=number)).startswith(f"[{number}] ")
            assert (await client.read_resource("wiki://page/index")).contents[0].text.startswith("# Harbour")

    run(body)


def test_sessions_do_not_see_each_other(server: Http) -> None:
    async def body() -> None:
        async with server.client(mode="legacy") as one, server.client(mode="legacy") as two:
            first = await told(one, "wiki_read", paths=["Isaac-Dunn"])
            assert await told(two, "wiki_read", paths=["Isaac-Dunn"]) == first
            assert "read before" in await told(one, "wiki_read", paths=["Isaac-Dunn"])
            await told(two, "wiki_read", paths=["Eleanor-Rooke"])
            assert "read 1 page " in await told(one, "wiki_status")
            assert "read 2 pages " in await told(two, "wiki_status")

    run(body)


def test_a_client_without_a_session_is_answered_in_full_every_time(server: Http) -> None:
    async def body() -> None:
        async with server.client(mode=ERAS[1]) as client:
            first = await told(client, "wiki_read", paths=["Isaac-Dunn"])
            assert await told(client, "wiki_read", paths=["Isaac-Dunn"]) == first
            assert "has no session" in await told(client, "wiki_status")

    run(body)


@pytest.mark.slow
def test_many_clients_at_once_get_their_own_answers(server: Http, harbour: Path) -> None:
    names = [each.stem for each in sorted((harbour / "wiki" / "people").glob("[A-Z]*.md"))]

    async def one(number: int) -> None:
        async with server.client(mode=ERAS[number % 2]) as client:
            for at in range(20):
                name = names[(number * 7 + at) % len(names)]
                text = await told(client, "wiki_read", paths=[name], again=True)
                assert text.split("\n")[1].startswith(f"people/{name}"), (number, at, text[:200])

    async def body() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(6):
                group.create_task(one(number))

    run(body)


def test_who_lacks_the_token_gets_nothing(server: Http) -> None:
    assert post(server)[0] == 200
    for header in (
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        f"Bearer {server.token}x",
        f"Basic {server.token}",
        server.token,
    ):
        status, text = post(server, Authorization=header)
        assert status == 401, header
        assert server.token not in text


def test_pages_of_other_sites_are_kept_out(server: Http) -> None:
    port = urlsplit(server.url).port
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "[",
    ):
        assert post(server, Host=host)[0] == 421, host
    for origin in ("http://evil.example", "null", "https://localhost.evil.example", "file://", "http://["):
        assert post(server, Origin=origin)[0] == 403, origin
    for name in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        assert post(server, Host=f"{name}:{port}", Origin=f"http://{name.lower()}:{port}")[0] == 200, name


def test_a_token_of_ones_own_is_used_and_not_printed(harbour: Path) -> None:
    with serve(harbour, env={"WIKIC_MCP_TOKEN": "a-secret-of-mine"}) as server:
        assert post(server)[0] == 200
        assert post(server, Authorization="Bearer a-secret-of-yours")[0] == 401
        server.process.terminate()
        assert server.process.stderr is not None and "secret" not in server.process.stderr.read()


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "example.org:1"])
def test_other_machines_need_a_token_of_ones_own(harbour: Path, address: str) -> None:
    done = wikic("mcp", "-C", harbour, "--http", address, cwd=harbour, code=2)
    assert "WIKIC_MCP_TOKEN" in done.err


@pytest.mark.parametrize("address", ["127.0.0.1:99999", "127.0.0.1:x", "::1:5:6:7:x"])
def test_an_address_that_is_none_is_refused(harbour: Path, address: str) -> None:
    assert "wikic: " in wikic("mcp", "-C", harbour, "--http", address, cwd=harbour, code=2).err


def test_a_port_that_is_taken_is_said(server: Http, harbour: Path) -> None:
    place = urlsplit(server.url).netloc
    assert "cannot serve on" in wikic("mcp", "-C", harbour, "--http", place, cwd=harbour, code=2).err


def test_ctrl_c_ends_it_at_once_with_0(harbour: Path) -> None:
    with serve(harbour) as server:

        async def body() -> None:
            async with server.client(mode="legacy") as client:  # holds a stream open
                await told(client, "wiki_status")
                server.process.send_signal(signal.SIGINT)
                assert await asyncio.to_thread(server.process.wait, HUNG) == 0
                assert server.process.stderr is not None and "Traceback" not in server.process.stderr.read()

        run(body)
