"""What a text costs a model, estimated without its tokenizer."""

from __future__ import annotations

from typing import Final

# English prose has about four characters to a token in the usual vocabularies. Other scripts are counted by
# their UTF-8 bytes, three to a token: a Han character is one token (vocabularies take 0.7 to 1.3), a Cyrillic
# letter two thirds, an emoji one and a third. Ids and paths come out a little too cheap, tables too dear.
_ASCII_PER_TOKEN: Final = 4
_BYTES_PER_TOKEN: Final = 3


def tokens(text: str) -> int:
    """About how many tokens ``text`` is, at least 1 for any text; within a third for prose."""
    if text.isascii():
        return -(-len(text) // _ASCII_PER_TOKEN)
    size = len(text.encode("utf-8", "replace"))
    plain = len(text.encode("ascii", "ignore"))
    return -(-(plain * _BYTES_PER_TOKEN + (size - plain) * _ASCII_PER_TOKEN) // 12)


def cut(text: str, limit: int) -> str:
    """The longest beginning of ``text`` that costs at most ``limit`` tokens, whole where it does."""
    if tokens(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens(text[:middle]) <= limit else (low, middle - 1)
    return text[:low]
