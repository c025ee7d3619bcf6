"""No function takes more than six values: what belongs together is passed as one."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 6
# A command's parameters are its options; typer reads them from the signature.
COMMANDS = "cli/command_"


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of a function's parameters, without ``self`` and ``cls``."""
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def too_long(folder: Path) -> list[str]:
    """The functions below ``folder`` with more than ``MOST`` parameters, a line each."""
    return [
        f"{file.relative_to(folder)}:{node.lineno} {node.name}"
        for file in sorted(folder.rglob("*.py"))
        if COMMANDS not in file.as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(parameters(node)) > MOST
    ]


def test_no_function_takes_more_than_six_values() -> None:
    assert too_long(ROOT / "wikic") == []


def test_a_planted_one_is_found(tmp_path: Path) -> None:
    (tmp_path / "six.py").write_text("class A:\n    def six(self, a, b, c, d, *, e, f): ...\n")
    (tmp_path / "seven.py").write_text("async def seven(a, b, c, d, /, e, *, f, g): ...\n")
    assert too_long(tmp_path) == ["seven.py:1 seven"]
