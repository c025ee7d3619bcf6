"""pygls and lsprotocol are an extra; who lacks them is told how to get them."""

from __future__ import annotations

from importlib.util import find_spec

from wikic.errors import MissingExtraError


def need_pygls() -> None:
    """Raise MissingExtraError when a package that the server needs is not installed; nothing is imported."""
    missing = [name for name in ("pygls", "lsprotocol") if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"`wikic lsp` needs {' and '.join(missing)}, which is not installed",
            hint="pip install 'wikic[lsp]'",
        )
