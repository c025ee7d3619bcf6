"""What an editor asks while somebody writes: names, places, backlinks, renames, fixes; over stdio."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from support.command import snapshot, wikic
from support.copies import copied
from support.editor_client import Client, editor, run


async def choices(client: Client, page: Path, line: str) -> dict[str, str]:
    """What may follow a line that is typed at the end of a page: by label, the line once it is chosen."""
    text = page.read_text("utf-8") if page.exists() else "# New\n"
    client.type(page, f"{text}\n{line}")
    found = await client.complete(page, f"{text}\n{line}")
    return {label: done.rpartition("\n")[2] for label, done in found.items()}


def test_names_are_completed_as_obsidian_writes_them(garden: Path) -> None:
    home = garden / "Home.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            found = await choices(client, home, "See [[Comp")
            assert found["Compost"] == "See [[Compost]]"
            assert found["archive/Compost"] == "See [[archive/Compost]]"
            # Two pages have that name; the other one is called by its path, and shown by its title.
            assert found["Compost of 2019"] == "See [[archive/Compost|Compost of 2019]]"
            assert (await choices(client, home, "[[fenw"))["Ada Fenwick"] == "[[Ada Fenwick]]"
            assert (await choices(client, home, "[[mrs"))["Mrs Fenwick"] == "[[Ada Fenwick|Mrs Fenwick]]"
            assert (await choices(client, home, "[[玉"))["玉ねぎ"] == "[[玉ねぎ]]"
            assert "Home" not in await choices(client, home, "[[Hom")
            assert "Daily" not in await choices(client, home, "[[Dai")  # a template is no page
            client.type(home, "An 🍅 in [[Seed|words]] of it")  # a link that is closed stays so
            assert (await client.complete(home, "[[Se"))[
                "Seed list"
            ] == "An 🍅 in [[Seed listed|words]] of it"

    run(body())


def test_places_in_pages_are_completed(garden: Path) -> None:
    home = garden / "Home.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            assert await choices(client, home, "[[Compost#wh") == {
                "What goes in": "[[Compost#What goes in]]",
                "What stays out": "[[Compost#What stays out]]",
            }
            assert await choices(client, home, "[[Seed list#^") == {"order": "[[Seed list#^order]]"}
            assert await choices(client, home, "[x](Compost.md#goes") == {
                "What goes in": "[x](Compost.md#what-goes-in"
            }
            assert await choices(client, home, "[x](tools/The") == {
                "tools/The shed.md": "[x](tools/The%20shed.md"
            }
            assert (await choices(client, home, "A #gard"))["garden"] == "A #garden"
            assert await choices(client, home, "```text\n[[Comp") == {}
            assert await choices(client, home, "Nothing to complete [Comp") == {}
            client.type(home, "# Home\n\n## Of this very text\n\n[[#of")
            assert list(await client.complete(home, "[[#of")) == ["Of this very text"]

    run(body())


def test_links_lead_to_pages_headings_blocks_and_files(garden: Path) -> None:
    home, plan = garden / "Home.md", garden / "Garden plan.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            seeds = garden / "Seed list.md"
            order = "Seeds were ordered from Kestrel & Sons on 4 February. ^order"
            assert await client.definition(home, "[[Compost]]", 3) == [(garden / "Compost.md", "# Compost")]
            assert await client.definition(home, "[the shed]") == [
                (garden / "tools/The shed.md", "# The shed")
            ]
            assert await client.definition(home, "[[Seed list#Beans]]") == [(seeds, "## Beans")]
            assert await client.definition(home, "[[Seed list#^order]]", 4) == [(seeds, order)]
            assert await client.definition(home, "[[A page nobody wrote]]", 4) == []
            assert await client.definition(home, "Everything", 2) == []
            picture = await client.lsp.text_document_definition_async(
                types.DefinitionParams(**client.at(plan, "![The pump]"))
            )
            assert [each.uri for each in picture] == [(garden / "pictures/pump.png").as_uri()]
            client.type(home, '---\nup: "[[Ada]]"\n---\nWords.\n')
            found = await client.definition(home, "[[Ada]]", 3)
            assert [path for path, _ in found] == [garden / "people/Ada Fenwick.md"]
            # A heading that was typed a moment ago, and was never saved.
            await client.open(seeds)
            client.type(seeds, "# Seeds\n\n## Leeks 🥬 for winter\n")
            client.type(home, "See [[Seed list#Leeks 🥬 for winter]].")
            assert await client.definition(home, "[[Seed") == [(seeds, "## Leeks 🥬 for winter")]

    run(body())


def test_what_links_to_a_page_or_a_place_of_it(garden: Path) -> None:
    compost, plan = garden / "Compost.md", garden / "Garden plan.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(compost)
            everything = await client.references(compost, "# Compost", 3)
            assert sorted({path.name for path, _ in everything}) == [
                "Garden plan.md", "Home.md", "The shed.md"
            ]  # fmt: skip
            assert (plan, "[[Compost#^heat]]") in everything
            inside = await client.references(compost, "## What goes in", 4)
            assert inside == [
                (plan, "[[Compost#What goes in|the compost]]"),
                (garden / "tools/The shed.md", "[Compost](../Compost.md#what-goes-in)"),
            ]
            assert await client.references(compost, "^heat", 2) == [(plan, "[[Compost#^heat]]")]
            # Of what is typed now, not of what was saved.
            await client.open(plan)
            client.type(plan, "Nothing.\n")
            assert await client.references(compost, "^heat", 2) == []

    run(body())


def test_headings_and_pages_are_found_by_name(garden: Path) -> None:
    compost = garden / "Compost.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(compost)
            params = types.DocumentSymbolParams(types.TextDocumentIdentifier(compost.as_uri()))
            (top,) = await client.lsp.text_document_document_symbol_async(params)
            assert top.name == "Compost"
            assert [each.name for each in top.children] == ["What goes in", "What stays out"]
            for query, first in (("玉", "玉ねぎ"), ("comp", "Compost"), ("whtgo", "What goes in")):
                found = await client.lsp.workspace_symbol_async(types.WorkspaceSymbolParams(query))
                assert found[0].name == first

    run(body())


def test_a_page_shows_its_summary_and_a_place_what_stands_there(garden: Path) -> None:
    home = garden / "Home.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            shown = await client.hover(home, "[[people/Ada Fenwick]]", 3)
            assert "Mrs Fenwick" in shown
            assert "lends her wheelbarrow" in shown
            assert "Runner beans go out" in await client.hover(home, "[[Seed list#Beans]]", 3)
            assert await client.hover(home, "[[A page nobody wrote]]", 3) == "There is no such page."
            assert await client.hover(home, "Everything", 3) == ""

    run(body())


# --- renaming --------------------------------------------------------------------------------------------


def errors(root: Path) -> list[str]:
    return wikic("lint", "--concise", "-C", root, cwd=root.parent, code=None).out.splitlines()[:-1]


def test_a_page_of_a_vault_is_renamed_with_every_link_to_it(garden: Path) -> None:
    home, plan = garden / "Home.md", garden / "Garden plan.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            client.type(
                home, client.texts[home.as_uri()] + "\nNot saved yet: [[compost.md|heap]] 🍂 [[Compost]].\n"
            )
            client.apply(await client.rename(home, "[[Compost]]", "Rotten heap", 3))

    note = garden / "Note.md"
    note.write_text(
        '---\nup: "[[Compost]]"\nrelated: ["[[Compost#^heat|it]]", Compost]\n---\nWords.\n', "utf-8"
    )

    before = errors(garden)
    run(body())
    heap = garden / "Rotten heap.md"
    assert not (garden / "Compost.md").exists()
    assert heap.read_text("utf-8").startswith("# Rotten heap\n")
    assert "[[Rotten heap.md|heap]] 🍂 [[Rotten heap]]." in home.read_text("utf-8")
    assert '"[[Rotten heap]]"\nrelated: ["[[Rotten heap#^heat|it]]", Compost]' in note.read_text("utf-8")
    assert "[[Rotten heap#^heat]]" in plan.read_text("utf-8")
    assert "](../Rotten%20heap.md#what-goes-in)" in (garden / "tools/The shed.md").read_text("utf-8")
    assert [each.partition(" ")[2] for each in errors(garden)] == [each.partition(" ")[2] for each in before]


def test_a_heading_is_renamed_with_every_link_to_it(garden: Path) -> None:
    compost = garden / "Compost.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(compost)
            client.apply(await client.rename(compost, "What goes in", "What may go in", 2))

    run(body())
    assert "\n## What may go in\n" in compost.read_text("utf-8")
    assert "[[Compost#What may go in|the compost]]" in (garden / "Garden plan.md").read_text("utf-8")
    assert "(../Compost.md#what-may-go-in)" in (garden / "tools/The shed.md").read_text("utf-8")


def test_a_page_that_wikic_wrote_is_renamed_as_the_command_does(own: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    copied(own, other)
    page = own / "wiki/people/Isaac-Dunn.md"

    async def body() -> None:
        async with editor(own) as client:
            await client.open(page)
            client.apply(await client.rename(page, "# Isaac Dunn", "Isaac Dunne", 3))

    run(body())
    wikic("rename", "people/Isaac-Dunn", "Isaac Dunne", "-C", other, cwd=tmp_path)
    assert snapshot(own / "wiki") == snapshot(other / "wiki")
    # And it stays so: nothing is left to fold.
    documents = Path(__file__).resolve().parents[2] / "fixtures/harbour"
    before = snapshot(own / "wiki")
    wikic("compile", documents, "-C", own, cwd=tmp_path)
    assert snapshot(own / "wiki") == before


def test_what_cannot_be_renamed_says_why(garden: Path, own: Path) -> None:
    home, page = garden / "Home.md", own / "wiki/people/Isaac-Dunn.md"

    async def refused(client: Client, path: Path, words: str, name: str) -> str:
        with pytest.raises(JsonRpcException) as error:
            await client.rename(path, words, name, 3)
        return error.value.message

    async def body() -> None:
        async with editor(garden, own) as client:
            await client.open(home)
            await client.open(page)
            before = snapshot(garden), snapshot(own / "wiki")
            assert "is there already" in await refused(client, home, "[[Compost]]", "Seed list")
            assert "cannot hold '/'" in await refused(client, home, "[[Compost]]", "a/b")
            assert "is called so, too" in await refused(client, home, "[[Compost]]", "Ada Fenwick")
            assert "nothing here" in await refused(client, home, "Everything", "Words")
            assert "has that name already" in await refused(client, page, "# Isaac Dunn", "Hester Dunn")
            assert "wikic writes the headings" in await refused(client, page, "## Key Facts", "Facts")
            assert (snapshot(garden), snapshot(own / "wiki")) == before

    run(body())


def test_links_follow_a_file_that_is_moved_in_the_editor(garden: Path) -> None:
    shed = garden / "tools/The shed.md"

    async def body() -> None:
        async with editor(garden) as client:
            renamed = types.FileRename(shed.as_uri(), (garden / "people/The hut.md").as_uri())
            edit = await client.lsp.workspace_will_rename_files_async(types.RenameFilesParams([renamed]))
            client.apply(edit)

    before = errors(garden)
    run(body())
    shed.rename(garden / "people/The hut.md")
    assert "[the shed](people/The%20hut.md)" in (garden / "Home.md").read_text("utf-8")
    assert len(errors(garden)) == len(before)


def test_a_client_that_renames_no_files_is_told(garden: Path) -> None:
    home = garden / "Home.md"

    async def body() -> None:
        async with editor(garden, capabilities=types.ClientCapabilities()) as client:
            await client.open(home)
            with pytest.raises(JsonRpcException, match="renames no files"):
                await client.rename(home, "[[Compost]]", "Heap", 3)
            edit = await client.rename(home, "[[Seed list#Beans]]", "Runner beans", 13)
            assert edit is not None and edit.changes is not None
            assert sorted(edit.changes) == [home.as_uri(), (garden / "Seed list.md").as_uri()]

    run(body())


# --- fixes -----------------------------------------------------------------------------------------------


@pytest.fixture
def notes(garden: Path) -> Path:
    """The vault of a program that is known: what a link will mean is certain, so links are mended."""
    settings = garden / "wikic.toml"
    settings.write_text(settings.read_text("utf-8") + 'program = "obsidian"\n', "utf-8")
    return garden


def test_where_no_program_is_known_no_fix_of_a_link_is_offered(garden: Path) -> None:
    home = garden / "Home.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            found = [each.title for each in await client.actions(home, "[[A page nobody wrote]]")]
            assert found == ["Write the page A page nobody wrote.md"]

    run(body())


def test_fixes_are_code_actions_and_doubtful_ones_say_so(notes: Path) -> None:
    garden = notes
    home, new = garden / "Home.md", garden / "A page nobody wrote.md"

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(home)
            found = {each.title: each for each in await client.actions(home, "[[A page nobody wrote]]")}
            (likely,) = (each for title, each in found.items() if title.startswith("Fix L001"))
            assert "likely, not certain" in likely.title
            assert not likely.is_preferred
            client.apply(found["Write the page A page nobody wrote.md"].edit)
            assert new.exists()
            client.changed(new)
            assert "L001" not in [
                each.title[4:8] for each in await client.actions(home, "[[A page nobody wrote]]")
            ]

    run(body())


def test_everything_certain_is_fixed_at_once(notes: Path, tmp_path: Path) -> None:
    """As `wikic fix` does it to the same text once it is saved."""
    garden = notes
    page = garden / "Messy 🍅.md"
    text = (
        "---\ntags: [a]\n---\n# Messy 🍅\r\n\nSee [[Compost]] 🍅 and [[Seed list].\n\n[[Ada Fenwick]] [[]]\n"
    )

    async def body() -> None:
        async with editor(garden) as client:
            await client.open(page, text)
            await client.until(lambda: client.codes(page))
            (action,) = await client.actions(page, "See", "source.fixAll")
            assert action.kind == "source.fixAll.wikic"
            client.apply(action.edit)
            # Nothing certain is left.
            client.type(page, page.read_bytes().decode())
            assert await client.actions(page, "See", "source.fixAll") == []

    page.write_text("", encoding="utf-8")
    run(body())
    mine = page.read_bytes()
    page.write_bytes(text.encode())
    wikic("fix", page, "-C", garden, cwd=tmp_path, code=None)
    assert mine == page.read_bytes() != text.encode()


# --- citations -------------------------------------------------------------------------------------------


def test_citations_lead_to_their_sentence_and_facts_to_their_record(harbour: Path) -> None:
    page = harbour / "wiki/people/Isaac-Dunn.md"
    text = page.read_text("utf-8")
    lead = "the first keeper of the Hallow Point Lighthouse."
    fact = re.search(rf"(?<={re.escape(lead)} )\[⁂\]\[(f[0-9a-f]{{8}})\]", text)
    assert fact is not None
    cited = re.search(rf"\[{fact[1]}\]: <\.\./sources/digests/([^>#]*)\.md#", text)
    assert cited is not None
    sentence = "Isaac Dunn (1829 – 11 May 1903) was the first keeper of the Hallow Point Lighthouse."
    article = harbour / f"wiki/sources/articles/{cited[1]}.md"
    digest = harbour / f"wiki/sources/digests/{cited[1]}.md"

    async def body() -> None:
        async with editor(harbour) as client:
            await client.open(page)
            assert await client.definition(page, fact[0], 1) == [(article, sentence)]
            shown = await client.hover(page, fact[0], 1)
            assert f"**{sentence}** He was born" in shown
            ((where, record),) = await client.definition(page, fact[0], 6)
            assert where == digest
            assert record.startswith(f'{{"statement":"{fact[1]}"')
            assert sentence in await client.hover(page, fact[0], 6)
            # The other way: from the quote in the digest to its article, and to the pages that cite it.
            await client.open(digest)
            assert await client.definition(digest, sentence, 3) == [(article, sentence)]
            assert await client.references(digest, sentence, 3) == [(page, fact[0])]

    run(body())


def test_sentences_are_found_behind_line_breaks_and_marks(own: Path) -> None:
    """Every citation of the wiki leads into its article, not to the digest."""
    pages = sorted(own.glob("wiki/*/*.md"))

    async def body() -> None:
        async with editor(own) as client:
            missed = []
            for page in pages[:12]:
                await client.open(page)
                for cited in re.findall(r"\[\[sources/digests/[^\]]*#\^p[^\]]*\]\]", page.read_text("utf-8")):
                    found = await client.definition(page, cited, 3)
                    missed += [cited for path, _ in found or [(page, "")] if path.parent.name != "articles"]
            assert missed == []

    run(body())
