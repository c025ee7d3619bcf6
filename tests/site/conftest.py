"""The harbour's wiki, compiled once; read only."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.navigate.library import Library
from wikic.schema.new_wiki import start_wiki


@pytest.fixture(scope="session")
def site_library(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Library:
    """The harbour's library."""
    root = tmp_path_factory.mktemp("site") / "kb"
    documents, curator = fixtures / "harbour", OfflineCurator()
    start_wiki(root, [documents], curator, "Harbour")
    compile_documents(root, [documents], curator, Options("2026-11-21", "Harbour"))
    return Library.current(root)
