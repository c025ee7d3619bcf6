"""Vectors that stand in for an embedding model's: texts that share words are near each other."""

from __future__ import annotations

import hashlib
import re

SIZE = 256


def hashed(text: str) -> list[float]:
    """A bag of words, each counted in the place its hash names; never without a direction."""
    vector = [0.0] * SIZE
    vector[0] = 0.01
    for word in re.findall(r"\w+", text.lower()):
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % SIZE] += 1.0
    return vector
