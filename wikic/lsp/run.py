"""Serves one client over standard input and output, until it goes."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from wikic.errors import MissingExtraError


def run(*, whole: bool) -> None:
    """Serve until the client says goodbye, goes away, or Ctrl-C.

    whole: whether findings in files that are not open are told, too.

    Raises MissingExtraError.
    """
    need_pygls()
    from wikic.lsp import stdio
    from wikic.lsp.server import Server

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="wikic: %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(_is_no_refusal)
    with TemporaryDirectory(prefix="wikic-lsp-") as scratch:
        server = Server(Path(scratch), whole=whole)
        stdio.serve(server.protocol)
    # A thread still waits for the client's next word where it was Ctrl-C that ended it.
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(0)


def _is_no_refusal(record: logging.LogRecord) -> bool:
    """A request that is refused, or was none, is answered; it is nothing that went wrong here."""
    from pygls.exceptions import JsonRpcException, JsonRpcInternalError

    error = record.exc_info[1] if record.exc_info else None
    refused = isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError)
    return not refused and not str(record.msg).startswith("Unable to deserialize")


def need_pygls() -> None:
    """Raise MissingExtraError when a package that the server needs is not installed; nothing is imported."""
    missing = [name for name in ("pygls", "lsprotocol") if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"`wikic lsp` needs {' and '.join(missing)}, which is not installed",
            hint="pip install 'wikic[lsp]'",
        )
