"""A graph as bytes, to be kept beside the mirror: it loads in a fraction of reading all links anew.

::

    wikic-graph 1\\n · CRC-32 of the rest (4 bytes) · msgpack of the parts, arrays as little-endian bytes
"""

from __future__ import annotations

import sys
import zlib
from array import array
from typing import Final

from wikic.errors import FormatError
from wikic.graph.wiki_graph import Graph

_MAGIC: Final = b"wikic-graph 1\n"
_PARTS: Final = ("starts", "targets", "names", "sources", "back_starts", "back_edges")


def encode(graph: Graph) -> bytes:
    """``graph`` as bytes; ``decode`` gives an equal one."""
    import msgspec

    body = msgspec.msgpack.encode(
        {
            # One string is read many times faster than as many; a path holds no control character.
            "paths": "\n".join(graph.paths),
            "labels": graph.labels,
            "present": graph.present,
            "kinds": graph.kinds,
            **{part: _little(getattr(graph, part)) for part in _PARTS},
        }
    )
    return _MAGIC + zlib.crc32(body).to_bytes(4, "little") + body


def decode(data: bytes) -> Graph:
    """The graph that ``encode`` wrote. Raises FormatError when it is damaged or of another version."""
    import msgspec

    head = len(_MAGIC) + 4
    if not data.startswith(_MAGIC) or zlib.crc32(data[head:]).to_bytes(4, "little") != data[head - 4 : head]:
        raise FormatError("the stored graph is damaged or of another version", hint="it is built again")
    parts = msgspec.msgpack.decode(data[head:])
    paths = tuple(parts["paths"].split("\n")) if parts["paths"] else ()
    return Graph(
        paths=paths,
        present=parts["present"],
        labels=tuple(parts["labels"]),
        kinds=parts["kinds"],
        numbers={path: number for number, path in enumerate(paths)},
        **{part: _array(parts[part]) for part in _PARTS},
    )


def _little(numbers: array[int]) -> bytes:
    if sys.byteorder == "little":
        return numbers.tobytes()
    swapped = numbers[:]
    swapped.byteswap()
    return swapped.tobytes()


def _array(data: bytes) -> array[int]:
    found = array("I")
    found.frombytes(data)
    if sys.byteorder == "big":
        found.byteswap()
    return found
