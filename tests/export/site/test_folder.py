"""A site's folder: what is there stays, what changed is written, what is not ours is nobody's but theirs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import snapshot, write

from wikic.errors import DiskError, NotPlainError, UsageError
from wikic.export.site.folder import MANIFEST, SiteFolder

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
    with pytest.raises(UsageError, match=r"index\.html was not written by wikic"):
        export(tmp_path, {"a.html": b"1", "index.html": b"2"})
    assert snapshot(tmp_path) == before
    assert export(tmp_path, {"a.html": b"1", "index.html": b"2"}, force=True) == (2, 0)


def test_an_export_that_was_cut_off_is_gone_on_from(tmp_path: Path) -> None:
    folder = SiteFolder(tmp_path)
    folder.begin(["a.html", "b.html"], force=False)
    folder.put("a.html", b"1")
    assert export(tmp_path, {"b.html": b"2"}) == (1, 1)
    assert not (tmp_path / "a.html").exists()


def test_a_manifest_of_somebody_else_leads_nowhere(tmp_path: Path) -> None:
    write(
        tmp_path, {"secret": "s", "site/" + MANIFEST: '{"files": ["../secret", "/etc/hostname", "x.html"]}'}
    )
    export(tmp_path / "site", {"a.html": b"1"})
    assert (tmp_path / "secret").read_text() == "s"
    write(tmp_path, {"site/" + MANIFEST: "[]"})
    with pytest.raises(UsageError, match="was not written by wikic"):
        export(tmp_path / "site", {"a.html": b"1"})


def test_no_link_leads_out(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    export(tmp_path / "site", {"x.html": b"1"})
    (tmp_path / "site/a").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotPlainError, match="leads out"):
        export(tmp_path / "site", {"a/b.html": b"1"}, force=True)
    assert not any((tmp_path / "elsewhere").iterdir())


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    write(tmp_path, {"file": ""})
    with pytest.raises(UsageError, match="is a file"):
        export(tmp_path / "file", {"a.html": b"1"})
    with pytest.raises(DiskError, match="cannot write"):
        export(tmp_path / "file/below", {"a.html": b"1"})
