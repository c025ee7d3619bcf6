"""What every test file shares: the corpora of ``fixtures/`` and the settings of property tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# Two cores run the suite beside each other: a deadline per example would measure the neighbour.
settings.register_profile("wikic", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# For a long look: pytest --hypothesis-profile=deep
settings.register_profile("deep", parent=settings.get_profile("wikic"), max_examples=5_000)
settings.load_profile("wikic")


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder ``fixtures/``; read only."""
    return ROOT / "fixtures"


@pytest.fixture
def tree(tmp_path: Path) -> Callable[[dict[str, str | bytes]], Path]:
    """Writes files, ``{relative path: content}``, under a fresh folder and returns that folder."""

    def write(files: dict[str, str | bytes]) -> Path:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path

    return write
