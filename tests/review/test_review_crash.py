"""kill -9 before every step: a document waits or has landed, never both and never neither."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp

import pytest
from support.command import write
from support.pictures import png
from support.reviewed import begun, compiled

KILLED = Path(__file__).with_name("review_killed.py")
DOCS = {
    "ada.md": "# Ada Lovelace\n\nAda Lovelace was born in London.\n\n![Ada](ada.png)\n",
    "london.md": "# London\n\nLondon is a city in England.\n",
}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.mark.parametrize("what", ["put aside", "accept", "reject"])
def test_killed(tmp_path: Path, what: str) -> None:
    home = tmp_path / "start"
    docs = DOCS if what == "accept" else {"london.md": DOCS["london.md"]}
    png(home / "docs/ada.png")
    begun(home, docs)
    compiled(home)
    png(home / "docs/ada.png", 1)
    write(home / "docs", {name: f"{text}\nIt rains.\n" for name, text in docs.items()})
    if what != "put aside":
        compiled(home, review=True)
    run = subprocess.run(
        [sys.executable, str(KILLED), str(home), f"{mkdtemp(dir=tmp_path)}/home", what],
        env=os.environ | {"PYTHONPATH": str(KILLED.parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found["wrong"] == []
    steps: list[str] = found["steps"]
    if what == "accept":
        landed = next(at for at, step in enumerate(steps) if step.startswith("replace wiki/sources/digests"))
        gone = next(at for at, step in enumerate(steps) if step.startswith("delete review/sources/digests"))
        assert landed < steps.index("replace wiki/people/Ada-Lovelace.md") < gone
        assert steps.count("commit") == 1
