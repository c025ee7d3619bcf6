"""Addresses of documents as paths of files, and back; any name that a file may have."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit


def path_of(uri: str) -> Path | None:
    """The file a ``file:`` address means; None for others (``untitled:``, a file in a commit)."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    # urlsplit takes what follows ? and # off; a client escapes both in names.
    path = os.fsdecode(unquote_to_bytes(parts.path))
    return Path(os.path.normpath(path)) if path.startswith("/") and "\0" not in path else None


def uri_of(path: Path) -> str:
    """The address of a file."""
    return path.as_uri()
