"""No function takes more than six values: what belongs together is passed as one."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 6
# Registers the commands, whose parameters are options: typer reads them from the signature.
MAIN = "cli/main.py"


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of a function's parameters, without ``self`` and ``cls``."""
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def commands(folder: Path) -> set[str]:
    """``module.function`` of each command that the program names when it registers them."""
    main = folder / MAIN
    if not main.is_file():
        return set()
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(main.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def too_long(folder: Path) -> list[str]:
    """The functions below ``folder`` with more than ``MOST`` parameters, a line each."""
    exempt = commands(folder)
    return [
        f"{file.relative_to(folder)}:{node.lineno} {node.name}"
        for file in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and len(parameters(node)) > MOST
        and f"{file.stem}.{node.name}" not in exempt
    ]


def test_no_function_takes_more_than_six_values() -> None:
    assert too_long(ROOT / "wikic") == []


def test_a_planted_one_is_found(tmp_path: Path) -> None:
    (tmp_path / "six.py").write_text("class A:\n    def six(self, a, b, c, d, *, e, f): ...\n")
    (tmp_path / "seven.py").write_text("async def seven(a, b, c, d, /, e, *, f, g): ...\n")
    assert too_long(tmp_path) == ["seven.py:1 seven"]


def test_of_a_commands_file_only_the_command_is_exempt(tmp_path: Path) -> None:
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli/main.py").write_text("app.command()(command_seven.seven)\n")
    wide = "def {}(a, b, c, d, e, f, g): ...\n"
    (tmp_path / "cli/command_seven.py").write_text(wide.format("seven") + wide.format("_beside"))
    assert too_long(tmp_path) == ["cli/command_seven.py:2 _beside"]
