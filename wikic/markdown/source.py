"""A file's bytes as text, and back, byte for byte."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

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
