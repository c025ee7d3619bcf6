"""A document as numbered blocks: the sentences, items, rows, formulas and pieces of code of its leaves.

A block is the smallest thing that is cited. It is cut from the words of its leaf, so whatever cites it is
checked against the same leaf again, and no other reader of the text is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.document.leaves import Leaf, leaves
from wikic.document.nodes import Document, Row
from wikic.document.parse import parse_document
from wikic.document.plain import plain_text
from wikic.model.statement import Block, BlockKind
from wikic.remembered import remembered
from wikic.text import sentences
from wikic.text.normalise import normalise

MAX_ITEM: Final = 400  # characters; a longer item is a paragraph with a bullet: its sentences are cited
LONGEST_HEADING: Final = 160  # characters; longer ones are titles of papers, which are one sentence
_ENDS: Final = re.compile(r"[.!?。！？][\"'”’」』)]*(?=\s|$)|[。！？]")
_KINDS: Final[dict[str, BlockKind]] = {"row": "row", "code": "code", "heading": "heading"}
_WHOLE: Final = ("code", "heading", "formula", "term", "figure", "title", "field")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A document with its leaves, and the blocks of each leaf.

    blocks: in order, numbered from 1.
    of_leaf: the blocks of each leaf, by its place among the leaves.
    """

    document: Document
    leaves: tuple[Leaf, ...]
    blocks: tuple[Block, ...]
    of_leaf: tuple[tuple[Block, ...], ...]

    def without(self, left_out: Collection[int]) -> Quoted:
        """The same without some leaves, by their places; the numbers of blocks stay."""
        if not left_out:
            return self
        kept = [at for at in range(len(self.leaves)) if at not in left_out]
        places: dict[int | None, int] = {old: new for new, old in enumerate(kept)}
        moved = tuple(
            replace(leaf, lead=places.get(leaf.lead), head=places.get(leaf.head))
            for leaf in (self.leaves[at] for at in kept)
        )
        of_leaf = tuple(self.of_leaf[at] for at in kept)
        return Quoted(self.document, moved, tuple(each for own in of_leaf for each in own), of_leaf)


@remembered(8)  # who checks and who extracts look at one document in a row
def quote(text: str, language: str = "und") -> Quoted:
    """The blocks of an article's text. Never raises.

    language: a BCP 47 primary tag; it says where sentences end.
    """
    document = parse_document(text)
    found = leaves(document)
    bare = all(leaf.kind == "heading" for leaf in found)
    blocks: list[Block] = []
    of_leaf: list[tuple[Block, ...]] = []
    for at, leaf in enumerate(found):
        section = leaf.path[-1] if leaf.path else ""
        own: list[Block] = []
        prose = leaf.kind == "heading" and is_paragraph(leaf.text, bare=bare)
        parts = sentences.split_by_script(leaf.text, language) if prose else _pieces(found, at, language)
        for said in parts:
            words = normalise(said)
            if words:
                kind = "sentence" if prose else _kind(leaf)
                named = words if kind == "heading" else section
                own.append(Block(layout.block_id(words), words, len(blocks) + 1, kind, named))
                blocks.append(own[-1])
        of_leaf.append(tuple(own))
    return Quoted(document, found, tuple(blocks), tuple(of_leaf))


def is_paragraph(heading: str, *, bare: bool = False) -> bool:
    """Whether a heading is read as sentences: long and of several, or where nothing but headings stands.

    Corpora have records of one line that begins with ``# ``.
    """
    if bare and _ENDS.search(heading):
        return True
    return len(heading) > LONGEST_HEADING and len(sentences.split_by_script(heading, "und")) > 1


def segment(text: str, language: str = "und") -> tuple[Block, ...]:
    """The blocks of an article's text in order, numbered from 1; as ``quote``."""
    return quote(text, language).blocks


def contains(article: str, words: str) -> bool:
    """Whether a quote stands in an article: in the words of one of its leaves, or of one behind another."""
    wanted = normalise(words)
    if not wanted:
        return False
    if wanted in normalise(article):
        return True
    quoted = quote(article)
    if any(wanted in block.text for block in quoted.blocks):
        return True
    return wanted in normalise("\n".join(leaf.text for leaf in quoted.leaves))


def cells_of(leaf: Leaf) -> tuple[str, ...]:
    """The words of each cell of a row or a head."""
    assert isinstance(leaf.node, Row)
    return tuple(" ".join(plain_text(cell).split()) for cell in leaf.node.cells)


def row_text(head: Leaf | None, row: Leaf) -> str:
    """A row with the heads of its columns: ``Berth: A4; Length: 12 m``."""
    cells, heads = cells_of(row), cells_of(head) if head is not None else ()
    named = [*heads, *[""] * (len(cells) - len(heads))]
    pairs = zip(named, cells, strict=False)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)


def _pieces(found: Sequence[Leaf], at: int, language: str) -> Sequence[str]:
    """What a leaf is cited by."""
    leaf = found[at]
    if leaf.kind == "head":
        return ()  # the heads of columns say nothing by themselves
    if leaf.kind == "row":
        return (row_text(found[leaf.head] if leaf.head is not None else None, leaf),)
    if leaf.kind in _WHOLE or (leaf.kind == "item" and len(leaf.text) <= MAX_ITEM):
        return (leaf.text,)
    return sentences.split_by_script(leaf.text, language)


def _kind(leaf: Leaf) -> BlockKind:
    if leaf.kind == "item" and len(leaf.text) <= MAX_ITEM:
        return "item"
    return _KINDS.get(leaf.kind, "sentence")
