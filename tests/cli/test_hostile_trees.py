"""Commands over a repository whose ``.wikic/`` somebody made with care.

Whatever lies there: no command ends with a bug, is killed, or takes ten seconds of processor time; nothing
outside the wiki is written, and nothing of it shows inside or on the terminal.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.command import snapshot, wikic, write
from support.depth import sample
from support.hostile import COMMANDS, MARK, ODD, STAY, TALK, lay, trees, wrong

pytestmark = pytest.mark.slow


@pytest.mark.timeout(sample(300, 0))
@settings(max_examples=sample(25, 10_000), suppress_health_check=list(HealthCheck))
@given(trees, st.lists(st.sampled_from((*COMMANDS, *ODD, *STAY)), min_size=2, max_size=2, unique=True))
def test_no_tree_reaches_beyond_the_wiki(compiled: Path, tree: Any, commands: list[tuple[str, ...]]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch) / "home"
        lay(compiled, home, tree)
        assert wrong(home, commands) == []


@pytest.mark.parametrize(
    "name", [".wikic", ".wikic/trace.json", ".wikic/mirror", ".wikic/search", ".wikic/journal"]
)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_symlink_is_refused_by_every_command(home: Path, name: str, command: tuple[str, ...]) -> None:
    outside = write(home / "outside", {"key": MARK, "directory/file": MARK})
    place = home / "kb" / name
    if place.is_dir():
        shutil.rmtree(place)
    place.symlink_to(outside / "key" if name.endswith(".json") else outside)
    before = snapshot(home)
    done = wikic(*command, cwd=home, code=2, given=TALK)
    assert f"kb/{name}: is a symlink" in done.err and "remove it" in done.err
    assert snapshot(home) == before


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_wiki_that_lies_elsewhere_is_not_read(home: Path, command: tuple[str, ...]) -> None:
    shutil.move(home / "kb/wiki", home / "elsewhere")
    (home / "kb/wiki").symlink_to(home / "elsewhere")
    before = snapshot(home)
    assert "leads out of kb" in wikic(*command, cwd=home, code=2, given=TALK).err
    assert snapshot(home) == before
