"""What is taken from short entries of an encyclopaedia and one annotated essay, all of it, word for word.

After a change that is meant, run this file to write the expected text anew, and read the difference.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from wikic.curator.encyclopaedia import chinese
from wikic.curator.encyclopaedia.chinese import extract
from wikic.curator.encyclopaedia.chinese.definitions import CHINESE_DIMENSIONS
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Positioning, Schema

FOLDER = Path(__file__).parent / "entries"
ENTRIES = [json.loads(line) for line in (FOLDER / "entries.jsonl").read_text("utf-8").splitlines()]
SCHEMA = Schema(Positioning(), CHINESE_DIMENSIONS)
_WORDS = re.compile("[\u4e00-\u9fff]{2}")


def _shown(title: str, extraction: Extraction) -> str:
    names = {each.id: each.title for each in extraction.entities}
    lines = [f"# {title}: {extraction.summary}"]
    for each in extraction.entities:
        marks = "".join(mark for mark, on in (("*", each.principal), ("self", each.self_)) if on)
        parts = (each.dimension, each.title, each.disambiguator, " ".join(each.aliases), each.summary, marks)
        lines.append(" | ".join(part or "" for part in parts).rstrip(" |"))
    for said in extraction.statements:
        relations = "".join(f" [{each.label} {names[each.entity]}]" for each in said.relations)
        holder = f" ({said.holder})" if said.holder else ""
        lines.append(f"- {said.kind}{holder} of {names[said.of]}: {said.text}{relations}")
    return "\n".join(lines) + "\n"


def _extracted(entry: dict[str, str]) -> str:
    article = Article(f"c/{entry['id']}", entry["title"], entry["text"], language="zh")
    return _shown(entry["title"], extract.extract(article, blocks.segment(entry["text"], "zh"), SCHEMA))


def _expected() -> dict[str, str]:
    parts = (FOLDER / "extracted.txt").read_text("utf-8").split("\n# ")
    return {part.split(":")[0]: f"# {part}".rstrip("\n") + "\n" for part in (parts[0][2:], *parts[1:])}


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])
def test_an_entry_is_read_as_before(entry: dict[str, str]) -> None:
    assert _extracted(entry) == _expected()[entry["title"]]


def _literals(tree: ast.Module) -> Iterator[ast.Constant]:
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node


def test_words_stand_in_the_pack_and_not_in_the_code() -> None:
    for file in Path(chinese.__file__).parent.glob("*.py"):
        for literal in _literals(ast.parse(file.read_text("utf-8"))):
            assert not _WORDS.search(str(literal.value)), (file.name, literal.lineno, literal.value)


if __name__ == "__main__":
    (FOLDER / "extracted.txt").write_text("".join(map(_extracted, ENTRIES)), "utf-8")
