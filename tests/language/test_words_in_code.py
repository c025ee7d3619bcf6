"""What a language says stands in its pack: no list of words grows in the code that reads encyclopaedias."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import wikic

FOLDER = Path(wikic.__file__).parent / "curator" / "offline"
FILES = sorted(FOLDER.rglob("*.py"))
MOST = 8  # words that an expression or a table may name where it stands
_WORD = re.compile(r"[^\W\d_]{2,}|[\u3400-\u9fff]")
# What in a regular expression looks like a word: names of groups, classes, marks.
_NO_WORD = re.compile(r"\(\?P[<=]\w+[>)]|\\[A-Za-z]|\(\?(?:[aimsx]*:|<?[=!])|\[[^\]]*\]|\{[^}]*\}")


def lists(source: str) -> Iterator[int]:
    """Lines of the strings and tables in ``source`` that name more than ``MOST`` words."""
    tree = ast.parse(source)
    told = {id(node.body[0].value) for node in ast.walk(tree) if _documented(node)}  # type: ignore[attr-defined]
    subscripts = (node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript))
    typed = {id(each) for node in subscripts for each in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in told or id(node) in typed:
            continue
        found: set[str] = set()
        if isinstance(node, ast.Constant | ast.JoinedStr):
            found = _alternatives(node)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            texts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
            found = {text for text in texts if isinstance(text, str) and _WORD.search(text)}
        elif isinstance(node, ast.Attribute) and node.attr == "split":
            found = set(_WORD.findall(_text(node.value)))
        if len(found) > MOST:
            yield node.lineno


def _documented(node: ast.AST) -> bool:
    scope = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    return scope and bool(node.body) and isinstance(node.body[0], ast.Expr)  # type: ignore[attr-defined]


def _alternatives(node: ast.AST) -> set[str]:
    pieces = _NO_WORD.sub(" ", _text(node)).split("|")
    return {piece.strip("()?: ") for piece in pieces if _WORD.search(piece)} if len(pieces) > 1 else set()


def _text(node: ast.AST) -> str:
    values = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return "".join(value for value in values if isinstance(value, str))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_no_list_of_words_stands_in_code(file: Path) -> None:
    assert list(lists(file.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "planted",
    [
        'X = re.compile(r"\\b(?:said|asked|told|cried|wrote|noted|added|argued|stated)\\b")',
        'X = {"film": "movie", "song": "track", "novel": "book", "band": "group", "club": "team"}',
        'X = "said asked told cried wrote noted added argued stated".split()',
        'if word in ("King", "Duke", "Prince", "Count", "Sir", "Lord", "Baron", "Earl", "Tsar"):\n    pass',
        'X = re.compile("(?:主编|编辑|编选|编撰|编纂|选编|编|辑|著)")',
    ],
)
def test_a_planted_list_is_found(planted: str) -> None:
    assert len(set(lists(planted))) == 1


def test_short_ones_and_docstrings_are_not_found() -> None:
    told = '"""said | asked | told | cried | wrote | noted | added | argued | stated"""'
    assert list(lists(f'{told}\nX = re.compile("a|the|an")')) == []
