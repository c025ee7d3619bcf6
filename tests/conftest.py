"""What every test file shares: the corpora of ``fixtures/``, what runs by default."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support import depth

ROOT = Path(__file__).resolve().parent.parent

depth.register()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked ``deep`` unless ``-m`` names it.

    Not ``-m "not deep"`` in pyproject.toml: of two ``-m`` pytest takes the last, so that ``-m "not slow"``
    would have brought the deep ones back.
    """
    if "deep" in config.option.markexpr:
        return
    left_out = [each for each in items if each.get_closest_marker("deep")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [each for each in items if not each.get_closest_marker("deep")]


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
