"""Bytes to text: UTF-8, others by a byte-order mark, of a page what it declares, else what is sure.

``decode`` guesses nothing. ``detect`` tells the encoding of a document that says none: words of Western
languages in Windows-1252, which most such files are, other scripts by charset-normalizer. Latin letters of
other encodings it cannot tell apart (Swedish is cp1250 to it, "gĺr" for "går"): they are refused.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
import zipfile
import zlib
from typing import Final
from xml.etree import ElementTree

from wikic.errors import EncodingError, InputError
from wikic.text.normalise import CJK

# The longer mark first: UTF-32 little endian begins like UTF-16.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# ``<meta charset="iso-8859-1">``, ``content="text/html; charset=…"``, ``<?xml encoding="…"?>``.
_DECLARED: Final = re.compile(
    rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_:.-]{2,40})""", re.IGNORECASE
)
_LOOK: Final = 4_096  # bytes
# What browsers take instead of what a page says (Encoding Standard): more characters, which pages use.
_INSTEAD: Final = {
    "iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs", "tis-620": "cp874", "iso8859-11": "cp874",
}  # fmt: skip
_ALSO: Final = {
    "x-sjis": "shift_jis", "windows-31j": "cp932", "x-gbk": "gbk", "x-x-big5": "big5", "windows-949": "cp949",
}  # fmt: skip
# The encodings of the Encoding Standard that are no UTF; others of Python's are none of pages.
_OF_PAGES: Final = re.compile(
    r"cp(?:125\d|866|874|932|949)|iso8859-\d+|koi8-[ru]|gb2312|gbk|gb18030|big5|shift_jis|euc_(?:jp|kr)|iso2022_jp"
    r"|mac-(?:roman|cyrillic)|tis-620|ascii"
)
# Letters and signs of Western prose in Windows-1252; in another encoding others stand within words.
_WESTERN: Final = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœŒªº")
_SIGNS: Final = frozenset("“”‘’„‚«»‹›–—…€£§©®°·•´½¼¾²³µ×÷¡¿\u00a0")
_SIGN_WITHIN: Final = re.compile(r"(?<=[^\W\d_])[¡¿£¥§©®°²³´µ·¸½¼¾×÷„«»€](?=[^\W\d_])")
_MOST_FOREIGN: Final = 0.3  # of letters; words of Western languages have no more that are not ASCII
_SURE: Final = 0.2  # coherence by charset-normalizer, from 0 to 1
_FEWEST_SIGNS: Final = 8  # of scripts of the East
_EAST: Final = re.compile(f"[{CJK}\uac00-\ud7a3]")
_HALF_WIDTH: Final = re.compile("[\uff61-\uffdc]")  # what is read so by mistake
# What reading a zip file of a stranger's may raise.
UNREADABLE: Final = (
    *(zipfile.BadZipFile, zlib.error, ElementTree.ParseError, InputError, EOFError, KeyError, IndexError),
    *(NotImplementedError, RuntimeError, ValueError, OSError),
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
        kind = EncodingError if codec == "utf-8" and not skip else InputError
        raise kind(wrong(error, codec, skip)) from error
    return clean(text)


def detect(data: bytes) -> str | None:
    """The codec of text that is no UTF-8 and says nothing of its encoding; None where no one is sure."""
    western = data.decode("cp1252", "replace")
    if _is_western(western):
        return "cp1252"
    from charset_normalizer import from_bytes

    found = from_bytes(data).best()
    if found is None:
        return None
    foreign = [char for char in str(found) if char > "\x7f" and char.isalpha()]
    eastern = sum(_EAST.match(char) is not None and not _HALF_WIDTH.match(char) for char in foreign)
    if any("LATIN" in unicodedata.name(char, "") for char in foreign):
        return None
    sure = found.coherence >= _SURE or (eastern >= _FEWEST_SIGNS and eastern > 0.9 * len(foreign))
    return found.encoding if sure else None


def _is_western(text: str) -> bool:
    """Whether all that is not ASCII are letters within words, a few, and the signs of prose beside words."""
    letters = [char for char in text if char.isalpha()]
    foreign = [char for char in letters if char > "\x7f"]
    signs = {char for char in text if char > "\x7f" and not char.isalpha()}
    within = _SIGN_WITHIN.search(text)
    known = {*foreign} <= _WESTERN and signs <= _SIGNS and within is None
    return known and len(foreign) <= _MOST_FOREIGN * len(letters)


def decode_page(data: bytes) -> str:
    """The text of an HTML page: in UTF-8 where it is that, else as it declares.

    Raises InputError, EncodingError where it is in another encoding than it declares, or declares none.
    """
    try:
        text = decode(data)
    except InputError:
        codec = _declared(data)
        if codec is None:
            raise
        try:
            return clean(data.decode(codec))
        except UnicodeDecodeError as error:
            raise EncodingError(wrong(error, codec)) from error
    # All of it looks like ASCII, and is none.
    return clean(data.decode("iso2022_jp", "replace")) if _declared(data) == "iso2022_jp" else text


def _declared(data: bytes) -> str | None:
    """The codec that a page names, None where it names none that is known, or UTF-8."""
    found = _DECLARED.search(data[:_LOOK])
    if found is None:
        return None
    said = found[1].decode("ascii").lower()
    try:
        name = codecs.lookup(_ALSO.get(said, said)).name
    except LookupError:
        return None
    return _INSTEAD.get(name, name) if _OF_PAGES.fullmatch(name) else None


def parse_xml(data: bytes) -> ElementTree.Element:
    """The root of an XML file that strangers made. Raises InputError and ParseError.

    Entities are refused: a few lines of them unfold to gigabytes.
    """
    if b"<!ENTITY" in data.replace(b"\0", b""):  # in UTF-16 too
        raise InputError("cannot be read (it declares entities)")
    return ElementTree.fromstring(data)


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
