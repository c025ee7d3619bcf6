"""The wiki changes while it is served: pages, names, whole compiles, checkouts."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from support.command import git, snapshot, start, write
from support.patience import until as waited_for
from support.served import call, run, stdio, told
from support.vault_notes import plant

from wikic.serving.followed import LiveLibrary

PAGE = """---
type: people
title: Zebulon Quimby
---
# Zebulon Quimby
> A tuner of foghorns

## Notes
- He tuned the foghorn of Hallow Point in {year}.
"""


async def until(ask: Callable[[], Awaitable[str]], words: str, *, there: bool = True) -> None:
    """Ask until the answer holds ``words`` (or no longer does)."""
    while (words in await ask()) != there:
        await asyncio.sleep(0.05)


def test_a_page_is_read_as_it_stands_and_found_soon_after(own: Path) -> None:
    file = own / "wiki" / "people" / "Zebulon-Quimby.md"

    async def body() -> None:
        async with stdio(own) as client:
            assert (await call(client, "wiki_read", paths=["people/Zebulon-Quimby"])).is_error
            file.write_text(PAGE.format(year=1901), "utf-8")
            assert "1901" in await told(client, "wiki_read", paths=["people/Zebulon-Quimby"])
            file.write_text(PAGE.format(year=1902), "utf-8")
            assert "1902" in await told(client, "wiki_read", paths=["people/Zebulon-Quimby"])
            await until(lambda: told(client, "wiki_search", query="tuner of foghorns"), "Zebulon-Quimby")
            await until(lambda: told(client, "wiki_list", directory="people"), "Zebulon-Quimby")
            assert "1902" in await told(client, "wiki_read", paths=["zebulon quimby"], again=True)
            file.unlink()
            assert (await call(client, "wiki_read", paths=["people/Zebulon-Quimby"])).is_error
            assert "Zebulon" not in await told(client, "wiki_search", query="tuner of foghorns")
            await until(lambda: told(client, "wiki_list", directory="people"), "Zebulon-Quimby", there=False)

    run(body)


@pytest.mark.slow
def test_a_compile_in_another_process_during_a_storm_of_reads(own: Path, tmp_path: Path) -> None:
    """No call fails, no page is half of one, and what was compiled is there in the end."""
    documents = {
        f"more/person-{n}.md": f"# Tobias Fenn {n}\n\nTobias Fenn {n} was a painter. "
        f"He was born in Hallowmouth in {1700 + n}.\n"
        for n in range(200)
    }
    write(tmp_path, documents)
    calls = 0

    async def storm(client: Any, ended: asyncio.Event) -> None:
        nonlocal calls
        names = [each.stem for each in sorted((own / "wiki" / "people").glob("[A-Z]*.md"))]
        at = 0
        while not ended.is_set():
            at += 1
            name = names[at % len(names)]
            text = await told(client, "wiki_read", paths=[name], again=True, max_tokens=20_000)
            assert f"\npeople/{name}" in text and "\n## " in text, text
            for tool, arguments in (
                ("wiki_search", {"query": "painter", "limit": 20}),
                ("wiki_list", {}),
                ("wiki_list", {"directory": "people"}),
                ("wiki_links", {"page": name}),
                ("wiki_ask", {"question": "Who kept the Hallow Point Lighthouse?"}),
            ):
                assert await told(client, tool, **arguments)
            calls += 6

    async def body() -> None:
        async with stdio(own) as client:
            ended = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                storms = [group.create_task(storm(client, ended)) for _ in range(4)]
                for command in (("compile", str(tmp_path / "more")), ("forget", "more/person-7.md")):
                    process = start(*command, "-C", own, stdout=subprocess.DEVNULL)
                    assert await asyncio.to_thread(process.wait) == 0, command
                while calls <= 30:
                    await asyncio.sleep(0.01)
                ended.set()
            await asyncio.gather(*storms)
            await until(lambda: told(client, "wiki_search", query="Tobias Fenn 199"), "Tobias-Fenn-199")
            await until(
                lambda: told(client, "wiki_search", query="Tobias Fenn 7", limit=50),
                "[[Tobias-Fenn-7]]",
                there=False,
            )

    run(body)


@pytest.mark.slow
def test_a_checkout_takes_the_wiki_away_and_brings_it_back(own: Path) -> None:
    (own / ".gitignore").write_text(".wikic/\n", "utf-8")
    git("init", "-q", "-b", "main", cwd=own)
    (own / "README.md").write_text("nothing\n", "utf-8")
    git("add", "README.md", ".gitignore", cwd=own)
    git("commit", "-qm", "nothing", cwd=own)
    git("branch", "bare", cwd=own)
    git("add", "-A", cwd=own)
    git("commit", "-qm", "a wiki", cwd=own)

    async def body() -> None:
        async with stdio(own) as client:
            await told(client, "wiki_read", paths=["Isaac-Dunn"])
            git("checkout", "-q", "bare", cwd=own)
            assert not (own / "wiki").exists()
            gone = await call(client, "wiki_read", paths=["people/Isaac-Dunn"], again=True)
            assert gone.is_error
            assert not (await call(client, "wiki_status")).is_error
            await call(client, "wiki_search", query="keeper")
            git("checkout", "-q", "main", cwd=own)
            await told(client, "wiki_read", paths=["people/Isaac-Dunn"], again=True)
            await until(lambda: told(client, "wiki_search", query="lighthouse keeper"), "Isaac-Dunn")
            (own / "wiki" / "people" / "Zebulon-Quimby.md").write_text(PAGE.format(year=1), "utf-8")
            await until(lambda: told(client, "wiki_search", query="tuner of foghorns"), "Zebulon-Quimby")

    run(body)


def test_without_any_index_the_first_answer_makes_them(own: Path) -> None:
    shutil.rmtree(own / ".wikic")

    async def body() -> None:
        async with stdio(own) as client:
            assert "Isaac-Dunn" in await told(client, "wiki_search", query="lighthouse keeper")

    run(body)


def test_where_no_index_can_be_kept_it_serves_all_the_same(own: Path) -> None:
    shutil.rmtree(own / ".wikic")
    for name in ("index.lock", "mirror.lock"):
        (own / ".wikic" / name).mkdir(parents=True)  # in the way of any index and the mirror, for root too

    async def body() -> None:
        async with stdio(own, "--verbose", log=own / "log") as client:
            assert "Isaac-Dunn" in await told(client, "wiki_search", query="lighthouse keeper")
            (own / "wiki" / "people" / "Zebulon-Quimby.md").write_text(PAGE.format(year=1), "utf-8")
            await until(lambda: told(client, "wiki_search", query="tuner of foghorns"), "Zebulon-Quimby")

    run(body)
    assert "reads from the files: " in (own / "log").read_text("utf-8")


def test_of_a_vault_that_cannot_be_written_everybody_is_told_where_the_index_lies(tmp_path: Path) -> None:
    garden = plant(tmp_path / "garden")
    (garden / ".wikic/index.lock").mkdir(parents=True)  # in the way
    before = snapshot(garden, without=(".wikic",))
    detail: list[str] = []
    aloud: list[str] = []
    with LiveLibrary(garden, detail.append, aloud.append) as followed:
        followed.start()
        assert followed.library.resolve("Ada").path == "people/Ada Fenwick"
        (garden / "Fresh.md").write_text("New.\n", "utf-8")
        waited_for(lambda: followed.library.resolve("Fresh").path == "Fresh")
    (line,) = aloud
    assert "the index is made for this run alone" in line
    (garden / "Fresh.md").unlink()
    assert snapshot(garden, without=(".wikic",)) == before
