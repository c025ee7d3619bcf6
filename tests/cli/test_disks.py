"""No permission, a read-only disk, a full one: one clear line, exit code 2, nothing lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.command import ENVIRONMENT, WIKIC, Done, snapshot, start, wikic, write
from support.patience import HUNG, until
from support.small_disks import filled

NOBODY = 65534
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.fixture
def home(compiled: Path) -> Iterator[Path]:
    """A copy of ``compiled`` where another user may come.

    pytest closes the folder of its temporary files to others whenever a second run of it begins.
    """
    with TemporaryDirectory(prefix="wikic-disks-") as place:
        os.chmod(place, 0o755)
        yield Path(shutil.copytree(compiled, Path(place) / "home", symlinks=True))


@pytest.fixture
def as_nobody(home: Path) -> Callable[..., Done]:
    """Runs ``wikic`` as a user who owns ``home`` and is not root."""
    prefix: list[str] = []
    if ROOT:
        if shutil.which("setpriv") is None:
            pytest.skip("no setpriv to stop being root with")
        prefix = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        for path in (home, *home.rglob("*")):
            os.chown(path, NOBODY, NOBODY)

    def run(*arguments: str, code: int = 0) -> Done:
        done = subprocess.run(
            [*prefix, WIKIC, *arguments],
            cwd=home,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 126 or "No such file or directory: setpriv" in done.stderr:
            pytest.skip("another user cannot run this interpreter")
        assert done.returncode == code and "Traceback" not in done.stderr, done
        return Done(done.returncode, done.stdout, done.stderr)

    if ROOT and subprocess.run([*prefix, WIKIC, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("another user cannot run this interpreter")
    return run


@pytest.mark.parametrize(
    ("closed", "command"),
    [
        ("kb", ("init", "docs", "-C", "kb/new")),
        ("kb/.wikic", ("compile", "docs", "-C", "kb")),
        ("kb/wiki/sources/digests", ("compile", "docs", "-C", "kb")),
        ("kb/wiki/geography", ("compile", "docs", "-C", "kb")),
        ("kb/wiki", ("forget", "docs/ada.md", "-C", "kb")),
    ],
)
def test_a_folder_one_may_not_write(
    home: Path, as_nobody: Callable[..., Done], closed: str, command: tuple[str, ...]
) -> None:
    (home / "docs/london.md").write_text("# London\n\nLondon is a city. London has a bridge.\n")
    write(home / "docs", {"rome.md": "# Rome\n\nRome is a city in Italy. Rome has a mayor.\n"})
    os.chmod(home / closed, 0o555)
    before = snapshot(home / "kb/wiki")
    done = as_nobody(*command, code=2)
    assert done.err.startswith("wikic: ") and ("permission" in done.err or "cannot be written" in done.err)
    assert snapshot(home / "kb/wiki") == before and done.out == ""
    os.chmod(home / closed, 0o755)
    if command[0] == "compile":
        as_nobody(*command)


def test_files_one_may_not_read(home: Path, as_nobody: Callable[..., Done]) -> None:
    write(home / "docs", {"secret.md": "# S\n\nDunmore is a town.\n", "deep/a.md": "# D\n\nDunmore.\n"})
    os.chmod(home / "docs/secret.md", 0)
    os.chmod(home / "docs/deep", 0)
    done = as_nobody("compile", "docs", "-C", "kb", code=1)
    assert "docs/secret.md: cannot be read (Permission denied)" in done.out
    assert "docs/deep: cannot be read (Permission denied)" in done.out
    os.chmod(home / "docs", 0)
    assert "docs" in as_nobody("compile", "docs", "-C", "kb", code=2).err
    os.chmod(home / "docs", 0o755)
    (page,) = (home / "kb/wiki/people").glob("Ada*")
    os.chmod(page, 0)
    os.utime(page, (1, 1))
    for command in ("compile", "status", "lint"):
        assert "Ada-Lovelace.md" in as_nobody(command, "-C", "kb", code=2).err
    os.chmod(home / "docs/deep", 0o755)


def test_reading_needs_no_permission_to_write(home: Path, as_nobody: Callable[..., Done]) -> None:
    for path in [home / "kb", *(each for each in (home / "kb").rglob("*") if each.is_dir())]:
        path.chmod(0o555)
    for command in (("status",), ("lint",), ("compile", "docs", "--dry-run")):
        as_nobody(*command, "-C", "kb")
    for path in [home / "kb", *(each for each in (home / "kb").rglob("*") if each.is_dir())]:
        path.chmod(0o755)


@pytest.mark.disk
def test_a_read_only_disk(home: Path, mount: Callable[..., Path]) -> None:
    disk = mount("size=4m")
    shutil.copytree(home / "kb", disk / "kb")
    write(home / "docs", {"rome.md": "# Rome\n\nRome is a city in Italy.\n"})
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    before = snapshot(disk)
    for command in (("compile", "docs"), ("forget", "docs/ada.md")):
        done = wikic(*command, "-C", disk / "kb", cwd=home, code=2)
        assert "read-only" in done.err and "nothing was changed" in done.err
    assert "read-only" in wikic("init", "docs", "-C", disk / "new", cwd=home, code=2).err
    for command in (("compile", "docs", "--dry-run"), ("status",), ("lint",)):
        wikic(*command, "-C", disk / "kb", cwd=home)
    asked = "Where was Ada Lovelace born?\n"
    talked = wikic("chat", "-C", disk / "kb", cwd=home, given=f"{asked}/save Birth\n{asked}/quit\n")
    assert talked.err.count("the disk is read-only; the answer is not saved") == 1
    assert talked.out.count("was born in London in 1815. [1]") == 2
    assert snapshot(disk) == before


@pytest.mark.disk
@pytest.mark.parametrize(
    "room", [16, pytest.param(32, marks=pytest.mark.slow), pytest.param(100, marks=pytest.mark.slow)]
)
def test_a_disk_that_runs_full(home: Path, mount: Callable[..., Path], room: int) -> None:
    """``room`` KB are left; wherever it gets stuck, a rerun with space gives an undisturbed run's bytes."""
    disk = mount("size=2m")
    shutil.copytree(home / "kb", disk / "kb")
    towns = {
        f"t{at}.md": f"# Town{at}\n\nTown{at} is a town in Wessex. Town{at} has a mill.\n" for at in range(12)
    }
    write(home / "docs", towns)
    with filled(disk, room * 1024):
        done = wikic("compile", "docs", "-C", disk / "kb", cwd=home, code=None)
    assert done.code in (0, 2), done
    if done.code == 2:
        assert "no space left on the disk" in done.err, done
    wikic("compile", "docs", "-C", disk / "kb", cwd=home)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert snapshot(disk / "kb/wiki") == snapshot(home / "kb/wiki")
    assert not list((disk / "kb/.wikic").glob("*.new"))


@pytest.mark.disk
def test_a_watch_on_a_full_disk_loses_nothing(home: Path, mount: Callable[..., Path]) -> None:
    """It says so, once; where there is room again it, or the next compile, takes in what came meanwhile."""
    disk = mount("size=2m")
    shutil.copytree(home / "kb", disk / "kb")
    said = home / "said.txt"
    with said.open("w") as complaints:
        watch = start(
            "compile", "docs", "-C", disk / "kb", "--watch", cwd=home, stdout=complaints, stderr=complaints
        )
    try:
        until(lambda: "Ctrl-C ends" in said.read_text(), said.read_text)
        with filled(disk):
            write(home / "docs", {"rome.md": "# Rome\n\nRome is a city in Italy. Rome has a mayor.\n"})
            until(lambda: "no space left on the disk" in said.read_text(), said.read_text)
        write(home / "docs", {"oslo.md": "# Oslo\n\nOslo is a city in Norway.\n"})
        until(
            lambda: watch.poll() is not None or "Oslo" in str(list((disk / "kb/wiki").rglob("*.md"))),
            said.read_text,
        )
        watch.send_signal(signal.SIGINT)
        assert watch.wait(HUNG) in (0, 1, 2, 130) and "Traceback" not in said.read_text(), said.read_text()
    finally:
        watch.kill()
    assert said.read_text().count("no space left on the disk") == 1
    wikic("compile", "docs", "-C", disk / "kb", cwd=home)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert snapshot(disk / "kb/wiki") == snapshot(home / "kb/wiki")
