"""The same documents give the same wiki: again, on more processes, without what was remembered, in git."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import TOWN, git, jsonl, snapshot, wikic, write
from support.copies import copied


@pytest.fixture
def kb(home: Path) -> Path:
    """The compiled wiki as a repository with one commit."""
    kb = home / "kb"
    git("init", "-q", cwd=kb)
    git("add", "-A", cwd=kb)
    git("commit", "-qm", "compiled", cwd=kb)
    assert ".wikic" not in git("ls-files", cwd=kb)
    return kb


def test_a_second_compile_leaves_git_clean(home: Path, kb: Path) -> None:
    done = wikic("compile", "docs", "-C", "kb", cwd=home)
    assert done.out.startswith("0 sources taken in (0 new, 0 changed), 3 unchanged")
    assert git("status", "--porcelain", cwd=kb) == ""


def test_without_its_build_directory_nothing_changes(home: Path, kb: Path) -> None:
    shutil.rmtree(kb / ".wikic")
    assert wikic("compile", "docs", "-C", "kb", cwd=home).out.startswith("0 sources taken in")
    assert git("status", "--porcelain", cwd=kb) == ""


def test_a_clone_compiles_to_nothing_new(home: Path, kb: Path) -> None:
    git("clone", "-q", str(kb), str(home / "clone"), cwd=home)
    wikic("compile", "docs", "-C", "clone", cwd=home)
    assert git("status", "--porcelain", cwd=home / "clone") == ""


@pytest.mark.parametrize("damage", [b"", b"\xc1", b"\x80" * 100])
def test_a_damaged_memory_is_forgotten(home: Path, kb: Path, damage: bytes) -> None:
    (kb / ".wikic/names").write_bytes(damage)
    (kb / ".wikic/failed.json").write_bytes(damage)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert git("status", "--porcelain", cwd=kb) == ""


def test_where_documents_come_from_does_not_matter(home: Path, kb: Path) -> None:
    # An absolute path, a trailing slash, another working directory: keys hold none of it.
    wikic("compile", home / "docs", "-C", kb, cwd=Path("/"))
    wikic("compile", "../docs/", "-C", ".", cwd=kb)
    assert git("status", "--porcelain", cwd=kb) == ""


def test_a_changed_document_replaces_what_came_of_its_old_text(home: Path, kb: Path) -> None:
    write(home / "docs", {"paris.md": "# Paris\n\nParis is the capital of France.\n"})
    assert "1 source taken in (0 new, 1 changed)" in wikic("compile", "docs", "-C", "kb", cwd=home).out
    page = (kb / "wiki/geography/Paris.md").read_text()
    assert "capital" in page and "Seine" not in page
    write(home / "docs", {"paris.md": TOWN["paris.md"]})
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert git("status", "--porcelain", cwd=kb) == ""


def test_documents_that_are_gone_are_reported_and_pruned_on_request(home: Path, kb: Path) -> None:
    before = snapshot(kb / "wiki")
    (home / "docs/paris.md").unlink()
    done = wikic("compile", "docs", "-C", "kb", cwd=home)
    assert "docs/paris.md" in done.out and "--prune" in done.out
    assert snapshot(kb / "wiki") == before
    done = wikic("compile", "docs", "-C", "kb", "--prune", cwd=home)
    assert "1 source forgotten:\n  docs/paris.md" in done.out
    wikic("init", "docs", "-C", "fresh", "--title", "Kb", cwd=home)
    shutil.copy(kb / "wiki/schema.yaml", home / "fresh/wiki/schema.yaml")
    wikic("compile", "docs", "-C", "fresh", cwd=home)
    assert snapshot(kb / "wiki") == snapshot(home / "fresh/wiki")


def test_a_folder_that_cannot_be_seen_prunes_nothing(home: Path, kb: Path) -> None:
    (home / "docs/ada.md").write_bytes(b"\xff\xfe\xff")
    wikic("compile", "docs", "-C", "kb", "--prune", cwd=home, code=1)
    assert git("status", "--porcelain", cwd=kb) == ""


def test_forgetting_and_compiling_again(home: Path, kb: Path) -> None:
    done = wikic("forget", "docs/ada.md", "-C", "kb", cwd=home)
    assert "docs/ada.md forgotten" in done.out
    assert not (kb / "wiki/people").exists()
    assert wikic("lint", "-C", "kb", cwd=home).code == 0
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert git("status", "--porcelain", cwd=kb) == ""


def test_what_a_person_edits_waits_for_the_next_compile(home: Path, kb: Path) -> None:
    page = kb / "wiki/people/Ada-Lovelace.md"
    page.write_text(page.read_text().replace("# Ada Lovelace\n", "# Ada King\n", 1))
    waiting = wikic("status", "-C", "kb", cwd=home).out
    assert "write people/Ada-King.md" in waiting and "delete people/Ada-Lovelace.md" in waiting
    assert page.exists()
    done = wikic("compile", "-C", "kb", cwd=home)  # without documents
    assert "0 sources taken in" in done.out
    assert not page.exists() and (kb / "wiki/people/Ada-King.md").exists()
    assert "](../people/Ada-King.md)" in (kb / "wiki/geography/London.md").read_text()
    assert "waiting" not in wikic("status", "-C", "kb", cwd=home).out
    assert wikic("lint", "-C", "kb", cwd=home).code == 0


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="BOM"),
        pytest.param(lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"), id="both"),
    ],
)
def test_a_page_that_an_editor_saved_in_its_own_way(home: Path, kb: Path, spoil: object) -> None:
    assert callable(spoil)
    for page in (kb / "wiki").rglob("*.md"):
        page.write_bytes(spoil(page.read_bytes()))
    wikic("compile", "docs", "-C", "kb", cwd=home)
    words = snapshot(kb / "wiki")
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert snapshot(kb / "wiki") == words
    assert git("status", "--porcelain", "--", "wiki/people", "wiki/geography", "wiki/index.md", cwd=kb) == ""


@pytest.mark.slow
def test_the_same_bytes_on_any_number_of_processes(tmp_path: Path, fixtures: Path) -> None:
    names = [
        f"{first} {last}" for first in ("Ada", "Bo", "Cy", "Dee", "谭盾") for last in ("Ay", "Bee", "Cee")
    ]
    records = []
    for at in range(300):
        who, other = names[at % 15], names[(at * 7 + 1) % 15]
        text = f"{who} was a sailor from Port {at % 40}. {who} met {other} in {1700 + at}. "
        text += f"《书{at}》是{who}写的。"
        records.append({"id": f"d{at}", "title": who if at % 3 else f"{who} {at}", "text": text})
    jsonl(tmp_path / "many.jsonl", *records)
    sources = (fixtures / "harbour", fixtures / "zh", "many.jsonl")
    wikic("init", *sources, "-C", "one", "--title", "Kb", cwd=tmp_path)
    config = tmp_path / "one/wikic.toml"  # while a batch lands, processes extract the next one
    config.write_text(config.read_text().replace("[compile]\n", "[compile]\nbatch = 70\n"))
    copied(tmp_path / "one", tmp_path / "four")
    wikic("compile", *sources, "-C", "one", "--jobs", "1", cwd=tmp_path)
    wikic("compile", *sources, "-C", "four", "--jobs", "4", cwd=tmp_path)
    assert snapshot(tmp_path / "one/wiki") == snapshot(tmp_path / "four/wiki")
    assert len(snapshot(tmp_path / "one/wiki")) > 700
