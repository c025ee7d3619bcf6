"""Frames: pieces of a file that is only added to, each told from one that a crash cut short."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final

_HEAD: Final = struct.Struct(">II")  # length and CRC-32 of what follows


def framed(body: bytes) -> bytes:
    """``body`` as one frame."""
    return _HEAD.pack(len(body), zlib.crc32(body)) + body


def frames(data: bytes) -> Iterator[bytes]:
    """The bodies of the frames from the beginning on, up to the first that is not whole.

    None is empty: zeros, which a power cut may leave at the end of a file, would be frames without a body.
    """
    at = 0
    while at + _HEAD.size <= len(data):
        length, sum_ = _HEAD.unpack_from(data, at)
        body = data[at + _HEAD.size : at + _HEAD.size + length]
        if not length or len(body) != length or zlib.crc32(body) != sum_:
            return
        yield body
        at += _HEAD.size + length


def size_of(body: bytes) -> int:
    """Bytes that the frame of a body takes."""
    return _HEAD.size + len(body)
