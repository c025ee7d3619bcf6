"""``.wikic/failed.json``: the documents that the last run on them could not take in.

``.wikic/log/documents.txt``: the tracebacks where wikic itself failed on one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.compiler.article_digest import Failed
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.disk import replace_cache


def load(build: Path) -> tuple[Failed, ...]:
    """The documents that failed, in order of key; none when the file is missing or not ours."""
    return build_dir.kept(build / layout.LEDGER_FILE, _DECODER.decode) or ()


def save(build: Path, failed: Iterable[Failed]) -> None:
    """Replace the file. Raises DiskError."""
    rows = [Failed(key, reason) for key, reason in sorted({(each.key, each.reason) for each in failed})]
    replace_cache(build / layout.LEDGER_FILE, msgspec.json.format(msgspec.json.encode(rows)) + b"\n")


def note_traces(build: Path, failed: Iterable[Failed]) -> Iterator[Notice]:
    """Write down where wikic itself failed, and give the notice of it. Raises DiskError."""
    traces = [f"{each.key}\n{each.trace}\n" for each in failed if each.trace]
    if traces:
        file = build / layout.LOG_DIR / layout.TRACES_FILE
        replace_cache(file, "".join(traces).encode("utf-8", "replace"))
        yield Notice("", f"how wikic failed on {len(traces):,} of the documents is in {file}")


_DECODER: Final = msgspec.json.Decoder(tuple[Failed, ...])
