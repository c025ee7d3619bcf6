"""Sentences that announce something, with what they announce: none ends in a colon and points to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.library.line_kinds import Words, folded
from wikic.curator.library.passage import Passage

_LONGEST: Final = 1_200  # characters of what stands together
_SHORT: Final = 120  # characters of an announcement that says nothing by itself
_COLONS: Final = (":", "：")
_SHOWN: Final = ("sentence", "code", "list", "record", "procedure")


def joined(found: Sequence[Passage], words: Words) -> list[Passage]:
    """Passages with each that ends in a colon joined to the one right below it."""
    kept: list[Passage] = []
    for each in found:
        before = kept[-1] if kept else None
        if before is not None and _announces(before, each, words):
            kept[-1] = _together(before, each)
        else:
            kept.append(each)
    return [each for at, each in enumerate(kept) if not _announces_nothing(each, kept[at + 1 : at + 2])]


def _announces_nothing(passage: Passage, below: Sequence[Passage]) -> bool:
    """Whether what was to follow a colon is not there, right below or under headings of its own."""
    if passage.form != "sentence" or len(passage.text) > _SHORT or not passage.text.endswith(_COLONS):
        return False
    return not (below and below[0].place[: len(passage.place)] == passage.place != below[0].place)


def _announces(before: Passage, following: Passage, words: Words) -> bool:
    if folded(following.text.partition(":")[0]) in words.pack.callouts:
        return False  # a remark beside it
    near = before.place == following.place and before.blocks[-1] + 1 in following.blocks
    short = len(before.text) + len(following.text) <= _LONGEST
    shown = before.form == "sentence" and following.form in _SHOWN
    return before.text.endswith(_COLONS) and near and short and shown


def _together(before: Passage, following: Passage) -> Passage:
    first, _, rest = following.text.partition("\n")
    text = following.text
    if rest and following.place and folded(first) == folded(following.place[-1]):
        text = rest  # the heading stands in for what announces it
    below = text != following.text or text.startswith(("```", "- ", "1. "))
    gap = "\n" if below else " "
    blocks = tuple(sorted({*before.blocks, *following.blocks}))
    return replace(following, text=f"{before.text}{gap}{text}", blocks=blocks)
