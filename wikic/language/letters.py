"""Character classes for regular expressions: the standard library knows no ``\\p{Lu}``."""

from __future__ import annotations

import unicodedata
from typing import Final

# Latin, Greek, Cyrillic and their extensions lie below U+2000 (Latin Extended Additional ends at U+1EFF),
# Latin Extended-C and -D between U+2C60 and U+A7FF.
_RANGES: Final = (range(0x41, 0x2000), range(0x2C60, 0x2C80), range(0xA720, 0xA800))


def _class(category: str) -> str:
    """The ranges of all letters of a category, ready to stand between ``[`` and ``]``."""
    runs: list[list[int]] = []
    for span in _RANGES:
        for point in span:
            if unicodedata.category(chr(point)) != category:
                continue
            # Cased letters alternate (Ā ā Ă ă), so most runs are single characters.
            if runs and runs[-1][1] == point - 1:
                runs[-1][1] = point
            else:
                runs.append([point, point])
    return "".join(chr(a) if a == b else f"{chr(a)}-{chr(b)}" for a, b in runs)


UPPER: Final = _class("Lu") + "ǅǈǋǲ"
"""Upper-case letters of Latin, Greek, Cyrillic and their neighbours."""
LOWER: Final = _class("Ll")
"""Lower-case letters of the same scripts."""
