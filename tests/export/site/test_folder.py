"""A site's folder: what is there stays, what changed is written, what is not ours is nobody's but theirs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import snapshot, write

from wikic.errors import DiskError, NotPlainError, UsageError
from wikic.export.site.folder import GENERATOR, MANIFEST, SiteFolder

FILES = st.dictionaries(
    st.sampled_from(["index.html", "a/b.html", "a/c.html", "a/d/e.html", "-/reader.css"]),
    st.binary(max_size=4),
    min_size=1,
)


def export(out: Path, files: dict[str, bytes], *, force: bool = False) -> tuple[int, int]:
    folder = SiteFolder(out)
    folder.begin(files, force=force)
    for path, data in files.items():
        folder.put(path, data)
    folder.finish()
    return folder.changed, folder.gone


@given(first=FILES, second=FILES)
def test_it_holds_the_last_export_and_what_others_put_there(
    first: dict[str, bytes], second: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("out") / "site"
    assert export(out, first) == (len(first), 0)
    write(out, {"CNAME": "example.org", "a/theirs.txt": "x"})
    changed, gone = export(out, second)
    assert changed == sum(first.get(path) != data for path, data in second.items())
    assert gone == len(first.keys() - second.keys())
    found = {path: data for path, data in snapshot(out).items() if data != "dir"}
    del found[MANIFEST]
    assert found == {**second, "CNAME": b"example.org", "a/theirs.txt": b"x"}
    assert export(out, second) == (0, 0)


def test_what_stays_is_not_touched(tmp_path: Path) -> None:
    export(tmp_path, {"a.html": b"1", "b.html": b"1"})
    os.utime(tmp_path / "a.html", (1, 1))
    export(tmp_path, {"a.html": b"1", "b.html": b"2"})
    assert (tmp_path / "a.html").stat().st_mtime == 1


def test_a_file_of_somebody_else_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": "mine"})
    before = snapshot(tmp_path)
    with pytest.raises(UsageError, match=r"holds other things: index\.html"):
        export(tmp_path, {"a.html": b"1", "index.html": b"2"})
    assert snapshot(tmp_path) == before
    assert export(tmp_path, {"a.html": b"1", "index.html": b"2"}, force=True) == (2, 0)


def test_a_folder_of_other_things_is_no_place_for_a_site(tmp_path: Path) -> None:
    write(tmp_path, {"letters/ann.txt": "mine", ".git/HEAD": "ref"})
    before = snapshot(tmp_path)
    with pytest.raises(UsageError, match="holds other things: letters") as refused:
        export(tmp_path, {"a.html": b"1"})
    assert "--force" in refused.value.hint and snapshot(tmp_path) == before
    assert export(tmp_path, {"a.html": b"1"}, force=True) == (1, 0)
    write(tmp_path, {"theirs.html": "mine"})  # beside an earlier export others may lie
    assert export(tmp_path, {"a.html": b"2"}) == (1, 0)
    with pytest.raises(UsageError, match=r"theirs\.html was not written by wikic"):
        export(tmp_path, {"theirs.html": b"3"})


def test_a_folder_that_only_git_knows_is_an_empty_one(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "ref"})
    assert export(tmp_path, {"a.html": b"1"}) == (1, 0)


def test_an_export_that_was_cut_off_is_gone_on_from(tmp_path: Path) -> None:
    folder = SiteFolder(tmp_path)
    folder.begin(["a.html", "b.html"], force=False)
    folder.put("a.html", b"<head>" + GENERATOR)
    assert export(tmp_path, {"b.html": b"2"}) == (1, 1)
    assert not (tmp_path / "a.html").exists()


def test_a_manifest_of_somebody_else_leads_nowhere(tmp_path: Path) -> None:
    named = ["../secret", str(tmp_path / "secret"), "link/secret", "", ".", "a\0b", "\ud800", "mine", "sub"]
    write(tmp_path, {"secret": "s", "there/secret": "s", "site/mine": "m", "site/sub/x": "x"})
    (tmp_path / "site/link").symlink_to(tmp_path / "there")
    (tmp_path / "site" / MANIFEST).write_text(json.dumps({"files": dict.fromkeys(named, "")}))
    export(tmp_path / "site", {"a.html": b"1"})
    kept = ("secret", "there/secret", "site/mine", "site/sub/x")
    assert all((tmp_path / each).is_file() for each in kept)


@pytest.mark.parametrize("text", ["[]", "{", '{"files": 3}', '{"files": ["a"]}', "[" * 200_000, "\udc80"])
def test_what_is_no_manifest_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text, errors="surrogateescape")
    with pytest.raises(UsageError, match="was not written by wikic"):
        export(tmp_path, {"a.html": b"1"})


def test_a_file_of_ours_that_somebody_changed_is_not_taken_away(tmp_path: Path) -> None:
    export(tmp_path, {"a.html": b"1", "b.html": b"1"})
    (tmp_path / "a.html").write_bytes(b"mine now")
    assert export(tmp_path, {"c.html": b"1"}) == (1, 1)
    assert (tmp_path / "a.html").read_bytes() == b"mine now"


def test_nothing_is_written_through_a_name_that_was_planted(tmp_path: Path) -> None:
    write(tmp_path, {"victim": "v"})
    (tmp_path / "site").mkdir()
    for name in (".wikic-new", ".wikic-site.new", MANIFEST + ".new"):
        (tmp_path / "site" / name).symlink_to(tmp_path / "victim")
    export(tmp_path / "site", {"a.html": b"1"})
    assert (tmp_path / "victim").read_text() == "v"
    assert (tmp_path / "site/.wikic-new").is_symlink()


def test_what_a_killed_export_left_is_gone_after_the_next(tmp_path: Path) -> None:
    killed = SiteFolder(tmp_path / "site")
    killed.begin(["a/b.html"], force=False)
    killed.put("a/b.html", b"1")
    code = (
        "import os, sys; from pathlib import Path; from wikic.export.site import folder\n"
        "site = folder.SiteFolder(Path(sys.argv[1])); site.begin(['a/b.html', 'c.html'], force=False)\n"
        "folder.os.replace = lambda *_: os.kill(os.getpid(), 9)\n"
        "import wikic.whole_file as whole; whole.os.replace = folder.os.replace\n"
        "site.put('a/b.html', b'2')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path / "site")], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert any((tmp_path / "site/.wikic-site.new").iterdir())
    export(tmp_path / "site", {"a/b.html": b"2"})
    there = [each.relative_to(tmp_path / "site").as_posix() for each in (tmp_path / "site").rglob("*")]
    assert sorted(there) == sorted([MANIFEST, "a", "a/b.html"])


def test_no_link_leads_out(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    export(tmp_path / "site", {"x.html": b"1"})
    (tmp_path / "site/a").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotPlainError, match="is a symlink"):
        export(tmp_path / "site", {"a/b/c.html": b"1"}, force=True)
    assert not any((tmp_path / "elsewhere").iterdir())


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    write(tmp_path, {"file": ""})
    with pytest.raises(UsageError, match="is a file"):
        export(tmp_path / "file", {"a.html": b"1"})
    with pytest.raises(DiskError, match="cannot write"):
        export(tmp_path / "file/below", {"a.html": b"1"})
