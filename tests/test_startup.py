"""A command pays only for what it uses. How long that takes is measured by benchmarks/startup.py."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

# Measured import costs: litellm 3.3 s, mcp 0.65 s, redis 0.13 s, numpy 0.13 s. markdown-it-py (64 ms) is
# not named: rich, which renders the help, imports it.
HEAVY = (
    *("litellm", "pydantic", "openai", "httpx", "numpy", "mcp", "starlette", "redis"),
    *("tantivy", "plyvel", "plyvel_next", "rapidfuzz", "watchdog", "asyncio", "multiprocessing"),
)
# No command of these may load a model library, whatever else it needs.
MODEL = ("litellm", "pydantic", "openai", "numpy")


def imported_by(*arguments: str) -> tuple[set[str], int]:
    """Top-level modules that ``python -m wikic …`` imports, and its exit code."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "wikic", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    names = re.findall(r"^import time:.*\|\s*([\w.]+)$", run.stderr, re.MULTILINE)
    assert names, run.stderr
    return {*names, *(name.split(".")[0] for name in names)}, run.returncode


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_imports_nothing_heavy(option: str) -> None:
    modules, code = imported_by(option)
    assert code == 0
    assert sorted(modules & set(HEAVY)) == []


@pytest.mark.parametrize("command", ["init", "compile", "search", "read", "forget", "lint", "status"])
def test_help_of_a_command_imports_no_model_library(command: str) -> None:
    modules, code = imported_by(command, "--help")
    assert code == 0
    assert sorted(modules & set(MODEL)) == []


def test_lint_outside_a_wiki_fails_before_it_loads_anything_heavy(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    modules, code = imported_by("lint", "-C", str(tmp_path_factory.mktemp("empty")))
    assert code == 2
    assert sorted(modules & {*MODEL, "tantivy", "plyvel"}) == []


def test_lint_of_a_vault_loads_neither_compiler_nor_yaml(tmp_path: Path) -> None:
    (tmp_path / "Heron.md").write_text(
        "---\ntags: [bird]\n---\nSee [[Heron#Where]].\n\n## Where\n\nBy the weir.\n"
    )
    assert imported_by("adopt", str(tmp_path))[1] == 0
    assert imported_by("lint", "-C", str(tmp_path))[1] == 0  # what compares names is loaded for all of them
    modules, code = imported_by("lint", "-C", str(tmp_path))
    assert code == 0
    unused = {"wikic.schema", "wikic.compiler", "wikic.wiki.fold", "wikic.wiki.documents", "yaml"}
    assert sorted(modules & {*unused, *HEAVY}) == []
