"""A proposed change as a unified diff, in the form ``git apply`` takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.model.change import Change, Delete, Move

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


def diff_lines(root: Path, change: Change, inside: str = layout.WIKI_DIR) -> Iterator[str]:
    """The lines of the diff between what is on disk and ``change``, without their ends.

    Bytes that are no UTF-8 are surrogates. Of pictures and files beside articles it is only said that they
    differ, as git does.

    inside: the directory that paths are relative to, "" for ``root`` itself.
    """
    place = f"{inside}/" if inside else ""
    old, new = f"a/{place}{change.path}", f"b/{place}{change.path}"
    if isinstance(change, Move):
        yield from (f"diff --git {old} b/{place}{change.target}", "similarity index 100%")
        yield from (f"rename from {place}{change.path}", f"rename to {place}{change.target}")
        return
    file = root / inside / change.path
    if layout.is_attachment(change.path):
        gone = isinstance(change, Delete)
        there = old if file.is_file() else "/dev/null"
        yield f"Binary files {there} and {'/dev/null' if gone else new} differ"
        return
    before = _lines(file.read_bytes() if file.is_file() else None)
    after = [] if isinstance(change, Delete) else _lines(change.content)
    # A name with a space ends at a tab, as git writes it.
    end = "\t" if " " in change.path else ""
    heads = (old + end if before else "/dev/null", new + end if after else "/dev/null")
    for line in unified_diff(before, after, *heads):
        yield from (line[:-1],) if line.endswith("\n") else (line, "\\ No newline at end of file")


def _lines(data: bytes | None) -> list[str]:
    """Lines as git counts them: a form feed or U+2028 ends none."""
    return _LINE.findall((data or b"").decode("utf-8", errors="surrogateescape"))
