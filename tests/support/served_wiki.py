"""A compiled wiki to serve; each test that changes one gets its own copy."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.copies import copied

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.navigate.indexes.indexing import refresh
from wikic.schema.new_wiki import start_wiki


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    """The knowledge base of the harbour, its indexes in step; read only."""
    root = tmp_path_factory.mktemp("served") / "kb"
    documents, curator = fixtures / "harbour", OfflineCurator()
    start_wiki(root, [documents], curator, "Harbour")
    compile_documents(root, [documents], curator, Options("2026-11-21", "Harbour"))
    refresh(root)
    return root


@pytest.fixture
def own(harbour: Path, tmp_path: Path) -> Path:
    """A copy of the harbour to change."""
    copied(harbour, tmp_path / "kb")
    return tmp_path / "kb"
