"""A file's bytes as text, and back, byte for byte; edits of a text, and conflicts that git left in one."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from wikic.model.finding import Edit

_UNDECODED = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Source:
    """A text file, decoded.

    text: its text, line ends as they are on disk; a byte that is no UTF-8 is a lone surrogate in it.
    bom: a byte-order mark stood before it.
    invalid: offsets in ``text`` of bytes that are no UTF-8.
    """

    text: str
    bom: bool = False
    invalid: tuple[int, ...] = ()

    @property
    def newline(self) -> str:
        """The line end to insert: ``\\r\\n`` where most lines have it, else ``\\n``."""
        return "\r\n" if self.text.count("\r\n") * 2 > self.text.count("\n") else "\n"


def decode(data: bytes) -> Source:
    """The source that ``data`` is; ``encode`` is the exact inverse, for any bytes."""
    bom = data.startswith(codecs.BOM_UTF8)
    if bom:
        data = data[len(codecs.BOM_UTF8) :]
    try:
        return Source(data.decode("utf-8"), bom)
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
        return Source(text, bom, tuple(match.start() for match in _UNDECODED.finditer(text)))


def encode(source: Source) -> bytes:
    """The bytes of ``source``, byte-order mark included."""
    data = source.text.encode("utf-8", "surrogateescape")
    return codecs.BOM_UTF8 + data if source.bom else data


_by_span = attrgetter("start", "end")


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with ``edits`` made, all of them offsets into ``text``; their ``path`` is the caller's.

    Insertions at one point keep their order and stand before what is replaced there. Raises ValueError
    for edits that overlap or reach out of the text.
    """
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=_by_span):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise ValueError(f"edit {edit.start}-{edit.end} is outside the text of {len(text)} characters")
        if edit.start < at:
            raise ValueError(f"edit {edit.start}-{edit.end} overlaps the one before it, which ends at {at}")
        parts += (text[at : edit.start], edit.replacement)
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)


_MARKERS: Final = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?=[ \t\r\n]|\Z).*$", re.M)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict as git leaves it: spans of its marker lines, line ends included.

    start: offset of the first marker.
    ours, theirs: spans of the two sides.
    base: span of what both came from, empty where git did not say.
    end: offset behind the last marker.
    """

    start: int
    ours: tuple[int, int]
    theirs: tuple[int, int]
    base: tuple[int, int]
    end: int


def conflicts(text: str) -> Iterator[Conflict]:
    """Complete conflicts, in order: an underline of ``=`` alone is a heading, not a conflict."""
    opened: re.Match[str] | None = None
    base: re.Match[str] | None = None
    middle: re.Match[str] | None = None
    for match in _MARKERS.finditer(text):
        kind = match[0][0]
        if kind == "<":
            opened, base, middle = match, None, None
        elif kind == "|" and opened is not None and middle is None:
            base = match
        elif kind == "=" and opened is not None and middle is None:
            middle = match
        elif kind == ">" and opened is not None and middle is not None:
            ours = (_after(text, opened), (base or middle).start())
            theirs = (_after(text, middle), match.start())
            old = (_after(text, base), middle.start()) if base is not None else (0, 0)
            yield Conflict(opened.start(), ours, theirs, old, _after(text, match))
            opened = base = middle = None


def _after(text: str, marker: re.Match[str]) -> int:
    return min(marker.end() + 1, len(text))


def plain_lines(text: str) -> str:
    """``text`` with every line end as ``\\n`` and every character where it was.

    CRLF becomes a space and ``\\n``: white space at the end of a line means nothing to either parser. NUL
    becomes U+FFFD, as CommonMark has it.
    """
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    return text.replace("\0", "\ufffd") if "\0" in text else text
