"""The real process over standard input and output, with the SDK's client and without it."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from support.command import wikic
from support.patience import HUNG
from support.served import ERAS, Raw, call, run, stdio, told

from wikic.mcp.replies import MAX_TOKENS
from wikic.mcp.serves import LISTED
from wikic.navigate.tools.result import count_tokens
from wikic.navigate.tools.toolbox import TOOLS


@pytest.mark.parametrize("era", ERAS)
def test_every_tool_answers_with_its_example(harbour: Path, era: str) -> None:
    async def body() -> None:
        async with stdio(harbour, mode=era) as client:
            listed = {each.name: each for each in (await client.list_tools()).tools}
            assert list(listed) == [each.name for each in LISTED]
            for tool in TOOLS:
                assert listed[tool.name].description == tool.description
                shown = dict(listed[tool.name].input_schema)
                shown.pop("examples")
                assert shown == tool.parameters
            await told(client, "wiki_read", paths=["Isaac-Dunn"])  # number 1 is its document from here on
            for each in LISTED:
                text = await told(client, each.name, **each.example)
                assert text.strip(), each.name
                assert listed[each.name].annotations.read_only_hint is True

    run(body)


@pytest.mark.parametrize("era", ERAS)
def test_what_was_read_is_not_sent_twice_until_it_is_asked_for(harbour: Path, era: str) -> None:
    async def body() -> None:
        async with stdio(harbour, mode=era) as client:
            first = await told(client, "wiki_read", paths=["Isaac-Dunn"])
            assert "read before" in await told(client, "wiki_read", paths=["Isaac-Dunn"])
            assert await told(client, "wiki_read", paths=["Isaac-Dunn"], again=True) == first
            assert "read 1 page" in await told(client, "wiki_status")
            assert "read 0 pages" in await told(client, "wiki_status", fresh=True)
            assert await told(client, "wiki_read", paths=["Isaac-Dunn"]) == first

    run(body)


def test_an_answer_names_its_sources_by_the_numbers_of_the_conversation(harbour: Path) -> None:
    async def body() -> None:
        async with stdio(harbour) as client:
            await told(client, "wiki_read", paths=["Isaac-Dunn"])
            text = await told(client, "wiki_ask", question="When was Eleanor Rooke born?")
            assert text.startswith("Short answer: 17 April 1842")
            line = next(line for line in text.splitlines() if "people/eleanor-rooke.md" in line)
            number = line[1 : line.index("]")]
            assert number != "1"
            assert "Eleanor Rooke" in (await told(client, "source_read", source=number)).splitlines()[0]
            nothing = await told(client, "wiki_ask", question="Who painted the Mona Lisa?")
            assert nothing.startswith("The wiki does not say.")

    run(body)


def test_problems_say_what_to_do_next(harbour: Path) -> None:
    async def body() -> None:
        async with stdio(harbour) as client:
            for name, arguments, words in (
                ("wiki_reed", {}, "wiki_read"),
                ("wiki_read", {"paths": ["Isaak"]}, "people/Isaac-Dunn"),
                ("wiki_read", {}, "wiki_search"),
                ("wiki_read", {"paths": 7}, "list of 1 to 50 strings"),
                ("wiki_search", {"q": "x"}, "query"),
                ("wiki_search", {"query": " "}, "wiki_list"),
                ("wiki_search", {"query": "x", "directory": "nowhere"}, "people"),
                ("wiki_list", {"directory": "nowhere"}, "people"),
                ("wiki_links", {"page": "Isaac-Dunn", "label": "eats"}, "without a label"),
                ("source_read", {"source": "99"}, "path or key"),
                ("wiki_ask", {"question": ""}, "one question"),
                ("wiki_ask", {"question": "x", "evidence": "many"}, "a number"),
                ("wiki_status", {"fresh": "perhaps"}, "true or false"),
            ):
                result = await call(client, name, **arguments)
                assert result.is_error, (name, arguments)
                assert words in result.content[0].text, (name, arguments, result.content[0].text)
            # And the connection goes on.
            assert "Isaac" in await told(client, "wiki_read", paths=["Isaac-Dunn"])

    run(body)


def test_pages_are_resources_and_the_list_holds_indexes_alone(harbour: Path) -> None:
    from mcp.shared.exceptions import MCPError

    async def body() -> None:
        async with stdio(harbour) as client:
            listed = [str(each.uri) for each in (await client.list_resources()).resources]
            assert "wiki://page/index" in listed and "wiki://page/people/_index" in listed
            assert len(listed) == 1 + len(list((harbour / "wiki").glob("*/_index.md")))
            for uri in listed:
                assert (await client.read_resource(uri)).contents[0].text.startswith("# ")
            templates = (await client.list_resource_templates()).resource_templates
            assert [each.uri_template for each in templates] == ["wiki://page/{path}"]
            for uri in (
                "wiki://page/people/Isaac-Dunn",
                "wiki://page/people%2FIsaac-Dunn",
                "wiki://page/Isaac-Dunn",
            ):
                page = (await client.read_resource(uri)).contents[0]
                assert page.text.startswith("# Isaac Dunn") and "[1] " in page.text, uri
            for uri in (
                "wiki://page/people/Isaak",
                "wiki://page/",
                "file:///etc/passwd",
                "wiki://page/../../wikic.toml",
            ):
                with pytest.raises(MCPError):
                    await client.read_resource(uri)

    run(body)


def test_paths_of_pages_are_completed(harbour: Path) -> None:
    from mcp_types import ResourceTemplateReference

    async def body() -> None:
        async with stdio(harbour) as client:
            reference = ResourceTemplateReference(type="ref/resource", uri="wiki://page/{path}")
            for start in ("people/Is", "isaac"):
                found = await client.complete(reference, {"name": "path", "value": start})
                assert found.completion.values == ["people/Isaac-Dunn"]

    run(body)


def test_prompts_take_their_argument(harbour: Path) -> None:
    from mcp.shared.exceptions import MCPError

    async def body() -> None:
        async with stdio(harbour) as client:
            names = [each.name for each in (await client.list_prompts()).prompts]
            assert names == ["answer_from_wiki", "find_what_is_missing"]
            asked = await client.get_prompt("answer_from_wiki", {"question": "Who kept the {} light?"})
            assert "Who kept the {} light?" in asked.messages[0].content.text
            whole = await client.get_prompt("find_what_is_missing")
            assert "the whole wiki" in whole.messages[0].content.text
            for name in ("answer_from_wiki", "nothing"):
                with pytest.raises(MCPError):
                    await client.get_prompt(name)

    run(body)


@pytest.mark.slow
def test_values_are_sent_to_programs_that_ask_for_them_and_to_nobody_else(harbour: Path) -> None:
    async def body(*arguments: str) -> list[Any]:
        async with stdio(harbour, *arguments) as client:
            results = [
                await call(client, each.name, **each.example) for each in LISTED if each.name != "source_read"
            ]
            return [each.structured_content for each in results]

    assert run(body) == [None] * (len(LISTED) - 1)
    values = run(lambda: body("--structured"))
    assert "people/Isaac-Dunn" in [hit["path"] for hit in values[0]["hits"]]
    assert all(isinstance(each, dict) for each in values)


def test_a_huge_page_comes_in_parts_within_the_limit(own: Path) -> None:
    facts = "".join(
        f"- Fact number {n} says that the harbour was full of ships. ^f{n:08x}\n" for n in range(12_000)
    )
    page = own / "wiki" / "people" / "Everything.md"
    page.write_text(
        f"---\ntype: people\ntitle: Everything\n---\n# Everything\n> All\n\n## Notes\n{facts}", "utf-8"
    )

    async def body() -> None:
        async with stdio(own) as client:
            after, seen, parts = "", 0, 0
            while parts < 3:
                text = await told(
                    client, "wiki_read", paths=["people/Everything"], max_tokens=50_000, after=after
                )
                assert count_tokens(text) <= MAX_TOKENS
                assert "cut:" not in text
                seen += text.count("Fact number")
                after = text.rpartition("after='")[2].partition("'")[0]
                parts += 1
            assert seen > 1_000 and after
            resource = (await client.read_resource("wiki://page/people/Everything")).contents[0].text
            assert count_tokens(resource) <= MAX_TOKENS
            assert (
                count_tokens(await told(client, "wiki_search", query="harbour " * 5_000, limit=100))
                <= MAX_TOKENS
            )

    run(body)


# --- without a client


def test_what_is_no_message_is_answered_and_the_connection_goes_on(harbour: Path) -> None:
    with Raw(harbour) as server:
        assert server.hello()["result"]["serverInfo"]["name"] == "wikic"
        server.write(
            b"this is not JSON", b"[]", b'{"id": 1}', b"", b"\xff\xfe", b'{"a":"' + b"x" * (5 << 20) + b'"}'
        )
        codes = [server.read()["error"]["code"] for _ in range(5)]
        assert codes == [-32700, -32600, -32600, -32700, -32600]
        server.ask(1, "no/such/method")
        assert server.read()["error"]["code"] == -32601
        server.ask(2, "tools/call", name="wiki_search", arguments=["not", "an", "object"])
        assert server.read()["error"]["code"] == -32602
        server.ask(3, "tools/call", name="wiki_search", arguments={"query": "dunn"})
        assert "Dunn" in server.read()["result"]["content"][0]["text"]


def test_parallel_calls_get_their_own_answers(harbour: Path) -> None:
    names = [each.stem for each in sorted((harbour / "wiki" / "people").glob("[A-Z]*.md"))]
    with Raw(harbour) as server:
        server.hello()
        for number in range(1, 301):
            arguments = {"paths": [names[number % len(names)]], "again": True}
            server.ask(number, "tools/call", name="wiki_read", arguments=arguments)
        answers = {each["id"]: each for each in (server.read() for _ in range(300))}
        for number in range(1, 301):
            text = answers[number]["result"]["content"][0]["text"]
            assert f"people/{names[number % len(names)]}\n" in text.replace(" · ", "\n")[:400], number


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_at_once_with_0(harbour: Path, number: signal.Signals) -> None:
    with Raw(harbour) as server:
        server.hello()
        server.process.send_signal(number)
        assert server.process.wait(HUNG) == 0
        assert server.process.stderr is not None and server.process.stderr.read() == b""


def test_a_line_on_its_way_when_ctrl_c_came_was_taken_for_a_bug(harbour: Path) -> None:
    with Raw(harbour) as server:
        server.hello()
        for number in range(1, 301):
            server.ask(number, "tools/call", name="wiki_search", arguments={"query": "keeper"})
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(HUNG) == 0


def test_requests_sent_before_the_end_of_the_input_are_answered(harbour: Path) -> None:
    with Raw(harbour) as server:
        server.hello()
        for number in range(1, 21):
            server.ask(number, "tools/call", name="wiki_search", arguments={"query": "keeper"})
        out, err = server.process.communicate(timeout=HUNG)
        assert server.process.returncode == 0 and err == b""
        assert {json.loads(line)["id"] for line in out.splitlines()} == set(range(1, 21))


def test_a_client_that_is_killed_leaves_no_server_behind(harbour: Path) -> None:
    with Raw(harbour) as server:
        server.hello()
        assert server.process.stdin is not None and server.process.stdout is not None
        server.ask(1, "tools/call", name="wiki_search", arguments={"query": "keeper"})
        server.process.stdout.close()
        server.process.stdin.close()
        assert server.process.wait(HUNG) == 0


def test_nothing_but_the_protocol_is_on_standard_output(own: Path) -> None:
    (own / "wiki" / "people" / "Odd.md").write_bytes(b"---\ntitle: [\n---\n\x00\xff")
    with Raw(own, "--verbose") as server:
        assert server.hello()["jsonrpc"] == "2.0"
        server.ask(1, "tools/call", name="wiki_read", arguments={"paths": ["people/Odd"]})
        assert server.read()["id"] == 1
        out, err = server.process.communicate(timeout=HUNG)
        assert out == b"" and b"reads from the mirror" in err


@pytest.mark.slow
def test_a_second_server_reads_the_files_and_says_so(harbour: Path) -> None:
    with Raw(harbour, "--verbose") as first, Raw(harbour, "--verbose") as second:
        first.hello()
        second.hello()
        for server in (first, second):
            server.ask(1, "tools/call", name="wiki_read", arguments={"paths": ["Isaac-Dunn"]})
            assert "Isaac Dunn" in server.read()["result"]["content"][0]["text"]
        said = [server.process.communicate(timeout=HUNG)[1] for server in (first, second)]
        assert sorted(b"the files: " in each for each in said) == [False, True]


def test_where_there_is_no_wiki_it_says_so_and_ends(tmp_path: Path) -> None:
    done = wikic("mcp", "-C", tmp_path, cwd=tmp_path, code=2)
    assert "no wiki" in done.err and done.out == ""
