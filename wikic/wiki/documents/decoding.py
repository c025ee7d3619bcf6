"""Bytes to text: UTF-8, or UTF-16 and UTF-32 where a byte-order mark says so; nothing is guessed."""

from __future__ import annotations

import codecs
import re
from typing import Final

from wikic.errors import InputError

# The longer mark first: UTF-32 little endian begins like UTF-16.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def encoding(start: bytes) -> tuple[str, int]:
    """Codec and length of the byte-order mark of a file that begins with ``start`` (4 bytes or more)."""
    for mark, name in _MARKS:
        if start.startswith(mark):
            return name, len(mark)
    return "utf-8", 0


def decode(data: bytes) -> str:
    """The text of ``data``, line ends as ``\\n``.

    Form feeds, U+0085 and U+2028 stay: they are characters of the text, not ends of lines.
    Raises InputError, with the reason, when it is binary or in another encoding.
    """
    codec, skip = encoding(data[:4])
    if codec == "utf-8" and b"\0" in data:
        raise InputError(f"is binary (NUL byte at offset {data.index(0)})")
    try:
        text = data[skip:].decode(codec)
    except UnicodeDecodeError as error:
        raise InputError(wrong(error, codec, skip)) from error
    return clean(text)


def wrong(error: UnicodeDecodeError, codec: str, offset: int = 0) -> str:
    """The reason for ``error``, which happened ``offset`` bytes into the file."""
    name = codec.upper().removesuffix("-LE").removesuffix("-BE")
    return f"is not {name} (byte 0x{error.object[error.start]:02x} at offset {error.start + offset})"


def clean(text: str) -> str:
    """Line ends as ``\\n``, NUL characters removed, halves of surrogate pairs joined or replaced.

    NULs come from UTF-16 and from JSON escapes and would make git take the article for binary; a lone
    half of a pair (``"\\ud83d"`` in JSON) is no character and becomes U+FFFD.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "")
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
