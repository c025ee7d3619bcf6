"""The wiki and the vault that editors are tested with."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.served_wiki import harbour, own
from support.vault_notes import plant

__all__ = ["harbour", "own"]


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    """A person's vault, adopted, in a directory whose name needs escaping."""
    root = tmp_path / "my notes 100%"
    root.mkdir()
    return plant(root)
