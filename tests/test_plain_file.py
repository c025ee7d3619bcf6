"""Only plain files of bounded size are read, and only where they are looked for."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from wikic.errors import NotPlainError
from wikic.plain_file import open_plain, read_plain, said_size

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes and symlinks as POSIX has them")


def test_a_plain_file_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"x" * 100_000)
    assert read_plain(file, 100_000) == b"x" * 100_000
    with pytest.raises(NotPlainError, match=r"a\.md: is larger than 97\.7 KB"):
        read_plain(file, 99_999)


def test_what_is_missing_or_forbidden_stays_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_plain(tmp_path / "none", 10, inside=tmp_path)


@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "directory"])
@pytest.mark.parametrize("linked", [False, True], ids=["itself", "by a symlink"])
def test_nothing_odd_is_opened(tmp_path: Path, kind: str, linked: bool) -> None:
    odd = tmp_path / "odd"
    with socket.socket(socket.AF_UNIX) as held:
        match kind:
            case "pipe":
                os.mkfifo(odd)
            case "socket":
                here = os.open(".", os.O_RDONLY)
                os.chdir(tmp_path)  # a socket's whole name has 108 bytes at most
                held.bind("odd")
                os.fchdir(here)
                os.close(here)
            case "directory":
                odd.mkdir()
            case _:
                odd = Path("/dev/zero")
        if linked:
            (tmp_path / "link").symlink_to(odd)
            odd = tmp_path / "link"
        with pytest.raises(NotPlainError, match=f"is a (named )?{kind}"):
            read_plain(odd, 1_000)


def test_a_file_that_tells_no_size_is_bounded_all_the_same(tmp_path: Path) -> None:
    endless = Path("/proc/kallsyms")
    if not endless.exists():
        pytest.skip("no /proc here")
    assert endless.stat().st_size == 0
    with pytest.raises(NotPlainError, match="larger"):
        read_plain(endless, 1_000)


def test_symlinks_may_lead_about_inside_and_not_out(tmp_path: Path) -> None:
    home, away = tmp_path / "home", tmp_path / "home-of-others"
    (home / "a").mkdir(parents=True)
    (home / "a/page.md").write_text("ours")
    (home / "b").symlink_to("a")
    (home / "same.md").symlink_to("a/page.md")
    away.mkdir()
    (away / "key").write_text("secret")
    (home / "out").symlink_to(away)
    (home / "key").symlink_to("../home-of-others/key")
    (tmp_path / "root").symlink_to(home)
    for root in (home, tmp_path / "root"):
        for name in ("a/page.md", "b/page.md", "same.md"):
            assert read_plain(root / name, 100, inside=root) == b"ours"
        for name in ("out/key", "key", "../home-of-others/key", "a/../../home-of-others/key"):
            with pytest.raises(NotPlainError, match="leads out of"):
                read_plain(root / name, 100, inside=root)
        for name in ("b/page.md", "same.md", "out/key", "key"):
            with pytest.raises(NotPlainError, match="symlink"):
                read_plain(root / name, 100, inside=root, links=False)
        assert read_plain(root / "a/page.md", 100, inside=root, links=False) == b"ours"
    assert read_plain(home / "key", 100) == b"secret"  # a document that a person named
    with pytest.raises(NotPlainError, match="is a symlink"):
        read_plain(home / "key", 100, links=False)


def test_a_loop_of_symlinks_ends(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises((NotPlainError, OSError)):
        read_plain(tmp_path / "a", 10, inside=tmp_path)


def test_an_opened_file_is_read_in_parts(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    with open_plain(tmp_path / "a", inside=tmp_path) as file:
        assert (file.read(2), file.read(2)) == (b"ab", b"c")


def test_sizes_are_said_as_people_read_them() -> None:
    assert [said_size(each) for each in (12, 4096, 64 << 20)] == ["12 bytes", "4 KB", "64 MB"]
