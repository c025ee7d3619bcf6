"""The real process and pygls's own client: findings as somebody types, and how the server begins and ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from support import planted_defects, seeded_wiki
from support.command import ENVIRONMENT, snapshot, wikic
from support.copies import copied
from support.editor_client import WHOLE, Client, editor, path_of, run
from support.patience import until


def linted(root: Path, file: str) -> list[tuple[str, int]]:
    """Code and line of what `wikic lint` finds in a file as it is saved."""
    done = wikic("lint", "--json", "--no-cache", "-C", root, cwd=root.parent, code=None)
    return [(each["code"], each["line"]) for each in json.loads(done.out)["findings"] if each["path"] == file]


def shown(client: Client, path: Path) -> list[tuple[str, int]]:
    return [(str(each.code), each.range.start.line + 1) for each in client.told[path.as_uri()]]


def test_findings_come_as_they_are_typed_and_go_when_they_are_mended(garden: Path) -> None:
    before = snapshot(garden)

    async def body() -> None:
        home = garden / "Home.md"
        async with editor(garden) as client:
            await client.open(home)
            await client.until(lambda: home.as_uri() in client.told)
            assert shown(client, home) == linted(garden, "Home.md") != []
            text = client.texts[home.as_uri()]
            client.type(home, text + "\nSee [[Nowhere at all]].\n")
            await client.until(lambda: client.codes(home).count("L001") == 2)
            found = client.told[home.as_uri()][-1]
            assert found.message.startswith("Nowhere at all") or "Nowhere at all" in found.message
            assert found.range.start.character == len("See ")
            client.type(home, text.replace("[[A page nobody wrote]]", "nothing"))
            await client.until(lambda: "L001" not in client.codes(home))

    run(body())
    assert snapshot(garden) == before  # not a byte among somebody's notes


def test_a_compiled_wiki_shows_what_lint_finds(own: Path) -> None:
    page = own / "wiki/people/Isaac-Dunn.md"

    async def body() -> None:
        async with editor(own) as client:
            await client.open(page)
            await client.until(lambda: page.as_uri() in client.told)
            assert shown(client, page) == linted(own, "wiki/people/Isaac-Dunn.md") == []
            broken = client.texts[page.as_uri()].replace("](", "] (") + "\n## Notes\n\nSee [[Isac Dun]].\n"
            client.type(page, broken)
            await client.until(lambda: "L001" in client.codes(page))
            client.save(page)
            wanted = linted(own, "wiki/people/Isaac-Dunn.md")
            assert wanted
            await client.until(lambda: shown(client, page) == wanted)
            digest = next(own.glob("wiki/sources/digests/*isaac-dunn*.md"))
            digest.unlink()
            client.changed(digest)
            wanted = linted(own, "wiki/people/Isaac-Dunn.md")
            assert any(code == "P005" for code, _ in wanted)  # what the fold objects to
            await client.until(lambda: shown(client, page) == wanted)

    run(body())


def test_findings_of_the_whole_wiki_are_judged_with_what_is_not_saved(garden: Path) -> None:
    home, new = garden / "Home.md", garden / "A page nobody wrote.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            await client.until(lambda: "L001" in client.codes(home))
            await client.open(new, "# It is written now\n\nBy somebody.\n")
            await client.until(lambda: "L001" not in client.codes(home))
            client.close(new)  # and was never saved
            await client.until(lambda: "L001" in client.codes(home))
            assert not new.exists()

    run(body())


@pytest.mark.parametrize("watches", [True, False])
def test_what_changes_on_disk_counts(garden: Path, watches: bool) -> None:
    home, new = garden / "Home.md", garden / "A page nobody wrote.md"
    capabilities = WHOLE if watches else types.ClientCapabilities()

    async def body() -> None:
        async with editor(garden, capabilities=capabilities) as client:
            await client.open(home)
            await client.until(lambda: "L001" in client.codes(home))
            new.write_text("# Written elsewhere\n\nBy another program.\n", encoding="utf-8")
            text = client.texts[home.as_uri()]
            if watches:
                client.changed(new)
                await client.until(lambda: "L001" not in client.codes(home))
                new.unlink()
                client.changed(new)
                await client.until(lambda: "L001" in client.codes(home))
            else:  # nobody says so: it is seen when somebody types
                while "L001" in client.codes(home):
                    text += "\nMore words.\n"
                    client.type(home, text)
                    await asyncio.sleep(0.2)

    run(body())


def test_findings_of_files_that_are_not_open_are_told_where_that_is_wanted(garden: Path) -> None:
    home, shed = garden / "Home.md", garden / "tools/The shed.md"

    async def body() -> None:
        async with editor(garden, arguments=("--all",)) as client:
            await client.until(lambda: "L001" in client.codes(home))
            await client.open(shed)
            client.type(shed, "# The shed\n\nSee [[Compst]].\n")
            await client.until(lambda: "Compst" in str(client.told.get(shed.as_uri())))
            client.close(shed)
            await client.until(lambda: "Compst" not in str(client.told[shed.as_uri()]))
            assert "L001" in client.codes(home)

    run(body())


def test_the_server_ends_with_its_client(garden: Path) -> None:
    """The client is killed: nobody says goodbye, the pipes close."""
    program = (
        "import subprocess, sys, time\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "print(server.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    command = [sys.executable, "-c", program, sys.executable, "-m", "wikic", "lsp"]
    client = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT)
    assert client.stdout is not None
    server = int(client.stdout.readline())
    client.kill()
    client.wait()
    client.stdout.close()

    def gone() -> bool:
        try:
            os.kill(server, 0)
        except ProcessLookupError:
            return True
        with open(f"/proc/{server}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0] == "Z"

    until(gone)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "wikic", "lsp"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        message = json.dumps(
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
        ).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(message), message))
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
        server.send_signal(number)
        _, err = server.communicate()
    assert server.returncode == 0, err
    assert b"Traceback" not in err


def test_who_lacks_pygls_is_told_how_to_get_it(tmp_path: Path) -> None:
    hide = tmp_path / "sitecustomize.py"
    hide.write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'pygls' else find(name, package)\n"
    )
    paths = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-m", "wikic", "lsp"],
        env={**ENVIRONMENT, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert (
        done.stderr == "wikic: `wikic lsp` needs pygls, which is not installed\n  pip install 'wikic[lsp]'\n"
    )
    assert done.stdout == ""


def test_everything_that_lint_finds_is_told_and_nothing_else(tmp_path: Path) -> None:
    """In a wiki with every defect there is a rule for, and in a vault of odd documents."""
    wiki, vault = tmp_path / "kb", tmp_path / "vault"
    seeded = seeded_wiki.clean()
    for script in (seeded_wiki.LATIN, seeded_wiki.HAN):
        planted_defects.generated(seeded, script)
        planted_defects.prose(seeded, script)
    planted_defects.wide(seeded)
    planted_defects.told_twice(seeded)
    planted_defects.broken_files(seeded)
    for file, data in seeded.files.items():
        target = wiki / "wiki" / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    copied(Path(__file__).resolve().parents[2] / "fixtures/dirty", vault)
    (vault / "wikic.toml").write_text('[lint]\nprofile = "vault"\n', encoding="utf-8")

    def said(root: Path) -> set[tuple[Path, str, int, str]]:
        done = wikic("lint", "--json", "-C", root, cwd=tmp_path, code=None)
        return {
            (root / each["path"], each["code"], each["line"], each["message"])
            for each in json.loads(done.out)["findings"]
        }

    async def body() -> None:
        wanted = said(wiki) | said(vault)
        assert len({code for _, code, _, _ in wanted}) > 30
        async with editor(wiki, vault, arguments=("--all",)) as client:

            def told() -> set[tuple[Path, str, int, str]]:
                return {
                    (path_of(uri), str(each.code), each.range.start.line + 1, each.message.partition("\n")[0])
                    for uri, found in client.told.items()
                    for each in found
                }

            await client.until(lambda: len(told()) >= len(wanted))
            assert told() == wanted

    run(body())
