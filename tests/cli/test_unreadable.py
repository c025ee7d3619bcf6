"""A page that may not be read: every command says so, and none takes what it remembers for the page."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, WIKIC, snapshot, wikic

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="root gives up what lets it read all by prctl"
)

_DROP = 24  # PR_CAPBSET_DROP
_READ_ALL = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def _as_others() -> None:
    """Even root is refused what the mode forbids."""
    if os.geteuid() == 0:
        prctl = ctypes.CDLL(None).prctl
        for capability in _READ_ALL:
            prctl(_DROP, capability, 0, 0, 0)


def run(home: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [WIKIC, *arguments, "-C", "kb"],
        cwd=home,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_as_others,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("arguments", [("lint",), ("fix",), ("compile", "docs"), ("compile",), ("status",)])
def test_a_page_that_may_not_be_read_is_named(home: Path, arguments: tuple[str, ...]) -> None:
    wikic("lint", "-C", "kb", cwd=home)  # and is remembered as it was
    page = home / "kb/wiki/people/Ada-Lovelace.md"
    before = snapshot(home / "kb/wiki")
    page.chmod(0)
    code, said = run(home, *arguments)
    assert code == 2 and f"cannot read {page.relative_to(home)}: Permission denied" in said
    page.chmod(0o644)
    assert snapshot(home / "kb/wiki") == before


def test_the_mirror_keeps_what_it_may_not_read(home: Path) -> None:
    files = wikic("mirror", "-C", "kb", "--json", cwd=home).json["files"]
    (home / "kb/wiki/people/Ada-Lovelace.md").chmod(0)
    code, said = run(home, "mirror")
    assert code == 1 and "people/Ada-Lovelace.md: could not be read" in said and "removed" not in said
    (home / "kb/wiki/people/Ada-Lovelace.md").chmod(0o644)
    assert wikic("mirror", "-C", "kb", "--json", cwd=home).json["files"] == files
    wikic("mirror", "--check", "-C", "kb", cwd=home)
