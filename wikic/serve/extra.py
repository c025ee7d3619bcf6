"""What serving pages needs is an extra; who lacks it is told how to get it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from wikic.errors import MissingExtraError

_NEEDED: Final = ("jinja2", "nh3", "uvicorn")


def need_extra() -> None:
    """Raise MissingExtraError when a package that serving needs is not installed; nothing is imported."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"`wikic serve` needs {' and '.join(missing)}, which is not installed",
            hint="pip install 'wikic[serve]'",
        )
