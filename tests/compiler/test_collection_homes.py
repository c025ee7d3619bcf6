"""Two folders of one name are not taken for one collection, unless somebody says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.command import snapshot, wikic, write
from support.copies import copied

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


TOWNS = {"notes/north.md": "Norby", "notes/isles/east.md": "Ostby", "notes/isles/far/west.md": "Vestby"}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    home = write(tmp_path / "home", {file: FACT.format(name=name) for file, name in TOWNS.items()})
    wikic("init", "notes", "-C", "kb", cwd=home)
    wikic("compile", "notes", "-C", "kb", cwd=home)
    return home


@pytest.mark.parametrize(
    ("named", "where"),
    [
        ("notes/north.md", ""),
        ("notes/isles/east.md", ""),
        (".", "notes/isles"),
        ("../far/west.md", "notes/isles/far"),
    ],
)
def test_what_lies_in_a_folder_that_was_taken_in_is_its_own(notes: Path, named: str, where: str) -> None:
    whole = copied(notes, notes.parent / "whole")
    for home in (notes, whole):
        for file, name in TOWNS.items():
            (home / file).write_text(FACT.format(name=name) + "The ferry runs on Mondays.\n", "utf-8")
        (home / "notes/isles/new.jsonl").write_text('{"id": "1", "text": "# Mid\\n\\nMid is a town."}\n')
    kb = os.path.relpath(notes / "kb", notes / where)
    report = wikic("compile", named, "-C", kb, "--json", cwd=notes / where).json
    assert set(report["changed"]) <= TOWNS.keys() and report["changed"] and report["gone"] == []
    wikic("compile", "notes", "-C", "kb", "-q", cwd=notes)
    wikic("compile", "notes", "-C", "kb", "-q", cwd=whole)
    assert snapshot(notes / "kb/wiki") == snapshot(whole / "kb/wiki")


def test_a_folder_in_it_is_pruned_alone(notes: Path) -> None:
    (notes / "notes/north.md").unlink()
    (notes / "notes/isles/east.md").unlink()
    done = wikic("compile", "notes/isles", "-C", "kb", "--prune", "--json", cwd=notes).json
    assert done["forgotten"] == ["notes/isles/east.md"]


def test_a_record_and_a_file_that_cannot_be_read_have_their_key_in_the_folder(notes: Path) -> None:
    write(notes / "notes/isles", {"more.json": '{"text": "Mid is a town in the north."}', "bad.md": b"\0"})
    report = wikic(
        "compile", "notes/isles/more.json", "notes/isles/bad.md", "-C", "kb", "--json", cwd=notes, code=1
    ).json
    assert report["added"] == ["notes/isles/more.json"]
    assert [each["key"] for each in report["failed"]] == ["notes/isles/bad.md"]


def test_a_folder_from_which_one_file_was_taken_is_no_collection_of_all_below(tmp_path: Path) -> None:
    write(tmp_path / "all", {"alone.md": FACT.format(name="Alby"), "deep/b.md": FACT.format(name="Bexby")})
    wikic("init", "all/alone.md", "-C", "kb", cwd=tmp_path)
    wikic("compile", "all/alone.md", "-C", "kb", cwd=tmp_path)
    assert wikic("compile", "all/deep", "-C", "kb", "--json", cwd=tmp_path).json["added"] == ["deep/b.md"]


def test_a_folder_that_the_schema_names_is_its_own_collection(notes: Path) -> None:
    wikic("init", "notes/isles", "--add", "-C", "kb", cwd=notes)
    done = wikic("compile", "notes/isles/east.md", "-C", "kb", "--json", cwd=notes).json
    assert done["added"] == ["isles/east.md"]


def test_hidden_folders_and_the_wiki_itself_are_not_in_it(notes: Path) -> None:
    wikic("compile", ".", "-C", "kb", "-q", cwd=notes)
    write(notes, {".cache/a.md": FACT.format(name="Cby"), "kb/inbox/b.md": FACT.format(name="Dby")})
    done = wikic("compile", ".cache/a.md", "kb/inbox/b.md", "-C", "kb", "--json", cwd=notes).json
    assert done["added"] == [".cache/a.md", "inbox/b.md"]


def test_a_place_without_a_mark_is_read_as_before(notes: Path) -> None:
    """Places of wikis made before do not say whether the folder was taken in as a whole."""
    (notes / "kb/.wikic/collections.json").write_text('{"notes": "../notes"}\n')
    wikic("compile", "notes", "-C", "kb", cwd=notes)
    assert '"../notes/"' in (notes / "kb/.wikic/collections.json").read_text()
    wikic("compile", "notes/north.md", "-C", "kb", cwd=notes)
    assert '"../notes/"' in (notes / "kb/.wikic/collections.json").read_text()
