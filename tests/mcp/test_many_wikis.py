"""``wikic mcp --wikis``: tools over many wikis, addresses that say which, and who may read what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.command import ENVIRONMENT, wikic
from support.many_wikis import compiled, wikis
from support.served import ERAS, call, run, stdio, told
from support.served import http as serve

__all__ = ["wikis"]

OWNER, COOK, GUEST = "the-owners-own-token", "the-token-of-the-cook", "the-token-of-a-guest"


@pytest.fixture
def manifest(wikis: Path, tmp_path: Path) -> Path:
    file = tmp_path / "all.yaml"
    rows = [f"- {{directory: '{wikis}/{name}'}}" for name in ("ships", "builders", "花园")]
    file.write_text("\n".join([*rows, f"- {{directory: '{wikis}/kitchen', readers: [cook]}}"]) + "\n")
    return file


def test_an_agent_walks_many_wikis(wikis: Path) -> None:
    async def body() -> None:
        async with stdio(Path(), "--wikis", str(wikis)) as client:
            names = [each.name for each in (await client.list_tools()).tools]
            assert "wiki_ask" in names and "wiki_status" not in names
            listed = await told(client, "wiki_list")
            assert "- kitchen: All about kitchen" in listed and "- 花园" in listed
            asked = await told(client, "wiki_ask", question="Where was the builder of the Osprey born?")
            assert "builders:people/Henrik-Aarvik" in asked and "of 4 wikis" in asked
            found = await told(client, "wiki_search", query=["Henrik Aarvik"])
            assert found.startswith("# In builders")
            page = await told(client, "wiki_read", paths=["builders:Henrik-Aarvik", "kitchen:Rye-bread"])
            assert "# In builders, All about builders (wiki='builders')" in page and "of flour" in page
            assert "read before" in await told(client, "wiki_read", paths=["Henrik-Aarvik"], wiki="builders")
            assert "Mette" in await told(client, "wiki_links", page="[[builders:Henrik-Aarvik]]")
            number = page.partition("\n[")[2].partition("]")[0]
            assert "shipwright" in await told(client, "source_read", source=number, wiki="builders")
            assert "salt" in await told(client, "source_search", keywords=["salt"])
            await told(client, "wiki_read", paths=["ships:Grebe"])
            cited = await told(client, "wiki_ask", question="When was the Osprey built?")
            label = cited.partition("[ships:")[2].partition("]")[0]
            for source in (f"ships:{label}", f"[ships:{label}]"):
                assert f"[{label}] Osprey" in await told(client, "source_read", source=source)
            ranked = await told(
                client, "rerank", question="When was the Grebe lost?", collected=["ships:Grebe"]
            )
            assert "Grebe" in ranked
            uri = "wiki://page/kitchen:index"
            assert "All about kitchen" in (await client.read_resource(uri)).contents[0].text

    run(body)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("wiki_read", {"paths": ["Henrik-Aarvik"]}, "does not say of which wiki"),
        ("wiki_read", {"paths": ["Henrik-Aarvik"], "wiki": "builder"}, "perhaps: builders"),
        ("wiki_read", {"paths": ["Henrik-Aarvik"], "wiki": ["builders"]}, "wiki must be"),
        ("rerank", {"question": "Who?"}, "Say which wiki"),
        ("wiki_read", {"paths": []}, "Say which wiki"),
        ("wiki_list", {"tag": "ship"}, "Say which wiki"),
        ("wiki_list", {"after": ["x"]}, "after must be a string"),
        ("wiki_list", {"bogus": 1}, "there is no argument 'bogus'"),
        ("wiki_ask", {"question": " "}, "question is empty"),
        ("wiki_ask", {"question": "Who?", "wiki": "nobody"}, "no wiki 'nobody'"),
        ("wiki_status", {}, "no tool 'wiki_status'"),
    ],
)
def test_what_is_wrong_with_a_call_is_told(
    wikis: Path, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async def body() -> None:
        async with stdio(Path(), "--wikis", str(wikis)) as client:
            result = await call(client, tool, **arguments)
            assert result.is_error and said in result.content[0].text

    run(body)


@pytest.mark.parametrize("era", ERAS)
def test_a_reader_sees_only_what_is_open_to_him(manifest: Path, era: str) -> None:
    tokens = manifest.with_name("readers.yaml")
    tokens.write_text(f"cook: {COOK}\nguest: {GUEST}\n")
    env = {"WIKIC_MCP_TOKEN": OWNER, "WIKIC_MCP_READERS": str(tokens)}

    async def body() -> None:
        for token, may in ((OWNER, True), (COOK, True), (GUEST, False)):
            async with server.client(mode=era, token=token) as client:
                assert "There are" not in (client.instructions or "")
                assert ("kitchen" in await told(client, "wiki_list")) == may
                asked = await told(client, "wiki_ask", question="How long is rye bread baked?")
                assert ("two hours" in asked) == may and ("kitchen" in asked) == may
                for arguments in (
                    {"paths": ["kitchen:Rye-bread"]},
                    {"paths": ["Rye-bread"], "wiki": "kitchen"},
                ):
                    result = await call(client, "wiki_read", **arguments, again=True)
                    assert result.is_error != may and ("of flour" in result.content[0].text) == may
                uris = [str(each.uri) for each in (await client.list_resources()).resources]
                assert any("kitchen" in each for each in uris) == may
                if not may:
                    with pytest.raises(Exception, match="does not say of which wiki"):
                        await client.read_resource("wiki://page/kitchen:Rye-bread")

    with serve(Path(), "--wikis", str(manifest), env=env) as server:
        run(body)


@pytest.mark.parametrize(
    "text",
    [
        *("", "cook", "- cook", "cook: short", "cook: 1234567890123456789", "a: b: c", "cook: 2020-13-45"),
        *("cook: '  with-spaces-short'", "cook: 'ohne-ümläute-short'"),
    ],
)
def test_a_list_of_readers_that_is_none_is_refused_without_showing_it(
    wikis: Path, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "readers.yaml"
    file.write_text(text)
    env = {**ENVIRONMENT, "WIKIC_MCP_READERS": str(file)}
    done = wikic("mcp", "--wikis", wikis, "--http", "127.0.0.1:0", cwd=tmp_path, env=env, code=2)
    assert "WIKIC_MCP_READERS" in done.err and "short" not in done.err and "12345" not in done.err


def test_a_reader_may_not_have_the_owners_token(wikis: Path, tmp_path: Path) -> None:
    file = tmp_path / "readers.yaml"
    file.write_text(f"guest: {OWNER}\n")
    env = {**ENVIRONMENT, "WIKIC_MCP_READERS": str(file), "WIKIC_MCP_TOKEN": OWNER}
    done = wikic("mcp", "--wikis", wikis, "--http", "127.0.0.1:0", cwd=tmp_path, env=env, code=2)
    assert "has the token of WIKIC_MCP_TOKEN" in done.err and OWNER not in done.err


def test_what_does_not_go_with_many_wikis_is_said(wikis: Path, tmp_path: Path) -> None:
    assert "leave out" in wikic("mcp", "--wikis", wikis, "--model", "x/y", cwd=tmp_path, code=2).err
    assert "holds no wiki" in wikic("mcp", "--wikis", tmp_path, cwd=tmp_path, code=2).err


def test_what_does_not_fit_is_left_for_the_next_call(tmp_path: Path) -> None:
    """Nothing that was cut off counts as read."""
    for wiki in ("a", "b"):
        text = " ".join(f"Thing {number} of {wiki} is kept in box {number}." for number in range(400))
        documents = {f"{wiki} Page {at}": f"{wiki} Page {at} is a list. {text}" for at in range(6)}
        compiled(tmp_path / "bases" / wiki, documents, wiki)

    async def body() -> None:
        async with stdio(Path(), "--wikis", str(tmp_path / "bases")) as client:
            pages = [f"{wiki}:{wiki}-Page-{at}" for wiki in "ab" for at in range(6)]
            first = await told(client, "wiki_read", paths=pages, max_tokens=50_000)
            assert "cut: " not in first
            second = await told(client, "wiki_read", paths=pages, max_tokens=50_000)
            for wiki in "ab":
                for at in range(6):
                    shown = f"# {wiki} Page {at}\n" in first
                    assert shown or f"{wiki}-Page-{at}: read before, unchanged" not in second

    run(body)


@pytest.mark.parametrize("twice", ["cook: one-token-of-the-cook\ncook: two-tokens-of-the-cook"])
def test_a_name_that_stands_twice_is_refused(wikis: Path, tmp_path: Path, twice: str) -> None:
    file = tmp_path / "readers.yaml"
    file.write_text(twice)
    env = {**ENVIRONMENT, "WIKIC_MCP_READERS": str(file)}
    done = wikic("mcp", "--wikis", wikis, "--http", "127.0.0.1:0", cwd=tmp_path, env=env, code=2)
    assert "stands twice" in done.err and "token-of" not in done.err
    manifest = tmp_path / "all.yaml"
    manifest.write_text(f"- directory: '{wikis}/ships'\n  readers: [ann]\n  readers: [eve]\n")
    done = wikic("ask", "--wikis", manifest, "Who?", cwd=tmp_path, code=2)
    assert "a key stands twice in line 3" in done.err
