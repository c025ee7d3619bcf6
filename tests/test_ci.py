"""Continuous integration runs what a change must pass here: no more, no less, nothing twice."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def target(name: str) -> tuple[list[str], str]:
    """The prerequisites of a target of the Makefile, and its commands."""
    found = re.search(
        rf"^{name}:([^#\n]*)(?:##.*)?\n((?:\t.*\n)*)", (ROOT / "Makefile").read_text("utf-8"), re.M
    )
    assert found, name
    return [each for each in found[1].split() if each != "$(STAMP)"], found[2]


def test_ci_runs_what_check_runs() -> None:
    script = (ROOT / ".ci/run").read_text("utf-8")
    needs, commands = target("check")
    assert commands == ""  # all of it stands in the targets it needs
    assert re.findall(r"^make (.+)$", script, re.MULTILINE) == needs == ["test", "lint"]


def test_check_holds_every_gate() -> None:
    commands = "".join(target(name)[1] for name in target("check")[0])
    for gate in ("ruff check .", "ruff format --check .", "mypy", "pytest"):
        assert commands.count(gate) == 1, gate


def test_every_target_is_listed_as_one_that_makes_no_file() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert phony
    assert sorted(phony[1].split()) == sorted(re.findall(r"^([a-z-]+):", text, re.MULTILINE))


def test_the_script_is_one_that_bash_can_read() -> None:
    subprocess.run(["bash", "-n", ".ci/run"], cwd=ROOT, check=True)
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
