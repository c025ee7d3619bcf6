"""What lies in ``.wikic/`` is looked at before it is opened, and believed where it was made here."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic import build_dir
from wikic.errors import NotPlainError
from wikic.search.generation import is_torn
from wikic.store.leveldb import _open_database as open_database

SOURCES = Path(build_dir.__file__).parent
CACHES = ("names", "lint-cache", "catalogue", "graph")
DERIVED = (*CACHES, "search/g1/x", "search-sources/g1/x", "mirror/CURRENT")
NOTES = ("replies/ab/x.json", "access.jsonl", "errors.json", "failed.json", "model-calls.jsonl", "trace.json")


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A ``.wikic/`` with a file of every kind, made here."""
    build = tmp_path / "kb/.wikic"
    build_dir.make(build)
    for name in (*DERIVED, *NOTES):
        (build / name).parent.mkdir(parents=True, exist_ok=True)
        (build / name).write_bytes(b"x")
    return build


def there(build: Path) -> set[str]:
    return {name for name in (*DERIVED, *NOTES) if (build / name).exists()}


# --- the door ----------------------------------------------------------------------------------


def test_nobody_makes_a_path_into_the_build_directory_by_themselves() -> None:
    # A message may name it, and `init` writes its name into .gitignore.
    known = {"build_dir.py": 1, "layout.py": 0, "schema/new_wiki.py": 1, "wiki/transaction.py": 2}
    known["navigate/indexes/open_indexes.py"] = 1
    found = {}
    for file in sorted(SOURCES.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        uses = sum(
            (isinstance(node, ast.Attribute) and node.attr == "BUILD_DIR")
            or (isinstance(node, ast.alias) and node.name == "BUILD_DIR")
            or (isinstance(node, ast.Constant) and node.value == ".wikic" and file.name != "layout.py")
            for node in nodes
        )
        name = file.relative_to(SOURCES).as_posix()
        if uses > known.get(name, 0) + (2 if name == "build_dir.py" else 0):
            found[name] = uses
    assert found == {}, "take the path from wikic.build_dir.at(root)"


@pytest.mark.parametrize("kind", ["link", "dangling", "pipe"])
@pytest.mark.parametrize(
    "name", [".", "trace.json", "mirror", "search", "search/current.json", "search/g1/x", "replies/ab"]
)
def test_what_is_no_file_and_no_directory_is_refused(build: Path, name: str, kind: str) -> None:
    odd = build / name
    shutil.rmtree(odd) if odd.is_dir() else odd.unlink(missing_ok=True)
    match kind:
        case "link":
            (build.parent / "away").mkdir()
            odd.symlink_to(build.parent / "away")
        case "dangling":
            odd.symlink_to("nowhere")
        case _:
            os.mkfifo(odd)
    with pytest.raises(NotPlainError) as refused:
        build_dir.at(build.parent)
    assert str(odd) in str(refused.value) and "remove it" in refused.value.hint


def test_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".wikic").write_text("")
    with pytest.raises(NotPlainError, match=r"\.wikic: is a file where a directory must be"):
        build_dir.at(tmp_path)


def test_where_there_is_none_nothing_is_made(tmp_path: Path) -> None:
    assert build_dir.at(tmp_path) == tmp_path / ".wikic"
    assert list(tmp_path.iterdir()) == []


# --- made here, or elsewhere -------------------------------------------------------------------


def test_what_was_made_here_stays(build: Path) -> None:
    assert build_dir.at(build.parent) == build
    assert there(build) == {*DERIVED, *NOTES}
    build.parent.rename(build.parent.with_name("moved"))
    moved = build_dir.at(build.parent.with_name("moved"))
    assert there(moved) == {*DERIVED, *NOTES}


def test_in_a_copy_what_was_derived_is_made_again_and_notes_stay(build: Path) -> None:
    copy = build.parent.with_name("copy")
    shutil.copytree(build.parent, copy)
    assert there(build_dir.at(copy)) == set(NOTES)
    (copy / ".wikic/names").write_bytes(b"new")
    assert there(build_dir.at(copy)) == {*NOTES, "names"}


def test_a_person_may_say_that_a_copy_is_their_own(build: Path) -> None:
    copy = build.parent.with_name("copy")
    assert not build_dir.trust(copy)
    shutil.copytree(build.parent, copy)
    assert build_dir.trust(copy)
    assert there(build_dir.at(copy)) == {*DERIVED, *NOTES}
    (copy / ".wikic/graph").unlink()
    (copy / ".wikic/graph").symlink_to("names")
    with pytest.raises(NotPlainError):
        build_dir.trust(copy)


def test_an_origin_that_somebody_made_up_is_none(tmp_path: Path) -> None:
    file = tmp_path / "origin"
    assert not build_dir.is_origin_here(file)
    build_dir.leave_origin(file)
    assert build_dir.is_origin_here(file)
    stat = (tmp_path / "origin.stat").read_bytes()
    shutil.copy(file, tmp_path / "other")
    os.replace(tmp_path / "other", file)
    assert not build_dir.is_origin_here(file)
    (tmp_path / "origin.stat").write_bytes(stat)
    assert not build_dir.is_origin_here(file)
    file.unlink()
    file.symlink_to("origin.stat")
    assert not build_dir.is_origin_here(file)


def test_a_derived_folder_that_cannot_be_removed_is_named(build: Path) -> None:
    (build / "origin.stat").unlink()
    (build / "search/g1/deep/er").mkdir(parents=True)
    with pytest.raises(NotPlainError, match=r"search: was not made here"):
        build_dir.at(build.parent)


# --- reading and writing -----------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"[" * 100_000, b"1" * 9_000, b"\xff", b'{"a": 1}', b"null"])
def test_whatever_a_decoder_raises_is_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    assert build_dir.kept(tmp_path / "file", lambda found: json.loads(found)["b"]) is None


def test_what_is_absent_odd_or_too_large_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"12")
    (tmp_path / "link").symlink_to("file")
    for name in ("none", "pipe", "link", "."):
        assert build_dir.kept(tmp_path / name, bytes) is None
    assert build_dir.kept(tmp_path / "file", bytes, limit=2) == b"12"
    assert build_dir.kept(tmp_path / "file", bytes, limit=1) is None


@given(st.binary(max_size=100), st.booleans())
def test_a_file_is_replaced_whole(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, lasting: bool
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    (folder / "away").write_bytes(b"away")
    (folder / "file").symlink_to("away")  # the name is taken over, what it leads to is not written
    build_dir.replace(folder / "file", data, lasting=lasting)
    assert (folder / "file").read_bytes() == data and not (folder / "file").is_symlink()
    assert (folder / "away").read_bytes() == b"away"
    assert sorted(each.name for each in folder.iterdir()) == ["away", "file"]


def test_a_symlink_is_not_appended_to(tmp_path: Path) -> None:
    (tmp_path / "away").write_bytes(b"")
    (tmp_path / "log").symlink_to("away")
    with pytest.raises(OSError, match="symbolic link"):
        build_dir.append(tmp_path / "log", [b"line\n"])
    assert build_dir.append(tmp_path / "own", [b"a\n", b"b\n"]) == 4
    assert (tmp_path / "away").read_bytes() == b""


def test_what_a_write_left_over_is_written_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: whole(handle, data[:3]))
    assert build_dir.append(tmp_path / "log", [b"a longer line\n", b"", b"b\n"]) == 16
    assert (tmp_path / "log").read_bytes() == b"a longer line\nb\n"


def test_what_killed_writers_left_is_swept_and_nothing_else(build: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    old = time.time() - 3_600
    gone = [f"{name}.{ended.pid}.1.new" for name in ("names", "search/current.json", "replies/a")]
    kept = [f"names.{os.getpid()}.1.new", f"graph.{ended.pid}.2.new", "mine.new", f"{ended.pid}.1.new"]
    for name in (*gone, *kept):
        (build / name).write_bytes(b"")
        os.utime(build / name, (old, old))
    os.utime(build / kept[1])  # just begun, on another machine perhaps
    build_dir.sweep(build)
    assert [name for name in (*gone, *kept) if (build / name).exists()] == kept


# --- what libraries are given ------------------------------------------------------------------


def test_a_list_of_files_to_delete_names_none_elsewhere(build: Path) -> None:
    folder = build / "search/g1"
    for listed, torn in ((["meta.json", "a.idx"], False), (["../../../../home/.ssh/id"], True), ([3], True)):
        (folder / ".managed.json").write_text(json.dumps(listed))
        assert is_torn(folder, {}) is torn


def test_a_database_reads_no_file_elsewhere(build: Path) -> None:
    from wikic.errors import StoreDamagedError

    (build / "mirror/CURRENT").write_text("../../../home/.ssh/id\n")
    with pytest.raises(StoreDamagedError, match="names no manifest"):
        open_database(build / "mirror")
