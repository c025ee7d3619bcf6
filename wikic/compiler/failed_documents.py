"""``.wikic/failed.json``: the documents that the last run on them could not take in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.compiler.article_digest import Failed
from wikic.wiki.disk import replace_cache


def load(build: Path) -> tuple[Failed, ...]:
    """The documents that failed, in order of key; none when the file is missing or not ours."""
    return build_dir.kept(build / layout.LEDGER_FILE, _DECODER.decode) or ()


def save(build: Path, failed: Iterable[Failed]) -> None:
    """Replace the file. Raises DiskError."""
    rows = [Failed(key, reason) for key, reason in sorted({(each.key, each.reason) for each in failed})]
    replace_cache(build / layout.LEDGER_FILE, msgspec.json.format(msgspec.json.encode(rows)) + b"\n")


_DECODER: Final = msgspec.json.Decoder(tuple[Failed, ...])
