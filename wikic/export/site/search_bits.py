"""Numbers as few bits, and bits as text that stands in a JavaScript string as it is.

Bits are strings of ``0`` and ``1`` until the end: building them is joining strings, which Python does fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

# Two of 91 characters hold 13 bits: ``#`` to ``~`` without the backslash.
_BITS: Final = 13
_DIGITS: Final = [chr(code) for code in range(35, 127) if code != 92]
_PAIRS: Final = [
    _DIGITS[value // len(_DIGITS)] + _DIGITS[value % len(_DIGITS)] for value in range(1 << _BITS)
]


def unary(value: int) -> str:
    """So many ones, then a zero."""
    return "1" * value + "0"


def gamma(value: int) -> str:
    """Elias gamma of a number from 1: its length in unary, then all but its first bit."""
    digits = f"{value:b}"
    return unary(len(digits) - 1) + digits[1:]


def shift(total: int, count: int) -> int:
    """The Rice parameter for ``count`` gaps that make ``total``: integers only, as in the browser."""
    return max(0, (total * 11 // (16 * count)).bit_length() - 1)


@cache
def rice(value: int, k: int) -> str:
    """``value`` without its last ``k`` bits in unary, then these."""
    last = f"{value & ((1 << k) - 1):0{k}b}" if k else ""
    return unary(value >> k) + last


def gaps(numbers: Iterable[int], k: int) -> list[str]:
    """Rising numbers, each as its distance from the one before."""
    found, before = [], -1
    for number in numbers:
        found.append(rice(number - before - 1, k))
        before = number
    return found


def text(bits: str) -> str:
    """``bits`` as text, filled up with zeros."""
    padded = bits + "0" * (-len(bits) % _BITS)
    return "".join([_PAIRS[int(padded[at : at + _BITS], 2)] for at in range(0, len(padded), _BITS)])
