"""Which blocks are worth keeping: nearly all real sentences, none of a document's furniture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import pattern
from wikic.model.statement import Block

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FURNITURE: Final = pattern("furniture_line")
_GUTENBERG: Final = pattern("scanned_book")
_DOTTED = re.compile(r"(?:\.\s?){5,}\s*[\divxlc]*$|\s\.{2,}\s*\d+$|\s{1,}\d{1,4}$")
_SKIPPED_SECTIONS: Final = pattern("skipped_section")
_VERB: Final = pattern("any_verb")


def kept(blocks: Sequence[Block]) -> list[Block]:
    """The blocks that become statements, in order; a quotation that stands twice is kept once."""
    seen: set[str] = set()
    result: list[Block] = []
    for block in blocks:
        if block.id in seen or not worth(block):
            continue
        seen.add(block.id)
        result.append(block)
    return result


def worth(block: Block) -> bool:
    """Whether a block says something: no heading, marker, navigation, boilerplate, contents line."""
    text = block.text
    if block.kind == "heading":
        return False
    if block.kind == "code":
        return len(text) <= 300 and _LETTERS.search(text) is not None
    words = _LETTERS.findall(text)
    if len(words) < 2 and not (len(words) == 1 and block.kind in ("row", "item") and len(text) > 8):
        return _one_word_of_script(text)
    if len(text) < 400 and (_FURNITURE.match(text) or _GUTENBERG.search(text)):
        return False
    if _SKIPPED_SECTIONS.match(block.section) and not _VERB.search(text):
        return False
    if _SKIPPED_SECTIONS.match(block.section) and (
        block.kind == "item" or _DOTTED.search(text) or text.isupper()
    ):
        return False
    if _DOTTED.search(text) and re.search(r"(?:\. ?){4,}", text):
        return False
    return not (len(text) < 120 and text.isupper() and not text.endswith(("!", "?")) and len(words) < 12)


def _one_word_of_script(text: str) -> bool:
    """Scripts without spaces (Thai, Khmer) make one long word of a sentence."""
    return len(text) > 20 and any(len(word) > 12 and not word.isascii() for word in _LETTERS.findall(text))
