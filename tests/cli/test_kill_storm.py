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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from support.command import snapshot, start, wikic, write
from support.copies import copied
from support.depth import sample
from support.started import Started

from wikic.wiki import lock, recovery
from wikic.wiki.journal import Journal

pytestmark = pytest.mark.slow

ROUNDS = sample(20, 2_000)
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
    with lock.writer(root):
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


@pytest.mark.timeout(sample(600, 0))
def test_a_storm_of_kills(worded: Path, tmp_path: Path) -> None:
    chance = random.Random(12)
    known = []
    for number, deed in enumerate(DEEDS):
        ready = begun(deed, worded, tmp_path / f"ready-{number}")
        before, calm, began = files(ready), copied(ready, tmp_path / "calm"), time.monotonic()
        # Started as it is when it is killed, so that it takes as long.
        assert started(deed, calm).wait() in (0, 1), deed.arguments
        known.append((ready, before, files(calm), time.monotonic() - began))
        assert (before == files(calm)) == (deed.arguments[0] in ("mirror", "evolve")), deed.arguments
        shutil.rmtree(calm)
    cut = 0
    for number in range(ROUNDS):
        deed, (ready, before, after, seconds) = (each[number % len(DEEDS)] for each in (DEEDS, known))
        home = copied(ready, tmp_path / "storm")
        cut += killed(deed, home, chance.random() * seconds)
        for root in [home / deed.base, *(home / "kbs").glob("*")]:
            recovered(root)
        found = files(home)
        if deed.whole and found != after:
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
            assert files(home) == after, (number, deed.arguments)
        if deed.arguments[0] == "mirror":
            wikic("mirror", "--check", "-C", "kb", cwd=home)
        shutil.rmtree(home)
    assert cut
