"""A report in a file, whole or not at all: a CI job that reads it must not see half of one.

Nothing is written over but an earlier report of the same kind: a slip of the hand must not cost a page or a
document.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic.errors import DiskError, UsageError
from wikic.whole_file import replace_file

_BEGINNING: Final = 4096  # bytes by which an earlier report is known


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of report: what people call it, and how one begins."""

    said: str
    begins: re.Pattern[bytes]

    def holds(self, path: Path) -> bool:
        """Whether the file is an earlier report, or empty, as one of a clean wiki may be."""
        with path.open("rb") as opened:
            beginning = opened.read(_BEGINNING)
        return not beginning or self.begins.match(beginning) is not None


_FINDING: Final = rb"(?:error|warning|info) +[A-Z]+\d{3}\b"
LINT: Final = Kind(
    "report of `wikic lint`",
    re.compile(
        rb"[^\n]+:\d{1,9}:\d{1,9}: %b"  # text, concise
        rb"|[^\n]+\n +\d{1,9}:\d{1,9} +%b"  # grouped
        rb"|\d{1,9} +[A-Z]+\d{3}  "  # statistics
        rb"|\{\n +\"version\": \d+,\n +\"(?:findings|statistics)\":"  # json
        rb"|\{\"path\":[^\n]+\"fingerprint\":"  # json-lines
        rb"|::(?:error|warning|notice) title=[A-Z]+\d{3} "  # github
        rb"|\[\]\s*\Z|\[\s+\{\s+\"description\": \"[A-Z]+\d{3} "  # gitlab
        rb"|\{\s+\"\$schema\": \"[^\"\n]+/sarif-schema-[^\"\n]+\""  # sarif
        rb"|<\?xml[^>\n]+>\n<testsuites name=\"wikic lint\"" % (_FINDING, _FINDING)  # junit
    ),
)
GRAPH: Final = Kind(
    "graph of `wikic export graph`",
    re.compile(
        rb'\{"@context":\{"@vocab":"https://schema\.org/"|<\?xml[^>\n]+>\n<!-- wikic export graph -->'
    ),
)
TRACE: Final = Kind("trace of `wikic ask`", re.compile(rb'\{\s*"version": \d+,\s*"question": '))
EVALUATION: Final = Kind(
    "report of `wikic eval`",
    re.compile(
        rb'<!doctype html>\n<html lang="en"><head>.{0,1000}<meta name="generator" content="wikic eval">'
    ),
)


def write_lines(path: Path, lines: Iterable[str], kind: Kind) -> None:
    """Write lines to ``path`` in UTF-8, as ``write_bytes`` does."""
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), kind)


def require(path: Path, kind: Kind | None = None) -> None:
    """Find out before long work that nothing can be written to ``path``. Raises UsageError.

    kind: of what is written; a file that is there must be an earlier one of it. None where any may go.
    """
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a directory")
    parent = Path(os.path.realpath(path)).parent
    if not parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no directory {parent}")
    if kind is None or not path.is_file():
        return
    try:
        earlier = kind.holds(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: what is there cannot be read: {error.strerror}") from error
    if not earlier:
        raise UsageError(f"cannot write {path}: it is there and is no {kind.said}", hint="name another file")


def write_bytes(path: Path, data: bytes, kind: Kind | None = None) -> None:
    """Write bytes to ``path``; a pipe or a device is written to as it is.

    Raises UsageError as ``require`` does, DiskError when the disk refuses.
    """
    target = Path(os.path.realpath(path))  # a symlink stays one
    require(path, kind)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
            return
        replace_file(target, data)
    except OSError as error:
        raise DiskError(f"cannot write {path}: {error.strerror}") from error
