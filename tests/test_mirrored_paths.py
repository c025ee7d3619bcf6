"""A module's test stands at the mirrored path, or its package's docstring says which suites hold it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Packages that say so; the others follow.
PACKAGES = (
    "cli", "compiler", "curator", "curator/encyclopaedia", "curator/encyclopaedia/chinese",
    "curator/encyclopaedia/english", "curator/library", "curator/model", "errorbook", "evaluate",
    "evaluate/arms", "evaluate/diagnosis", "evaluate/drafting", "evolve", "export",
    "export/site", "export/skills", "fix/model", "graph", "language", "lint", "lint/cache",
    "lint/fixes", "lint/gate", "lint/report", "lint/rules", "lint/vault", "lint/view", "llm", "markdown",
    "mcp", "navigate", "navigate/ask", "navigate/ask/agent", "navigate/ask/answer",
    "navigate/ask/heuristic", "navigate/indexes", "navigate/reader", "navigate/tools", "navigate/vault",
    "schema", "schema/library", "search", "site", "store", "text", "wiki", "wiki/documents",
    "wiki/fold",
)  # fmt: skip


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_has_a_suite(package: str) -> None:
    folder, tests = ROOT / "wikic" / package, ROOT / "tests" / package
    named = {each.stem.removeprefix("command_") for each in folder.glob("*.py")} - {"__init__"}
    mirrored = {each.stem.removeprefix("test_") for each in tests.glob("test_*.py")}
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    suites = re.findall(r"[\w/]*tests/[\w/.]*\w|[\w/]*test_\w+\.py", docstring)
    assert suites or named <= mirrored
    places = [ROOT / each if each.startswith("tests/") else tests / each for each in suites]
    assert [str(each) for each in places if not each.exists()] == []
