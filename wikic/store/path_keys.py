"""Paths as keys (WikiKV, section IV-A): which paths a store holds, and the key spaces of an ordered store.

The paper hashes paths; here the key is the raw UTF-8 path behind one byte that names its space. UTF-8 sorts
as code points do, so an ordered store answers prefix search by seeking, in Chinese as in English.
The spaces are documented in docs/store-format.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

FILE: Final = b"F"  # F<path> -> file record
DIRECTORY: Final = b"D"  # D<path> -> directory record with its first page of names
NAME: Final = b"P"  # P<path> -> version and stamp; small values, so that prefix search reads no text
STATE: Final = b"M"  # M<name> -> format, generation
# No space for access counters: they must survive a rebuild, so they belong in a database of their own.

# A schema's directories hold at most 200 entries, so each is one lookup; a listing of 512 names decodes in
# about 20 µs, one of 20,000 in a millisecond.
MAX_PAGE_NAMES: Final = 512

# In one expression: a first mirror asks it of every path.
_STEP: Final = r"[^./\x00-\x1f\x7f\ud800-\udfff][^/\x00-\x1f\x7f\ud800-\udfff]*"
_NAME: Final = re.compile(_STEP)
_PATH: Final = re.compile(rf"{_STEP}(?:/{_STEP})*")


def is_name(segment: str) -> bool:
    """Whether a store holds files of this name: not hidden, no control character, valid Unicode.

    Looser than ``layout.name_fault``: a mirror shows what people put into ``wiki/``, as it is.
    """
    return _NAME.fullmatch(segment) is not None


def check_path(path: str) -> None:
    """Raise ValueError when ``path`` is no file path a store can hold."""
    if not is_path(path):
        raise ValueError(f"{path!r} is not a path inside a wiki")


def is_path(path: str) -> bool:
    """Whether ``path`` is relative, without empty, hidden or ``..`` steps: it cannot leave the root."""
    return _PATH.fullmatch(path) is not None


def parent(path: str) -> str:
    """The directory of a file or directory path; the root's own is ``""``."""
    return path.rpartition("/")[0]


def name(path: str) -> str:
    """The last segment."""
    return path.rpartition("/")[2]


def join(directory: str, segment: str) -> str:
    """The path of a child."""
    return f"{directory}/{segment}" if directory else segment


def directories_above(path: str) -> Iterator[str]:
    """All directories above ``path``, the root's included."""
    while path:
        path = parent(path)
        yield path


def depth(directory: str) -> int:
    """Steps from the root: 0 for ``""``."""
    return directory.count("/") + 1 if directory else 0


def key(space: bytes, path: str) -> bytes:
    """The key of ``path`` in ``space``. A lone surrogate encodes to a key that nothing was stored under."""
    return space + path.encode("utf-8", "surrogatepass")
