"""Frames: pieces of a file that is only added to, each told from one that a crash cut short."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

_HEAD: Final = struct.Struct(">II")  # length and CRC-32 of what follows


def framed(body: bytes) -> bytes:
    """``body`` as one frame."""
    return _HEAD.pack(len(body), zlib.crc32(body)) + body


def frames(file: BinaryIO, size: int) -> Iterator[bytes]:
    """The bodies of the frames of a file of ``size`` bytes, up to the first that is not whole.

    None is empty: zeros, which a power cut may leave at the end of a file, would be frames without a body.
    """
    left = size
    while left >= _HEAD.size:
        head = file.read(_HEAD.size)
        length, sum_ = _HEAD.unpack(head) if len(head) == _HEAD.size else (0, 0)
        left -= size_of_frame(length)
        if not length or left < 0:
            return
        body = file.read(length)
        if zlib.crc32(body) != sum_:
            return
        yield body


def size_of_frame(length: int) -> int:
    """Bytes that the frame of a body of ``length`` bytes takes."""
    return _HEAD.size + length
