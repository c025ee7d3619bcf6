"""kill -9 before every step of a fix: the wiki is as it was or fixed, never something in between."""

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

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.schema.new_wiki import start_wiki

KILLED = Path(__file__).with_name("fix_killed.py")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

BROKEN = {
    "notes/mine.md": "---\ntitle: A: b\n---\r\n# Mine\nSee [[London] and [[mine]] and [[Nobody]].\n",
    "notes/other.md": "<<<<<<< a\nsame\n=======\nsame\n>>>>>>> b\n[[Gone]]\n",
}


def killed_everywhere(home: Path) -> list[str]:
    """The names of all steps, after seeing that none matters."""
    scratch = Path(mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else home.parent))
    run = subprocess.run(
        [sys.executable, str(KILLED), str(home), str(scratch / "home")],
        env=os.environ | {"PYTHONPATH": str(KILLED.parents[3])},  # the package need not be installed
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


def test_killed_while_a_wiki_is_fixed(tmp_path: Path) -> None:
    home = tmp_path / "kb"
    write(tmp_path / "docs", TOWN)
    start_wiki(home, [tmp_path / "docs"], OfflineCurator(), "Kb")
    compile_documents(home, [tmp_path / "docs"], OfflineCurator(), Options("2026-11-20", "Kb"))
    write(home / "wiki", BROKEN)
    page = home / "wiki/geography/London.md"
    page.write_text(page.read_text().replace("#p", "#q"))
    (home / "wiki/geography/_index.md").unlink()
    steps = killed_everywhere(home)
    for step in ("replace notes/mine.md", "replace geography/London.md", "create geography/_index.md"):
        assert step in steps
    assert steps.count("commit") == 1


def test_killed_while_a_vault_is_fixed(tmp_path: Path) -> None:
    vault = write(tmp_path / "vault", BROKEN)
    (vault / "wikic.toml").write_text('[lint]\nprofile = "vault"\n')
    steps = killed_everywhere(vault)
    assert "replace notes/mine.md" in steps and steps.count("commit") == 1
