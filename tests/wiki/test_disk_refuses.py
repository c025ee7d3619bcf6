"""A full disk, a read-only one, one where case does not count: real ones, where they can be mounted."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wikic import layout
from wikic.errors import DiskError
from wikic.model.change import ChangeSet, Delete, Move, Write
from wikic.wiki.journal import Journal
from wikic.wiki.lock import writer
from wikic.wiki.recovery import recover
from wikic.wiki.transaction import apply

pytestmark = pytest.mark.disk


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mounts something on a fresh directory; skips where that is not allowed."""
    mounted: list[Path] = []

    def do(*arguments: str) -> Path:
        point = tmp_path / f"mnt{len(mounted)}"
        point.mkdir()
        if shutil.which("mount") is None:
            pytest.skip("no mount command")
        done = subprocess.run(["mount", *arguments, str(point)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            pytest.skip(f"cannot mount here: {done.stderr.strip()}")
        mounted.append(point)
        return point

    yield do
    for point in reversed(mounted):
        subprocess.run(["umount", str(point)], check=True)


def state(root: Path) -> dict[str, bytes]:
    wiki = root / "wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in wiki.rglob("*") if p.is_file()}


def test_a_full_disk_while_staging_changes_nothing(mount: Callable[..., Path]) -> None:
    root = mount("-t", "tmpfs", "-o", "size=256k", "tmpfs")
    apply(root, ChangeSet("t", (Write("p/A.md", b"a"),)))
    changes = tuple(Write(f"p/B{n}.md", b"x" * 10_000) for n in range(60))
    with pytest.raises(DiskError, match="no space left on the disk; nothing was changed"):
        apply(root, ChangeSet("t", changes))
    assert state(root) == {"p/A.md": b"a"} and Journal.left(root) == ()
    apply(root, ChangeSet("t", (Write("p/B.md", b"b"),)))  # what was staged takes no space any more
    assert len(state(root)) == 2


def test_a_disk_that_runs_full_after_the_commit_is_finished_later(mount: Callable[..., Path]) -> None:
    # Inodes run out: new directories need some, the renames do not.
    root = mount("-t", "tmpfs", "-o", "size=1m,nr_inodes=24", "tmpfs")
    hog = root / "hog"
    changes = tuple(Write(f"d{n}/A.md", b"a") for n in range(6))

    def fault(step: str) -> None:
        if step == "begin":
            hog.mkdir()
            try:
                for n in range(100):
                    (hog / str(n)).touch()
            except OSError:
                for n in range(3):
                    (hog / str(n)).unlink()

    with pytest.raises(DiskError, match=r"no space left on the disk; \d of 6 steps are done") as caught:
        apply(root, ChangeSet("grow", changes), faults=fault)
    assert "d" in str(caught.value) and len(state(root)) < 6
    shutil.rmtree(hog)
    assert "finished what a crashed run had begun: grow" in recover(root)[0]
    assert len(state(root)) == 6


def test_a_read_only_disk_is_one_clear_line(mount: Callable[..., Path]) -> None:
    root = mount("-t", "tmpfs", "tmpfs")
    apply(root, ChangeSet("t", (Write("p/A.md", b"a"),)))
    subprocess.run(["mount", "-o", "remount,ro", str(root)], check=True)
    with pytest.raises(DiskError, match="nothing was changed"):
        apply(root, ChangeSet("t", (Write("p/B.md", b"b"),)))
    with pytest.raises(DiskError, match="read-only"), writer(root):
        pass
    subprocess.run(["mount", "-o", "remount,rw", str(root)], check=True)
    with writer(root):
        apply(root, ChangeSet("t", (Write("p/B.md", b"b"),)))


def test_wiki_on_another_disk_is_explained(mount: Callable[..., Path], tmp_path: Path) -> None:
    point = mount("-t", "tmpfs", "tmpfs")
    (tmp_path / "wiki").symlink_to(point)
    with pytest.raises(DiskError, match="lies on another disk") as caught:
        apply(tmp_path, ChangeSet("t", (Write("p/A.md", b"a"),)))
    assert "one file system" in caught.value.hint and Journal.left(tmp_path) == ()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind root")
def test_no_permission_on_one_directory(tmp_path: Path) -> None:
    (tmp_path / "wiki/p").mkdir(parents=True)
    (tmp_path / "wiki/p").chmod(0o500)
    with pytest.raises(DiskError, match="cannot be written"):
        apply(tmp_path, ChangeSet("t", (Write("p/A.md", b"a"),)))


def test_on_a_disk_where_case_does_not_count(mount: Callable[..., Path], tmp_path: Path) -> None:
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("no mkfs.ext4")
    image = tmp_path / "image"
    with open(image, "wb") as file:
        file.truncate(8 << 20)
    subprocess.run(["mkfs.ext4", "-q", "-O", "casefold", "-E", "encoding=utf8", str(image)], check=True)
    root = mount("-o", "loop", str(image)) / "kb"
    root.mkdir()
    if subprocess.run(["chattr", "+F", str(root)], capture_output=True, check=False).returncode != 0:
        pytest.skip("no case folding on this kernel")

    def h(content: bytes) -> str:
        return layout.content_hash(content)

    apply(root, ChangeSet("t", (Write("p/ann.md", b"a"), Write("p/bob.md", b"b"), Write("p/cy.md", b"c"))))
    assert apply(root, ChangeSet("t", (Write("p/CY.md", b"x"),))).conflicts
    outcome = apply(
        root,
        ChangeSet(
            "t",
            (Write("p/Ann.md", b"a2"), Delete("p/ann.md", h(b"a")), Move("p/bob.md", "p/Bob.md", h(b"b"))),
        ),
    )
    assert not outcome.conflicts
    assert state(root) == {"p/Ann.md": b"a2", "p/Bob.md": b"b", "p/cy.md": b"c"}
