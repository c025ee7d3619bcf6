"""kill -9 at any moment of every command that writes, and full disks under it: nothing lost or half done.

A wiki with people's words in it is copied, a command runs in a process of its own and is killed at a random
moment, or finds no room at one. What recovery makes of it must be the wiki as it was before the command, or
as the command leaves it; the same command, run again, gives the latter.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from support.command import snapshot, start, wikic, write
from support.copies import copied
from support.depth import sample
from support.patience import HUNG
from support.small_disks import crowded, filled
from support.started import Started

from wikic.wiki import lock, recovery
from wikic.wiki.journal import Journal

pytestmark = pytest.mark.slow

ROUNDS = sample(20, 2_000)
FULL_ROUNDS = sample(20, 600)
DISK = 12 << 20  # bytes of a disk that runs full
NEW: Mapping[str, str] = {
    "docs/rye.md": "# Rye\n\nRye is a town in England. Ada Lovelace knew Rye.\n\n![Rye](img/rye.png)\n",
    "docs/img/rye.png": "a picture",
    "docs/london.md": "# London\n\nLondon is a city in England. London lies on the River Thames.\n",
}
BROKEN: Mapping[str, str] = {"kb/wiki/people/Own.md": "# Own\n\nSee [[Londn]] and [[Ada Lovelace]].\n"}
VAULT: Mapping[str, str] = {"vault/a.md": "See [[B]] and [[nobody]].\n", "vault/b.md": "# B\n\nWords.\n"}
BASES: Mapping[str, str] = {f"docs/{name}/a.md": NEW["docs/rye.md"] for name in "ab"}
ASKED = "Where was Ada Lovelace born?\n/save Birth\n/quit\n"


@dataclass(frozen=True)
class Deed:
    """A command that writes.

    laid: what is laid out before it. first: commands that run before it.
    settles: whether it ends well and has nothing to do a second time.
    whole: whether it is done or not done, wherever it is cut; else it is brought to its end the next time.
    again: whether the same command once more leaves what one alone does.
    """

    arguments: tuple[str, ...]
    laid: Mapping[str, str] = field(default_factory=dict)
    first: tuple[tuple[str, ...], ...] = ()
    settles: bool = True
    whole: bool = True
    again: bool = True

    @property
    def base(self) -> str:
        """The knowledge base that it writes to."""
        return self.arguments[-1]


_FORGET = ("forget", "docs/paris.md", "-C", "kb")
_EXPORTED = (("export", "site", "site", "-C", "kb"),)
_REVIEWED = (("compile", "docs", "--review", "-C", "kb"),)
DEEDS: tuple[Deed, ...] = (
    Deed(("init", "docs", "-C", "new"), settles=False),
    Deed(("compile", "docs", "-C", "kb"), NEW),
    Deed(("compile", "docs", "--review", "-C", "kb"), NEW),
    Deed(("review", "accept", "docs/rye.md", "docs/london.md", "-C", "kb"), NEW, _REVIEWED, settles=False),
    Deed(("review", "reject", "docs/rye.md", "--reason", "no", "-C", "kb"), NEW, _REVIEWED, settles=False),
    Deed(_FORGET, settles=False),
    Deed(("fix", "--unsafe", "--fail-on", "never", "-C", "kb"), BROKEN),
    Deed(("rename", "London", "London Town", "-C", "kb"), settles=False),
    Deed(("merge", "London", "Paris", "-C", "kb"), settles=False),
    Deed(("mirror", "--rebuild", "-C", "kb")),
    Deed(("evolve", "--apply", "-C", "kb")),
    Deed(("chat", "-C", "kb"), whole=False, again=False),
    Deed(("adopt", "vault"), VAULT, settles=False),
    Deed(("lint", "--output", "lint.txt", "--fail-on", "never", "-C", "kb"), BROKEN),
    Deed(_EXPORTED[0], whole=False),
    Deed(_EXPORTED[0], first=(*_EXPORTED, _FORGET), whole=False),
    Deed(("export", "skills", "skills", "-C", "kb"), whole=False),
    Deed(("export", "skill", "--output", "kb/own", "-C", "kb")),
    Deed(("export", "graph", "wiki.graphml", "-C", "kb")),
    Deed(("fleet", "docs", "--jobs", "2", "--to", "kbs"), BASES, whole=False),
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


def recovered(root: Path) -> None:
    if not (root / "wiki").is_dir() and not (root / ".wikic").is_dir():
        return
    with lock.writer(root, wait=HUNG):  # a fleet's bases end by themselves once it is gone
        recovery.recover(root)
    assert Journal.left(root) == ()


def begun(deed: Deed, worded: Path, home: Path) -> Path:
    """Where the command is about to run."""
    write(copied(worded, home), {**deed.laid, "asked.txt": ASKED})
    for command in deed.first:
        wikic(*command, cwd=home)
    return home


def started(deed: Deed, home: Path) -> Started | subprocess.Popen[Any]:
    with (home / "asked.txt").open() as asked:
        nowhere = subprocess.DEVNULL
        return start(*deed.arguments, cwd=home, stdin=asked, stdout=nowhere, stderr=nowhere)


def killed(deed: Deed, home: Path, seconds: float) -> bool:
    """Run the command and kill it after so long; whether it had not ended."""
    run = started(deed, home)
    try:
        run.wait(seconds)
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()
    return run.returncode == -signal.SIGKILL


@dataclass(frozen=True)
class Known:
    """What a command does when nothing disturbs it.

    ready: where it is about to run. before, after: the files there, and when it has ended. seconds: it takes.
    """

    deed: Deed
    ready: Path
    before: Mapping[str, bytes | str]
    after: Mapping[str, bytes | str]
    seconds: float


@pytest.fixture(scope="module")
def calm(worded: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Known, ...]:
    """Every deed, undisturbed."""
    known, place = [], tmp_path_factory.mktemp("calm")
    for number, deed in enumerate(DEEDS):
        ready = begun(deed, worded, place / f"ready-{number}")
        before, home, began = files(ready), copied(ready, place / "home"), time.monotonic()
        # Started as it is when it is killed, so that it takes as long.
        assert started(deed, home).wait() in (0, 1), deed.arguments
        known.append(Known(deed, ready, before, files(home), time.monotonic() - began))
        assert (before == files(home)) == (deed.arguments[0] in ("mirror", "evolve")), deed.arguments
        shutil.rmtree(home)
    return tuple(known)


def look(known: Known, home: Path) -> None:
    """See that what a disturbed command left is whole, and that the command once more comes to its end."""
    deed, before = known.deed, known.before
    for root in [home / deed.base, *(home / "kbs").glob("*")]:
        recovered(root)
    found = files(home)
    if deed.whole and found != known.after:
        # Folders with nothing in them, and a hidden file that was to take another's place.
        fresh = {name for name in found.keys() - before.keys() if name.endswith(".new")}
        left = fresh | {name for name in found.keys() - before.keys() if found[name] == "dir"}
        assert {name: data for name, data in found.items() if name not in left} == before, deed.arguments
        assert len(fresh) <= 1
        for name in fresh:
            (home / name).unlink()
    assert words(found) == 3
    wikic(*deed.arguments, cwd=home, code=0 if deed.settles else None, given=ASKED)
    if deed.again:
        assert files(home) == known.after, deed.arguments
    if deed.arguments[0] == "mirror":
        wikic("mirror", "--check", "-C", "kb", cwd=home)


@pytest.mark.timeout(sample(600, 0))
def test_a_storm_of_kills(calm: tuple[Known, ...], tmp_path: Path) -> None:
    chance = random.Random(12)
    cut = 0
    for number in range(ROUNDS):
        known = calm[number % len(calm)]
        home = copied(known.ready, tmp_path / "storm")
        cut += killed(known.deed, home, chance.random() * known.seconds)
        look(known, home)
        shutil.rmtree(home)
    assert cut


@pytest.mark.disk
@pytest.mark.timeout(sample(600, 0))
def test_a_storm_of_full_disks(calm: tuple[Known, ...], mount: Callable[..., Path]) -> None:
    """Each command where some room is left, or some files may be made: it says so, or does its work."""
    chance = random.Random(14)
    refused = 0
    disk = mount(f"size={DISK},nr_inodes=3000")
    for number in range(FULL_ROUNDS):
        known = calm[number % len(calm)]
        home = copied(known.ready, disk / "storm")
        stuffed = (
            crowded(disk, chance.randrange(60))
            if number % 3 == 2
            else filled(disk, chance.randrange(400_000))
        )
        with stuffed:
            done = wikic(*known.deed.arguments, cwd=home, code=None, given=ASKED)
        assert done.code in (0, 1, 2), (known.deed.arguments, done)
        refused += "no space left" in (done.err + done.out).lower()
        look(known, home)
        shutil.rmtree(home)
    assert refused
