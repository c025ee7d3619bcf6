"""``.wikic/failed.json``: documents that could not be taken in, until they can."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from wikic import layout
from wikic.compiler.digesting import Failed
from wikic.wiki.disk import replace_cache


def load(build: Path) -> tuple[Failed, ...]:
    """The documents that failed, in order of key; none when there is no ledger to believe."""
    try:
        return msgspec.json.decode((build / layout.LEDGER_FILE).read_bytes(), type=tuple[Failed, ...])
    except (OSError, msgspec.MsgspecError):
        return ()


def save(build: Path, failed: Iterable[Failed]) -> None:
    """Replace the ledger. Raises DiskError."""
    rows = [Failed(key, reason) for key, reason in sorted({(each.key, each.reason) for each in failed})]
    replace_cache(build / layout.LEDGER_FILE, msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
