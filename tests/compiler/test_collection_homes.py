"""Two folders of one name are not taken for one collection, unless somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import snapshot, wikic

FACT = "# {name}\n\n{name} is a town on the coast. It was founded in 1204.\n"


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    for place, name in (("a", "Arlton"), ("b", "Bexton")):
        folder = tmp_path / place / "docs"
        folder.mkdir(parents=True)
        (folder / "town.md").write_text(FACT.format(name=name), "utf-8")
    wikic("init", tmp_path / "a/docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", tmp_path / "a/docs", "-C", "kb", cwd=tmp_path)
    return tmp_path / "kb"


@pytest.mark.parametrize("more", [[], ["--prune"], ["--plan"], ["--dry-run"]])
def test_another_folder_of_the_same_name_is_refused_and_nothing_changes(kb: Path, more: list[str]) -> None:
    before = snapshot(kb / "wiki")
    done = wikic("compile", "../b/docs", "-C", ".", *more, cwd=kb, code=2)
    assert "--collection" in done.err and str(kb.parent / "a/docs") in done.err
    assert snapshot(kb / "wiki") == before


def test_both_in_one_run_are_refused(tmp_path: Path, kb: Path) -> None:
    wikic("init", "a/docs", "-C", "other", cwd=tmp_path)
    wikic("compile", "a/docs", "b/docs", "-C", "other", cwd=tmp_path, code=2)


def test_a_name_of_its_own_tells_them_apart(kb: Path) -> None:
    wikic("compile", "../b/docs", "-C", ".", "--collection", "b", cwd=kb)
    text = "".join(page.read_text("utf-8") for page in (kb / "wiki").rglob("*.md"))
    assert "Arlton" in text and "Bexton" in text


def test_whoever_says_that_they_are_the_same_is_believed_from_then_on(kb: Path) -> None:
    wikic("compile", "../b/docs", "-C", ".", "--collection", "docs", cwd=kb)
    wikic("compile", "../b/docs", "-C", ".", cwd=kb)
    wikic("compile", "../a/docs", "-C", ".", cwd=kb, code=2)


def test_a_folder_that_moved_and_a_file_of_it_are_the_same(kb: Path) -> None:
    (kb.parent / "a").rename(kb.parent / "c")
    wikic("compile", "../c/docs", "-C", ".", cwd=kb)
    wikic("compile", "../c/docs/town.md", "-C", ".", cwd=kb)


def test_files_of_records_are_told_apart_too(tmp_path: Path, kb: Path) -> None:
    for place in ("a", "b"):
        record = f'{{"id": "1", "title": "Cray {place}", "text": "Cray {place} is a town."}}\n'
        (tmp_path / place / "town.jsonl").write_text(record, "utf-8")
    wikic("compile", "a/town.jsonl", "-C", "kb", cwd=tmp_path)
    wikic("compile", "b/town.jsonl", "-C", "kb", cwd=tmp_path, code=2)


def test_a_note_that_says_anything_is_no_note(kb: Path) -> None:
    for data in (b"", b"[1]", b'{"docs": 1}', b"\xff" * 100, b'{"docs": "' + b"x" * 5000 + b'"}'):
        (kb / ".wikic/collections.json").write_bytes(data)
        wikic("compile", "../a/docs", "-C", ".", cwd=kb)
