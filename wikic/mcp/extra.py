"""The official SDK is an extra; who lacks it is told how to get it."""

from __future__ import annotations

from importlib.util import find_spec

from wikic.errors import MissingExtraError


def need_sdk(*, http: bool) -> None:
    """Raise MissingExtraError when a package that serving needs is not installed; nothing is imported."""
    missing = [
        name for name in ("mcp", *(("starlette", "uvicorn") if http else ())) if find_spec(name) is None
    ]
    if missing:
        raise MissingExtraError(
            f"`wikic mcp` needs {' and '.join(missing)}, which is not installed",
            hint="pip install 'wikic[serve]'",
        )
