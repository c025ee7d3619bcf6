"""Documents that are elsewhere, from the command line: the wiki that a copy made by hand gives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, snapshot, wikic, write
from support.document_site import Page, packed, site

pytest.importorskip("aiohttp", reason="the extra `remote` is not installed")

NOTES = {
    "ada.md": b"# Ada Reed\n\nAda Reed was a sailor from Port One. Ada Reed met Bo Reed in 1901.\n",
    "deep/port.md": b"# Port One\n\nPort One is a harbour. It has a mole.\n",
}


@pytest.fixture
def env(cache: Path) -> Mapping[str, str]:
    return ENVIRONMENT | {"XDG_CACHE_HOME": str(cache)}


def test_the_wiki_is_that_of_a_folder(tmp_path: Path, env: Mapping[str, str]) -> None:
    (tmp_path / "notes").mkdir()
    write(tmp_path / "notes", NOTES)
    with site() as web:
        web.pages["/notes.zip"] = Page(packed(tmp_path / "notes.zip", NOTES).read_bytes(), "application/zip")
        named = {"one/kb": "notes", "two/kb": "notes.zip", "three/kb": f"{web.url}/notes.zip"}
        for directory, documents in named.items():
            wikic("init", documents, "-C", directory, "-q", cwd=tmp_path, env=env)
            wikic("compile", documents, "-C", directory, "-q", cwd=tmp_path, env=env)
        made = [snapshot(tmp_path / directory / "wiki") for directory in named]
        assert made[0] == made[1] == made[2]
        before = made[2]
        web.pages.clear()
        gone = wikic("compile", named["three/kb"], "--prune", "-C", "three/kb", cwd=tmp_path, env=env, code=2)
        assert gone.err == f"wikic: {web.url}/notes.zip: the site answers 404\n"
        assert snapshot(tmp_path / "three/kb/wiki") == before
        less = packed(tmp_path / "less.zip", {"ada.md": NOTES["ada.md"]})
        web.pages["/notes.zip"] = Page(less.read_bytes(), "application/zip")
        wikic("compile", named["three/kb"], "--prune", "-q", "-C", "three/kb", cwd=tmp_path, env=env)
        held = [each.name for each in (tmp_path / "three/kb/wiki/sources/articles").iterdir()]
        assert [name.startswith("notes-ada") for name in held] == [True]


def test_init_says_how_to_go_on_and_writes_nothing_on_a_dry_run(
    tmp_path: Path, env: Mapping[str, str]
) -> None:
    packed(tmp_path / "notes.zip", NOTES)
    wikic("init", "notes.zip", "-C", "kb", "--dry-run", cwd=tmp_path, env=env)
    assert not (tmp_path / "kb").exists()
    with site() as web:
        web.pages["/a.md"] = Page(NOTES["ada.md"], "text/markdown")
        address = f"{web.url}/a.md?signature=hush"
        said = wikic("init", address, "-C", "kb", cwd=tmp_path, env=env)
        assert f"wikic compile {web.url}/a.md -C kb" in said.out
        assert "hush" not in said.out + said.err


def test_what_is_not_on_this_machine_is_not_watched(tmp_path: Path, env: Mapping[str, str]) -> None:
    packed(tmp_path / "notes.zip", NOTES)
    wikic("init", "notes.zip", "-C", "kb", "-q", cwd=tmp_path, env=env)
    for named in ("notes.zip", "s3://bucket/notes"):
        done = wikic("compile", named, "--watch", "-C", "kb", cwd=tmp_path, env=env, code=2)
        assert f"--watch follows files and folders, and {named} is neither" in done.err


def test_messages_name_what_was_named(tmp_path: Path, env: Mapping[str, str]) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        packed(tmp_path / folder / "notes.zip", NOTES | {"cut.json": b"{"})
    packed(tmp_path / "bad.zip", {"cut.json": b"{"})
    done = wikic("init", "bad.zip", "-C", "kb", cwd=tmp_path, env=env, code=2)
    assert f"document in {tmp_path}/bad.zip can" in done.err and f"{tmp_path}/bad.zip/cut.json is" in done.err
    wikic("init", "one/notes.zip", "-C", "kb", "-q", cwd=tmp_path, env=env)
    done = wikic("compile", "one/notes.zip", "-C", "kb", cwd=tmp_path, env=env, code=1)
    assert f"({tmp_path}/one/notes.zip/cut.json)" in done.out + done.err
    done = wikic("compile", "two/notes.zip", "-C", "kb", cwd=tmp_path, env=env, code=2)
    assert f"those of {tmp_path}/one/notes.zip, and {tmp_path}/two/notes.zip has the same name" in done.err


def test_a_cache_that_cannot_be_written_says_so(tmp_path: Path, env: Mapping[str, str]) -> None:
    packed(tmp_path / "notes.zip", NOTES)
    (tmp_path / "file").write_text("")
    barred = {**env, "XDG_CACHE_HOME": str(tmp_path / "file")}
    done = wikic("init", "notes.zip", "-C", "kb", cwd=tmp_path, env=barred, code=2)
    assert "XDG_CACHE_HOME" in done.err and not (tmp_path / "kb").exists()


def test_bases_of_a_fleet_have_their_documents_anywhere(tmp_path: Path, env: Mapping[str, str]) -> None:
    (tmp_path / "docs").mkdir()
    packed(tmp_path / "docs/bo.zip", NOTES)
    with site() as web:
        web.pages["/cy/a.md"] = Page(NOTES["ada.md"], "text/markdown")
        rows = [
            {"directory": "kb/bo", "documents": "docs/bo.zip"},
            {"directory": "kb/cy", "documents": [f"{web.url}/cy/a.md"]},
            {"directory": "kb/dee", "documents": f"{web.url}/dee.md"},
        ]
        (tmp_path / "all.jsonl").write_text("\n".join(map(json.dumps, rows)))
        (tmp_path / "away").mkdir()
        done = wikic("fleet", "../all.jsonl", "--json", cwd=tmp_path / "away", env=env, code=1)
        found = {Path(each["directory"]).name: each for each in done.json["bases"]}
        assert {name: each["state"] for name, each in found.items()} == {
            "bo": "compiled",
            "cy": "compiled",
            "dee": "failed",
        }
        assert found["dee"]["said"] == f"wikic: {web.url}/dee.md: the site answers 404"
        again = wikic("fleet", "../all.jsonl", "--json", cwd=tmp_path / "away", env=env, code=1)
        assert [each["state"] for each in again.json["bases"]] == ["unchanged", "unchanged", "failed"]
