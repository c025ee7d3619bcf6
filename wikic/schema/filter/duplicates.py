"""Near-duplicates (a kind of low-information documents; WikiKV, III-C): nearly the same words.

One-permutation MinHash (Li, Owen, Zhang 2012) over shingles of words, candidates from bands of the sketch
(Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, section 3.4): linear in the number of documents.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final
from zlib import crc32

from wikic.remembered import remembered

BINS: Final = 64  # an estimate of 0.9 is right within 0.04
NEAR: Final = 0.85  # share of equal bins from which two documents say the same
_EMPTY: Final = 0xFFFF
_BANDS: Final = 8
_WIDTH: Final = 8  # bytes, four bins; of sketches that are alike by 0.85, 99 in 100 share one of 8 bands
_VOID: Final = b"\xff" * _WIDTH  # no shingle fell into these bins: says nothing
_SHINGLE: Final = 3  # words
_FEWEST: Final = 8  # shingles; shorter documents are equal or not
_MIX: Final = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio: spreads the bits (Knuth, TAOCP 6.4)
_MASK: Final = 0xFFFFFFFFFFFFFFFF


def sketch(words: Sequence[str]) -> bytes:
    """64 numbers of 16 bits that are equal in as many places as two documents share shingles."""
    hashes = [_hash(word) for word in words]
    bins = [_EMPTY] * BINS
    if len(hashes) < _FEWEST + _SHINGLE - 1:
        mixed = 0
        for each in hashes:
            mixed = (mixed * 31 + each + 1) * _MIX & _MASK
        return array("H", [(mixed + at * _MIX & _MASK) >> 49 for at in range(BINS)]).tobytes()
    for first, second, third in zip(hashes, hashes[1:], hashes[2:], strict=False):
        mixed = (first * 0x1F123BB5 + second * 0x2545F491 + third) * _MIX & _MASK
        at, value = mixed >> 58, mixed >> 42 & 0x7FFF
        if value < bins[at]:
            bins[at] = value
    return array("H", bins).tobytes()


def similarity(one: bytes, other: bytes) -> float:
    """Estimated share of shingles that two documents have in common, 0 to 1."""
    left, right = array("H", one), array("H", other)
    both = [(a, b) for a, b in zip(left, right, strict=True) if a != _EMPTY or b != _EMPTY]
    return sum(a == b for a, b in both) / len(both) if both else 1.0


def repeated(sketches: Sequence[bytes]) -> set[int]:
    """Positions of the documents that say nearly what one before them says.

    One band after the other, so that a single table is held at a time.
    """
    found: set[int] = set()
    for at in range(0, _BANDS * _WIDTH, _WIDTH):
        first: dict[bytes, int] = {}
        for position, each in enumerate(sketches):
            if position in found:
                continue
            key = each[at : at + _WIDTH]
            holder = position if key == _VOID else first.setdefault(key, position)
            if holder != position and similarity(sketches[holder], each) >= NEAR:
                found.add(position)
    return found


@remembered(1 << 16)
def _hash(word: str) -> int:
    return crc32(word.encode("utf-8", "surrogatepass"))
