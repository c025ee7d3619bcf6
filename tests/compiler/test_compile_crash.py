"""kill -9 before every step of a compile; running it again gives the bytes of one that nobody disturbed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

import pytest
from support.command import TOWN, write
from support.pictures import png

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.schema.new_wiki import start_wiki

KILLED = Path(__file__).with_name("compile_killed.py")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def killed_everywhere(tmp_path: Path) -> list[str]:
    """The names of all steps, after seeing that none matters."""
    scratch = Path(mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else tmp_path))
    here = str(KILLED.parents[2])  # the package need not be installed
    run = subprocess.run(
        [sys.executable, str(KILLED), str(tmp_path / "start"), str(scratch / "home")],
        env=os.environ | {"PYTHONPATH": here},
        capture_output=True,
        text=True,
        check=False,
    )
    shutil.rmtree(scratch)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found["wrong"] == []
    steps: list[str] = found["steps"]
    return steps


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A wiki that holds nothing yet, and its documents."""
    home = tmp_path / "start"
    write(home / "docs", TOWN)
    start_wiki(home / "kb", [home / "docs"], OfflineCurator(), "Kb")
    return home


@pytest.mark.slow
def test_killed_during_the_first_compile(fresh: Path, tmp_path: Path) -> None:
    steps = killed_everywhere(tmp_path)
    assert len(steps) > 40 and steps.count("commit") == 2  # two batches


def test_killed_when_documents_changed_and_one_is_gone(fresh: Path, tmp_path: Path) -> None:
    options = Options("2026-11-20", "Kb")
    compile_documents(fresh / "kb", [fresh / "docs"], OfflineCurator(), options)
    write(
        fresh / "docs",
        {
            "ada.md": TOWN["ada.md"].replace("London in 1815", "London in December 1815"),
            "bern.md": "# Bern\n\nBern is a city in Switzerland. Bern lies on the Aare.\n",
        },
    )
    (fresh / "docs/paris.md").unlink()
    page = fresh / "kb/wiki/geography/London.md"
    page.write_text(page.read_text().replace("lies on the Thames.", "lies on the *Thames*."))
    steps = killed_everywhere(tmp_path)
    assert any(step.startswith("delete sources/digests/docs-paris") for step in steps)
    assert any(step.startswith("replace people/Ada-Lovelace") for step in steps)


@pytest.mark.slow
def test_killed_when_pictures_come_change_and_go(tmp_path: Path) -> None:
    home = tmp_path / "start"
    write(
        home / "docs",
        {
            "hall.md": "# Hall\n\nThe hall is old.\n\n![The hall](img/hall.png)\n",
            "lamp.md": "# Lamp\n\nThe lamp is lit. See ![the lamp](img/lamp.png) and [a map](img/map.zip).\n",
        },
    )
    for at, name in enumerate(("hall.png", "lamp.png", "map.zip")):
        png(home / "docs/img" / name, at)
    start_wiki(home / "kb", [home / "docs"], OfflineCurator(), "Kb")
    compile_documents(home / "kb", [home / "docs"], OfflineCurator(), Options("2026-11-20", "Kb"))
    png(home / "docs/img/hall.png", 9)
    (home / "docs/lamp.md").unlink()
    write(home / "docs", {"quay.md": "# Quay\n\nThe quay is long.\n\n![The quay](img/lamp.png)\n"})
    steps = killed_everywhere(tmp_path)
    created = [each for each in steps if each.startswith("create sources/articles/") and ".files/" in each]
    deleted = [each for each in steps if each.startswith("delete sources/articles/") and ".files/" in each]
    assert len(created) == 2 and len(deleted) == 3
    beside = next(at for at, step in enumerate(steps) if step in created and "quay" in step)
    assert beside < next(
        at for at, step in enumerate(steps) if step.startswith("create sources/digests/docs-quay")
    )
