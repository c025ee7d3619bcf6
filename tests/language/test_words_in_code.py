"""What a language says stands in its pack: no list of words grows in the code that reads encyclopaedias."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import wikic

FOLDER = Path(wikic.__file__).parent / "curator" / "offline"
MOST = 8  # words that an expression or a table may name where it stands
# Longer ones that are no words of a text: file and line, and the reason.
REASONED: dict[str, str] = {}
# The rules for Chinese move on a branch of their own.
FILES = sorted(file for file in FOLDER.rglob("*.py") if file.parent.name != "chinese")
_WORD = re.compile(r"[^\W\d_]{2,}")
# What in a regular expression looks like a word: names of groups, classes, marks.
_NO_WORD = re.compile(r"\(\?P[<=]\w+[>)]|\\[A-Za-z]|\(\?[aimsx:=!<]+|\[[^\]]*\]|\{[^}]*\}")


def lists(source: str) -> Iterator[tuple[int, int]]:
    """(line, words) of every string and table in ``source`` that names more than ``MOST`` words."""
    tree = ast.parse(source)
    told = {id(node.body[0].value) for node in ast.walk(tree) if _documented(node)}  # type: ignore[attr-defined]
    typed = {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        for each in ast.walk(node.slice)
    }
    for node in ast.walk(tree):
        if id(node) in told or id(node) in typed:
            continue
        found: set[str] = set()
        if isinstance(node, ast.Constant | ast.JoinedStr):
            found = _alternatives(node)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            texts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
            found = {text for text in texts if isinstance(text, str) and _words(text)}
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split"
        ):
            found = set(_words(_text(node.func.value)))
        if len(found) > MOST:
            yield node.lineno, len(found)


def _documented(node: ast.AST) -> bool:
    scope = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    return scope and bool(node.body) and isinstance(node.body[0], ast.Expr)  # type: ignore[attr-defined]


def _alternatives(node: ast.AST) -> set[str]:
    pieces = _NO_WORD.sub(" ", _text(node)).split("|")
    return {piece.strip("()?: ") for piece in pieces if _words(piece)} if len(pieces) > 1 else set()


def _text(node: ast.AST) -> str:
    return "".join(
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_list_of_words_stands_in_code(file: Path) -> None:
    found = [f"{file.name}:{line}" for line, _ in lists(file.read_text("utf-8"))]
    assert [each for each in found if each not in REASONED] == []
