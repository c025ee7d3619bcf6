"""What the tests do not notice: small changes to the code, one at a time, and whether a test fails.

    python benchmarks/mutants.py wikic/llm wikic/errorbook --number 30 --seed 1

Picks places in the named files by chance: an operator becomes its neighbour, a constant another one, a
statement goes, a returned value becomes None. The tests that mirror the file run first, then those of its
package. A mutant that none kills survives: a test is missing, or the change makes no difference, which only a
person can say. All of it happens in a copy of the tree in a temporary folder; the tree itself is read only.

Source of the method: DeMillo, Lipton, Sayward, Hints on Test Data Selection, 1978.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
COPIED: Final = ("wikic", "tests", "fixtures", "docs", "benchmarks", "pyproject.toml", "README.md")
HANG: Final = 600  # seconds of a run of tests, where nothing else is asked for; what never ends was noticed

_OPERATORS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or,
    ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
# Suites that test a folder beside those that mirror it: the fold is seen whole in what compile makes.
_ALSO: Final = {"wikic/wiki/fold": "tests/compiler", "wikic/errorbook": "tests/cli/test_errors.py"}
# What is not run, or says nothing of what the code does.
_PASSED_OVER: Final = frozenset({"annotation", "returns", "decorator_list", "bases", "type_params"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    file: relative to the tree.
    line: from 1.
    start, end: bytes of the file that go.
    text: what stands there instead.
    was: what stood there.
    """

    file: str
    line: int
    start: int
    end: int
    text: str
    was: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {_short(self.was)}  ->  {_short(self.text)}"


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """Every change there is to a file."""
    data = source.encode()
    begins = [0]
    for line in data.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    for node in _live(ast.parse(source)):
        for text in _instead(node):
            start = begins[node.lineno - 1] + node.col_offset
            end = begins[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            yield Mutant(file, node.lineno, start, end, text, data[start:end].decode())


def _live(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The expressions and statements that are run; docstrings and f-strings' pieces are left out."""
    if isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
    ):
        return
    if isinstance(node, ast.expr | ast.stmt) and not _is_text(node):
        yield node
    for name, value in ast.iter_fields(node):
        if name not in _PASSED_OVER:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _is_text(child):
                    yield from _live(child)


def _is_text(node: ast.AST) -> bool:
    """A statement that is a text alone: a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _instead(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _OPERATORS:
            yield _unparsed(ast.Compare(node.left, [_other(op)], node.comparators))  # type: ignore[list-item]
        case ast.BoolOp() | ast.BinOp() if type(node.op) in _OPERATORS:
            again = ast.parse(ast.unparse(node), mode="eval").body
            again.op = _other(node.op)  # type: ignore[attr-defined]
            yield _unparsed(again)
        case ast.UnaryOp(op=ast.Not()):
            yield f"({ast.unparse(node.operand)})"
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int(number)):
            yield f"({number} + 1)"
        case ast.Constant(value=str()) if node.value:
            yield '""'
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Raise():
            yield "pass"


def _other(operator: ast.AST) -> ast.AST:
    return _OPERATORS[type(operator)]()


def _unparsed(node: ast.AST) -> str:
    return f"({ast.unparse(ast.fix_missing_locations(node))})"


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:100]}…"


# --- running -------------------------------------------------------------------------------------


def suites(file: str) -> list[str]:
    """The tests that should notice a change to a file, nearest first: its own, its package's."""
    path = Path(file).relative_to("wikic")
    found: list[str] = []
    own = Path("tests") / path.parent / f"test_{path.name}"
    if (ROOT / own).exists():
        found.append(str(own))
    for folder in path.parents:
        where = Path("tests") / folder
        if folder != Path(".") and (ROOT / where).is_dir():
            found.append(str(where))
    found += [suite for folder, suite in _ALSO.items() if file.startswith(f"{folder}/")]
    return found


def passes(tree: Path, suite: str, hang: int) -> bool:
    """Whether the tests of a file or folder pass in a tree; those that take ``hang`` seconds do not."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
    try:
        done = subprocess.run(
            [*command, f"--timeout={hang // 2}", suite],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=hang,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def killed_by(tree: Path, file: str, hang: int) -> str | None:
    """The suite that fails in a tree, None where all that mirror the file pass."""
    return next((suite for suite in suites(file) if not passes(tree, suite, hang)), None)


def copied(to: Path) -> Path:
    """A copy of what the tests need."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("__pycache__", "out"))
        else:
            shutil.copy(source, to / name)
    return to


def chosen(paths: list[str], number: int, seed: int) -> list[Mutant]:
    """Mutants of the files named or below the folders named: files by chance, then a place in each."""
    files = sorted({str(file) for path in paths for file in _files(path)})
    every = {file: list(mutants(file, (ROOT / file).read_text("utf-8"))) for file in files}
    every = {file: found for file, found in every.items() if found}
    chance = random.Random(seed)
    # By its share of places a long file is chosen more often than a short one.
    pool = [each for found in every.values() for each in found]
    return sorted(chance.sample(pool, min(number, len(pool))), key=lambda each: (each.file, each.start))


def _files(path: str) -> Iterator[Path]:
    at = ROOT / path
    for file in sorted(at.rglob("*.py")) if at.is_dir() else [at]:
        yield file.relative_to(ROOT)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+", help="files or folders below wikic/")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--hang", type=int, default=HANG, help="seconds after which tests count as hanging")
    asked = parser.parse_args()
    survivors: list[Mutant] = []
    picked = chosen(asked.paths, asked.number, asked.seed)
    with tempfile.TemporaryDirectory(prefix="wikic-mutants-") as folder:
        tree = copied(Path(folder))
        # What fails as it is would kill every mutant.
        for suite in sorted({suite for each in picked for suite in suites(each.file)}):
            if not passes(tree, suite, asked.hang):
                print(f"{suite} fails without a change", file=sys.stderr)
                return 2
        for each in picked:
            place = tree / each.file
            before = place.read_bytes()
            place.write_bytes(before[: each.start] + each.text.encode() + before[each.end :])
            try:
                killer = killed_by(tree, each.file, asked.hang)
            finally:
                place.write_bytes(before)
            if killer is None:
                survivors.append(each)
            print(f"{'SURVIVED' if killer is None else 'killed  '} {each}", flush=True)
    print(f"{len(picked)} mutants: {len(picked) - len(survivors)} killed, {len(survivors)} survived")
    for each in survivors:
        print(f"  {each}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
