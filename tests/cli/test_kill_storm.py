"""kill -9 at any moment of every command that writes: no byte lost, nothing half done.

A wiki with people's words in it is copied, a command runs in a process of its own and is killed at a random
moment. What recovery makes of it must be the wiki as it was before the command, or as the command leaves it;
the same command, run again, gives the latter.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import snapshot, start, wikic, write
from support.copies import copied
from support.depth import sample

from wikic.wiki import lock, recovery
from wikic.wiki.journal import Journal

pytestmark = pytest.mark.slow

ROUNDS = sample(12, 1_000)
NEW: Mapping[str, str] = {
    "docs/rye.md": "# Rye\n\nRye is a town in England. Ada Lovelace knew Rye.\n\n![Rye](img/rye.png)\n",
    "docs/img/rye.png": "a picture",
    "docs/london.md": "# London\n\nLondon is a city in England. London lies on the River Thames.\n",
}
BROKEN: Mapping[str, str] = {"kb/wiki/people/Own.md": "# Own\n\nSee [[Londn]] and [[Ada Lovelace]].\n"}
# A command that writes, what is laid out before it, and whether it has nothing to do a second time.
DEEDS: tuple[tuple[tuple[str, ...], Mapping[str, str], bool], ...] = (
    (("init", "docs", "-C", "new"), {}, False),
    (("compile", "docs", "-C", "kb"), NEW, True),
    (("forget", "docs/paris.md", "-C", "kb"), {}, False),
    (("fix", "--unsafe", "--fail-on", "never", "-C", "kb"), BROKEN, True),
    (("rename", "London", "London Town", "-C", "kb"), {}, False),
    (("merge", "London", "Paris", "-C", "kb"), {}, False),
    (("mirror", "--rebuild", "-C", "kb"), {}, True),
    (("evolve", "--apply", "-C", "kb"), {}, True),
)


@pytest.fixture(scope="module")
def worded(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``compiled`` with people's words of several kinds."""
    home = copied(compiled, tmp_path_factory.mktemp("worded") / "home")
    page = home / "kb/wiki/people/Ada-Lovelace.md"
    page.write_text(page.read_text() + "\n## Notes\n\nAsk the archive.\n")
    page = home / "kb/wiki/geography/London.md"
    page.write_text(page.read_text().replace("lies on the Thames.", "lies on the *Thames*."))
    write(home / "kb/wiki", {"people/Bo.md": "---\ntype: people\ntitle: Bo\n---\n# Bo\n\nMine.\n"})
    wikic("compile", "-C", "kb", cwd=home)
    return home


def files(home: Path) -> dict[str, bytes | str]:
    """All but ``.wikic/``."""
    return {name: data for name, data in snapshot(home).items() if ".wikic" not in name.split("/")}


def words(found: Mapping[str, bytes | str]) -> int:
    """How many of the people's words are there."""
    text = b"\n".join(data for name, data in found.items() if isinstance(data, bytes) and "kb/wiki" in name)
    return sum(each in text for each in (b"Ask the archive.", b"lies on the *Thames*.", b"Mine."))


def recovered(home: Path, base: str) -> None:
    root = home / base
    if not root.is_dir():
        return
    with lock.writer(root):
        recovery.recover(root)
    assert Journal.left(root) == ()


def undisturbed(
    arguments: tuple[str, ...], laid: Mapping[str, str], worded: Path, home: Path
) -> tuple[dict[str, bytes | str], dict[str, bytes | str], float]:
    """The files before and after the command, and how many seconds it took here and now."""
    write(copied(worded, home), laid)
    before, began = files(home), time.monotonic()
    # Started as it is when it is killed, so that it takes as long.
    assert start(*arguments, cwd=home, stdout=subprocess.DEVNULL).wait() == 0
    return before, files(home), time.monotonic() - began


def killed(arguments: tuple[str, ...], home: Path, seconds: float) -> bool:
    """Run the command and kill it after so long; whether it had not ended."""
    nowhere = subprocess.DEVNULL
    run = start(*arguments, cwd=home, stdout=nowhere, stderr=nowhere)
    try:
        run.wait(seconds)
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()
    return run.returncode == -signal.SIGKILL


@pytest.mark.timeout(sample(600, 0))
def test_a_storm_of_kills(worded: Path, tmp_path: Path) -> None:
    chance = random.Random(12)
    known = []
    for number, (arguments, laid, _) in enumerate(DEEDS):
        known.append(undisturbed(arguments, laid, worded, tmp_path / f"calm-{number}"))
    cut = 0
    for number in range(ROUNDS):
        (arguments, laid, settles), (before, after, seconds) = (
            each[number % len(DEEDS)] for each in (DEEDS, known)
        )
        home = write(copied(worded, tmp_path / "storm"), laid)
        cut += killed(arguments, home, chance.random() * seconds)
        recovered(home, arguments[-1])
        found = files(home)
        if found != after:
            found.pop("new", None)  # a directory with nothing in it but `.wikic/`
            assert found == before, (number, arguments)
        assert words(found) == 3
        wikic(*arguments, cwd=home, code=0 if settles else None)
        assert files(home) == after, (number, arguments)
        if arguments[0] == "mirror":
            wikic("mirror", "--check", "-C", "kb", cwd=home)
        shutil.rmtree(home)
    assert cut
