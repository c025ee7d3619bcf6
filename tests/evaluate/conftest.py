"""The harbour's wiki and its questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.cli.main import main
from wikic.evaluate.question import Question, read_questions
from wikic.navigate.library import Library


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    """The knowledge base of fixtures/harbour; read only."""
    root = tmp_path_factory.mktemp("evaluate") / "kb"
    assert main(["init", str(fixtures / "harbour"), "-C", str(root), "-q"]) == 0
    assert main(["compile", str(fixtures / "harbour"), "-C", str(root), "-q"]) == 0
    return root


@pytest.fixture(scope="session")
def library(harbour: Path) -> Library:
    """Its library; read only."""
    return Library.current(harbour)


@pytest.fixture(scope="session")
def questions(fixtures: Path) -> tuple[Question, ...]:
    """fixtures/questions/harbour.jsonl."""
    return read_questions(fixtures / "questions/harbour.jsonl")
