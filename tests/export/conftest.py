"""Compiled wikis in both scripts; read only."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.navigate.indexes.indexing import refresh
from wikic.schema.new_wiki import start_wiki


def _compiled(root: Path, documents: Path, title: str) -> Path:
    curator = OfflineCurator()
    start_wiki(root, [documents], curator, title)
    compile_documents(root, [documents], curator, Options("2026-11-21", title))
    refresh(root)
    return root


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    """An English wiki."""
    return _compiled(tmp_path_factory.mktemp("english") / "kb", fixtures / "harbour", 'Harbour <of> "Hallow"')


@pytest.fixture(scope="session")
def chinese(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    """A Chinese wiki."""
    return _compiled(tmp_path_factory.mktemp("chinese") / "kb", fixtures / "zh", "石帆镇")
