"""What stands in one item, on one line: its words, its commands, its code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library import quotes
from wikic.curator.library.plain_words import plain
from wikic.text import listings
from wikic.text.normalise import CJK
from wikic.text.structure_marks import TAB_ITEM
from wikic.text.structured_blocks import Part

SHORT: Final = 12  # words of an item that stands in a list
BOX: Final = re.compile(r"^\[([ xX])\]\s+(?=\S)")  # of a task
_WORD: Final = re.compile(rf"[{CJK}]{{2}}|[^\W_]+")
_ADDRESS: Final = re.compile(r"\[?(?<!\w)\w+://\S+")
_UNENDED: Final = re.compile(r"[\w)\]”\"]$")


def length(text: str) -> int:
    """How many words a line has, addresses not counted."""
    return len(_WORD.findall(_ADDRESS.sub("", text)))


def _with_command(words: str) -> str:
    """An item that is a command, or what it does and the command, with the command as code."""
    said, gap, command = words.partition(": ") if ": " in words else ("", "", words)
    if "`" in words or not listings.is_command(command):
        return words
    return f"{said}{gap}`{command}`"


def joined(texts: Sequence[str]) -> str:
    """What stands in an item, on one line; a colon stands behind a first line that ends no sentence."""
    first, *rest = [each for each in texts if each] or [""]
    named = _UNENDED.search(first) is not None and ":" not in first and length(first) <= SHORT
    name = bool(rest) and named and (rest[0][:1].isupper() or rest[0][:1] == "`")
    return " ".join([f"{first}:" if name else first, *rest])


def inline(part: Part) -> str:
    """The words of a part, or its code of one line; "" for code of several."""
    piece = part.piece
    if quotes.title(part):
        return quotes.title(part)
    if piece.kind != "code":
        words = plain(BOX.sub("", piece.text) if piece.mark else piece.text)
        return f"{words}:" if piece.mark == TAB_ITEM else _with_command(words)
    code = piece.text.strip()
    return f"`{code}`" if "\n" not in code and "`" not in code else ""
