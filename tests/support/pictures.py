"""Small pictures, each of one colour."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path


def png(path: Path, colour: int = 0) -> bytes:
    """Write a PNG of 8 by 6 pixels; its bytes."""
    rows = b"".join(b"\0" + bytes((colour * 20 % 256, 90, 120)) * 8 for _ in range(6))
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in (
            (b"IHDR", struct.pack(">IIBBBBB", 8, 6, 8, 2, 0, 0, 0)),
            (b"IDAT", zlib.compress(rows)),
            (b"IEND", b""),
        )
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return data
