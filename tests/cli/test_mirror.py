"""``wikic mirror``: in step, checked, made anew, followed; what it says where it cannot."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.command import ENVIRONMENT, git, snapshot, start, wikic
from support.patience import HUNG, until
from support.shown import rebuilt, shown

from wikic.errors import WikicError
from wikic.store.tree import open_mirror


def exact(kb: Path) -> bool:
    with open_mirror(kb / ".wikic/mirror") as store:
        found, wanted = shown(store), rebuilt(kb / "wiki")
        assert {path: each for path, each in found.items() if wanted.get(path) != each} == {}
        return found == wanted


def test_in_step_checked_and_made_anew(home: Path) -> None:
    kb = home / "kb"
    assert wikic("mirror", "-C", "kb", cwd=home).out.startswith("mirror: ")
    assert wikic("mirror", "-C", "kb", cwd=home).out.endswith(" files, nothing changed\n")
    assert wikic("mirror", "--check", "-C", "kb", cwd=home).out.endswith(" files, as the wiki is\n")
    before = snapshot(kb / "wiki")
    (kb / "wiki/index.md").write_text("# Mine\n")
    done = wikic("mirror", "--check", "-C", "kb", cwd=home, code=1)
    assert done.out.startswith("index.md: has another content in the mirror\n1 difference;")
    found = wikic("mirror", "--check", "--json", "-C", "kb", cwd=home, code=1).json
    assert [(each["path"], each["kind"]) for each in found["differences"]] == [("index.md", "differs")]
    assert wikic("mirror", "--json", "-C", "kb", cwd=home).json["written"] == 1
    for file in (kb / ".wikic/mirror").glob("MANIFEST-*"):
        file.write_bytes(b"damaged" * 30)
    assert "`wikic mirror` mends it" in wikic("mirror", "--check", "-C", "kb", cwd=home, code=1).out
    done = wikic("mirror", "-C", "kb", cwd=home)
    assert "made anew: " in done.err
    assert wikic("mirror", "--rebuild", "--json", "-C", "kb", cwd=home).json["rebuilt"] == "asked for"
    assert exact(kb)
    assert {name for name, data in snapshot(kb / "wiki").items() if before.get(name) != data} == {"index.md"}


def test_options_that_make_no_sense_together(home: Path) -> None:
    for options in (("--check", "--rebuild"), ("--check", "--watch"), ("--poll",), ("--watch", "--json")):
        wikic("mirror", *options, "-C", "kb", cwd=home, code=2)
    assert "no wiki" in wikic("mirror", "-C", "docs", cwd=home, code=2).err


def test_without_plyvel_the_files_serve_everything(home: Path, tmp_path: Path) -> None:
    (tmp_path / "without").mkdir()
    for module in ("plyvel", "plyvel_next"):
        (tmp_path / f"without/{module}.py").write_text("raise ImportError('no wheel for this machine')\n")
    env = {**ENVIRONMENT, "PYTHONPATH": str(tmp_path / "without")}
    done = wikic("mirror", "-C", "kb", cwd=home, env=env, code=2)
    assert "the mirror needs plyvel" in done.err
    assert "the wiki's own files are read instead" in done.err
    wikic("mirror", "--check", "-C", "kb", cwd=home, env=env, code=2)
    assert "4 times as much for a page" in wikic("status", "-C", "kb", cwd=home, env=env).out
    (home / "docs/turing.md").write_text("# Alan Turing\n\nAlan Turing was a mathematician.\n")
    wikic("compile", "docs", "-C", "kb", cwd=home, env=env)
    assert "Turing" in wikic("search", "Turing", "-C", "kb", cwd=home, env=env).out
    wikic("read", "/", "-C", "kb", cwd=home, env=env)
    wikic("ask", "Who was Ada Lovelace?", "-C", "kb", cwd=home, env=env)


def test_status_says_what_is_read_most_and_rebuilding_keeps_it(home: Path) -> None:
    wikic("ask", "When was Ada Lovelace born?", "-C", "kb", cwd=home)
    wikic("read", "Ada Lovelace", "-C", "kb", cwd=home)
    line = next(
        each for each in wikic("status", "-C", "kb", cwd=home).out.splitlines() if "most read" in each
    )
    assert line.startswith("1 question asked; ")
    assert "Ada-Lovelace (2)" in line
    wikic("mirror", "--rebuild", "-C", "kb", cwd=home)
    assert line in wikic("status", "-C", "kb", cwd=home).out
    found = wikic("status", "--json", "-C", "kb", cwd=home).json
    assert found["questions"] == 1
    assert max(found["reads"].values()) == 2
    assert found["mirror"]["note"]["files"] > 5


# --- watching -----------------------------------------------------------------------------------------


class Watching:
    """A ``wikic mirror --watch`` and what it printed."""

    def __init__(self, process: subprocess.Popen[str], kb: Path, out: Path) -> None:
        self.process = process
        self.kb = kb
        self._out = out

    @property
    def lines(self) -> list[str]:
        return self._out.read_text().splitlines()

    def until(self, true: Callable[[], bool]) -> None:
        until(lambda: self.process.poll() is not None or true(), lambda: self.lines)
        assert self.process.poll() is None, self.lines

    def is_in_step(self) -> bool:
        """Whether the mirror is as the wiki is; its process holds it, so a copy is looked at."""
        with TemporaryDirectory() as aside, suppress(OSError, WikicError, AssertionError):
            shutil.copytree(self.kb / ".wikic/mirror", f"{aside}/mirror")
            with open_mirror(Path(aside) / "mirror") as store:
                return shown(store) == rebuilt(self.kb / "wiki")
        return False  # it was written while it was copied

    def said(self, *words: str) -> None:
        """Wait for a line with all these words."""
        self.until(lambda: any(all(word in line for word in words) for line in self.lines))


@contextmanager
def watching(home: Path, *options: str, before: str = "") -> Iterator[Watching]:
    """Follow until the block ends; then Ctrl-C, which must end it well, and the mirror is exact.

    before: Python run in the process before the command.
    """
    out = home / "watch.txt"
    kb = home / "kb"
    main = "from wikic.cli.main import main; raise SystemExit(main())"
    command = ("mirror", "--watch", "--verbose", *options, "-C", "kb")
    with out.open("w") as file:
        if before:
            process = subprocess.Popen(
                [sys.executable, "-c", f"{before}\n{main}", *command],
                cwd=home, env=ENVIRONMENT, stdout=file, stderr=subprocess.STDOUT,
            )  # fmt: skip
        else:
            process = start(*command, cwd=home, stdout=file, stderr=subprocess.STDOUT)
        watched = Watching(process, kb, out)
        try:
            watched.said("generation ")
            yield watched
            watched.until(watched.is_in_step)
            process.send_signal(signal.SIGINT)
            assert process.wait(HUNG) == 0, watched.lines
        finally:
            process.kill()
            process.wait()
    assert not any("Traceback" in line for line in watched.lines), watched.lines
    assert not (kb / ".wikic/mirror.lock.owner").exists()
    assert exact(kb)


def test_watch_follows_editors_git_and_compile_and_holds_the_mirror(home: Path) -> None:
    kb = home / "kb"
    git("init", "-q", "-b", "main", cwd=kb)
    git("add", "-A", cwd=kb)
    git("commit", "-qm", "all", cwd=kb)
    git("checkout", "-q", "-b", "other", cwd=kb)
    page = next((kb / "wiki").rglob("Ada-Lovelace.md"))
    name = page.relative_to(kb / "wiki").as_posix()
    page.write_text("# Ada on the other branch\n")
    (kb / "wiki/aside").mkdir()
    (kb / "wiki/aside/New.md").write_text("# New\n")
    git("add", "-A", cwd=kb)
    git("commit", "-qm", "other", cwd=kb)
    with watching(home) as watch:
        git("checkout", "-q", "main", cwd=kb)
        watch.said("1 written, 1 removed", name)
        # An editor that saves by a rename, and a directory that moves with what is in it.
        swap = page.with_name(".Ada.swp")
        swap.write_text("# Ada, saved\n")
        os.replace(swap, page)
        watch.said("1 written in", name)
        (kb / "wiki/deep/down").mkdir(parents=True)
        (kb / "wiki/deep/down/A.md").write_text("# A\n")
        watch.said("deep/down/A.md")
        (kb / "wiki/deep").rename(kb / "wiki/deeper")
        watch.said("1 written, 1 removed", "deeper/down/A.md")
        # Others read the files and say so; the second mirror says who holds it.
        done = wikic("mirror", "-C", "kb", cwd=home, code=2)
        assert f"process {watch.process.pid} on " in done.err
        done = wikic("search", "London", "--verbose", "-C", "kb", cwd=home)
        held = f"held by wikic mirror --watch --verbose -C kb (process {watch.process.pid} on "
        assert f"reads the files of wiki/: the mirror is {held}" in done.err
        assert "held by wikic mirror" in wikic("status", "-C", "kb", cwd=home).out
        git("checkout", "-q", ".", cwd=kb)
        (home / "docs/turing.md").write_text("# Alan Turing\n\nAlan Turing was an English mathematician.\n")
        before = len(watch.lines)
        wikic("compile", "docs", "-C", "kb", cwd=home)
        watch.until(lambda: any(_written(each) for each in watch.lines[before:]))


def test_watch_takes_ten_thousand_files_at_once(home: Path) -> None:
    with watching(home) as watch:
        for directory in range(20):
            (watch.kb / f"wiki/bulk/d{directory}").mkdir(parents=True)
            for number in range(500):
                (watch.kb / f"wiki/bulk/d{directory}/{number}.md").write_bytes(b"# A page\n")
        watch.until(lambda: sum(map(_written, watch.lines)) >= 10_000)


def _written(line: str) -> int:
    number, _, rest = line.partition(" written")
    return int(number.replace(",", "")) if rest and number.replace(",", "").isdigit() else 0


_NO_MORE_WATCHES = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000):  # CLONE_NEWUSER: a limit of our own
    sys.exit("no user namespaces")
try:
    open("/proc/sys/user/max_inotify_watches", "w").write("{limit}")
except OSError:
    sys.exit("no user namespaces")
"""
_REFUSED = """
import errno
from watchdog.observers.inotify_c import InotifyFD
def refuse(self, path, mask):
    raise OSError(errno.ENOSPC, "inotify watch limit reached")
InotifyFD._create_watch = refuse
def none(*_): raise OSError(errno.ENOSPC, "inotify watch limit reached")
InotifyFD.add_callback = none
"""


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
@pytest.mark.parametrize("before", [_REFUSED, _NO_MORE_WATCHES.format(limit=3)], ids=["refused", "limit"])
def test_watch_polls_where_the_system_watches_no_more(home: Path, before: str) -> None:
    if before is not _REFUSED:
        probe = subprocess.run([sys.executable, "-c", before], capture_output=True, check=False)
        if probe.returncode:
            pytest.skip("this system lets nobody set a limit of their own")
    with watching(home, before=before) as watch:
        watch.said("looks at the files every 1 s: ")
        page = next((watch.kb / "wiki").rglob("Ada-Lovelace.md"))
        page.write_text("# Ada, where nobody watches\n")
        watch.said("1 written", page.name)


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_watch_polls_from_when_new_directories_reach_the_limit(home: Path) -> None:
    before = _NO_MORE_WATCHES.format(limit=40)
    if subprocess.run([sys.executable, "-c", before], capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody set a limit of their own")
    with watching(home, before=before) as watch:
        for number in range(60):
            (watch.kb / f"wiki/d{number}").mkdir()
            (watch.kb / f"wiki/d{number}/A.md").write_text("a")
        watch.said("looks at the files every 1 s: the system watches no more directories")
        time.sleep(1.2)
        (watch.kb / "wiki/d59/A.md").write_text("# In a directory that nobody watches\n")
        watch.said("1 written", "d59/A.md")
