"""Documents that are not as documents should be: the server says what it can, and stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from lsprotocol import types
from support.command import snapshot
from support.editor_client import editor, offset, run

LINK = "[[No such page]]"


@pytest.mark.parametrize(
    "before",
    [
        "# 標題 🍅👩🏽‍🌾\n\n燈臺 🗼 ",
        "a\r\nb\r\r\nc ",
        "a\x0cb\u2028c\x85 ",
        "\ufeff# Mark\n\n",
        "é" * 2000 + " ",
    ],
    ids=["wide", "ends", "python", "mark", "long"],
)
def test_a_finding_stands_at_its_link(garden: Path, before: str) -> None:
    page = garden / "Odd.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(page, f"{before}{LINK} 🍅 {LINK}\n")
            await client.until(lambda: client.codes(page).count("L001") == 2)
            text = client.texts[page.as_uri()]
            found = [each.range for each in client.told[page.as_uri()] if each.code == "L001"]
            assert [text[offset(text, each.start) : offset(text, each.end)] for each in found] == [LINK, LINK]

    run(body())


def test_positions_count_what_the_client_prefers(garden: Path) -> None:
    page = garden / "Odd.md"
    units = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf8])

    async def body() -> None:
        async with editor(garden, capabilities=types.ClientCapabilities(general=units)) as client:
            await client.open(page, f"燈 🍅 {LINK}\n")
            await client.until(lambda: client.codes(page))
            (found,) = client.told[page.as_uri()]
            assert found.range.start.character == len("燈 🍅 ".encode())

    run(body())


def test_bytes_that_are_no_text_and_trees_that_may_not_be_written(garden: Path) -> None:
    bad = garden / "Bad.md"
    bad.write_bytes(b"# Bad\n\nBytes \xff\xfe and [[Compost]].\n")
    (garden / "other.md").write_bytes(b"\xff[[Bad]]\n")
    names = [garden, *(each for each in garden.rglob("*") if each.is_dir())]
    before = snapshot(garden)
    for each in names:
        each.chmod(0o555)

    async def body() -> None:
        async with editor(garden) as client:
            home = garden / "Home.md"
            await client.open(home)
            await client.until(lambda: "L001" in client.codes(home))
            await client.open(bad)  # as an editor shows it
            assert await client.definition(bad, "[[Compost]]", 3) == [(garden / "Compost.md", "# Compost")]
            found = await client.references(bad, "# Bad", 3)
            assert [path.name for path, _ in found] == ["other.md"]
            symbols = await client.lsp.workspace_symbol_async(types.WorkspaceSymbolParams(""))
            assert "Bad" in [each.name for each in symbols]

    try:
        run(body())
    finally:
        for each in names:
            each.chmod(0o755)
    assert snapshot(garden) == before


def test_a_file_alone_a_text_that_is_no_file_and_a_folder_nobody_adopted(tmp_path: Path) -> None:
    alone, folder = tmp_path / "alone/note.md", tmp_path / "folder"
    for file, text in ((alone, "# One\n\n## Two\n\n[[#tw\n"), (folder / "a.md", f"# A\n\n{LINK} [[b]]\n")):
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
    (folder / "b.md").write_text("# B\n", encoding="utf-8")
    (alone.parent / "neighbour.md").write_text("# Neighbour\n", encoding="utf-8")

    async def body() -> None:
        async with editor() as client:
            await client.open(alone)
            assert list(await client.complete(alone, "[[#tw")) == ["Two"]
            client.type(alone, "# One\n\n[[neigh")
            assert await client.complete(alone, "[[neigh") == {}  # no folder was opened
            untitled = types.TextDocumentItem("untitled:1", types.LanguageKind.Markdown, 1, "[[x")
            client.lsp.text_document_did_open(types.DidOpenTextDocumentParams(untitled))
            place = {
                "text_document": types.TextDocumentIdentifier("untitled:1"),
                "position": types.Position(0, 3),
            }
            assert await client.lsp.text_document_completion_async(types.CompletionParams(**place)) is None
            # The folder is opened now: its pages are known, and nothing is said against them.
            event = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(folder.as_uri(), "f")], [])
            client.lsp.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
            page = folder / "a.md"
            await client.open(page)
            assert await client.definition(page, "[[b]]", 3) == [(folder / "b.md", "# B")]
            await client.until(lambda: page.as_uri() in client.told)
            assert client.codes(page) == []
            # It is adopted: findings are told.
            settings = folder / "wikic.toml"
            settings.write_text('[lint]\nprofile = "vault"\n', encoding="utf-8")
            client.changed(settings)
            await client.until(lambda: client.codes(page) == ["L001"])

    run(body())


def test_several_knowledge_bases_at_once(garden: Path, harbour: Path) -> None:
    home, page = garden / "Home.md", harbour / "wiki/people/Isaac-Dunn.md"

    async def body() -> None:
        async with editor(garden, harbour) as client:
            await client.open(home)
            await client.open(page)
            client.type(home, "[[Isaac")
            assert await client.complete(home, "[[Isaac") == {}
            names = []
            for query in ("Isaac Dunn", "Compost"):
                found = await client.lsp.workspace_symbol_async(types.WorkspaceSymbolParams(query))
                names += [each.name for each in found]
            assert {"Isaac Dunn", "Compost"} <= set(names)
            client.type(home, LINK)
            await client.until(lambda: client.codes(home) == ["L001"])
            assert client.codes(page) == []

    run(body())


def test_settings_that_cannot_be_used_are_told(garden: Path) -> None:
    (garden / "wikic.toml").write_text("[lint]\nprofil = 'vault'\n", encoding="utf-8")

    async def body() -> None:
        async with editor(garden) as client:
            home = garden / "Home.md"
            await client.open(home)
            await client.until(lambda: client.said)
            assert "wikic.toml" in client.said[0]
            assert await client.definition(home, "[[Compost]]", 3) == [(garden / "Compost.md", "# Compost")]

    run(body())


def test_a_very_large_page_and_names_that_are_no_text(garden: Path) -> None:
    page = garden / "Large.md"
    os.close(os.open(bytes(garden) + b"/\xff.md", os.O_CREAT))
    text = "".join(f"Line {number} leads to [[Compost]] and 🍅.\n" for number in range(40_000))

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(page, f"{text}{LINK}\n")
            await client.until(lambda: "L001" in client.codes(page))
            last = client.told[page.as_uri()][-1]
            assert last.range.start == types.Position(40_000, 0)
            assert await client.definition(page, "[[Compost]]", 3)
            symbols = await client.lsp.workspace_symbol_async(types.WorkspaceSymbolParams(""))
            assert "\\xff" not in symbols[0].name

    run(body())
