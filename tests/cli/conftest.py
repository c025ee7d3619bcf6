"""A compiled wiki to start from; compiled once, copied for each test."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import TOWN, wikic, write
from support.copies import copied


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``docs/`` and its wiki in ``kb/``; read only."""
    home = tmp_path_factory.mktemp("compiled")
    write(home / "docs", TOWN)
    wikic("init", "docs", "-C", "kb", cwd=home)
    wikic("compile", "docs", "-C", "kb", cwd=home)
    return home


@pytest.fixture
def home(compiled: Path, tmp_path: Path) -> Path:
    """A copy of ``compiled`` for one test."""
    copied(compiled, tmp_path / "home")
    return tmp_path / "home"
