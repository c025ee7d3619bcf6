"""What every test file shares: the corpora of ``fixtures/``, what runs by default."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Generator
from pathlib import Path
from types import FrameType

import pytest
from support import depth, processes
from support.browser import browser, tab
from support.command import ENVIRONMENT
from support.redis_server import node
from support.small_disks import mount

__all__ = ["browser", "mount", "node", "tab"]  # for whoever asks for them

ROOT = Path(__file__).resolve().parent.parent

depth.register()
processes.mark()
processes.hear_signals()


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


def pytest_sessionfinish() -> None:
    """Leave nothing in the place of the user's cache."""
    shutil.rmtree(ENVIRONMENT["XDG_CACHE_HOME"], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: object) -> Generator[None, object, object]:
    """A test that hangs takes its processes with it.

    They go before the test is told: on its way out it would wait for them, and this time without a limit.
    """
    done = yield
    fails = signal.getsignal(signal.SIGALRM) if hasattr(signal, "SIGALRM") else None
    if callable(fails):

        def end(number: int, frame: FrameType | None) -> None:
            processes.end_all()
            fails(number, frame)

        signal.signal(signal.SIGALRM, end)
    return done


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
