"""An article as a reader is shown it: its blocks in paragraphs, lists and tables. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic.document.leaves import Leaf
from wikic.document.nodes import CodeBlock, Header, ListItem
from wikic.document.quotes import Quoted, cells_of
from wikic.document.speech import spoken
from wikic.model import attachment
from wikic.model.statement import Block
from wikic.navigate.reader_page import PieceShape, SourceGroup, SourcePiece
from wikic.text.normalise import normalise

_SHAPES: Final[dict[str, PieceShape]] = {
    "heading": "heading", "item": "item", "row": "row", "code": "code", "formula": "code",
    "figure": "picture",
}  # fmt: skip


def groups(text: str, quoted: Quoted, taken: frozenset[str]) -> Iterator[SourceGroup]:
    """The pieces of an article's text in paragraphs, lists and tables; headings skip no level."""
    run: list[SourcePiece] = []
    shape: PieceShape = "prose"
    level = 0
    seen: set[str] = set()
    for leaf, blocks in zip(quoted.leaves, quoted.of_leaf, strict=True):
        if not blocks:
            continue
        found = _shape(leaf)
        if run and not (found == shape and found in ("item", "row")):
            yield SourceGroup(shape, tuple(run))
            run = []
        shape = found
        if isinstance(leaf.node, Header):
            level = min(leaf.node.level, level + 1)
        written = normalise(text[leaf.own_span.start : leaf.own_span.end])
        if attachment.pictures(written):  # one piece, with its pictures where they stand
            piece = _piece(quoted.leaves, leaf, blocks[0], taken, level, again=blocks[0].id in seen)
            run.append(replace(piece, text=written))
        else:
            for block in blocks:
                run.append(_piece(quoted.leaves, leaf, block, taken, level, again=block.id in seen))
                seen.add(block.id)
    if run:
        yield SourceGroup(shape, tuple(run))


def _shape(leaf: Leaf) -> PieceShape:
    if leaf.kind == "paragraph" and leaf.depth == 0 and spoken(leaf) is not None:
        return "turn"
    return _SHAPES.get(leaf.kind, "prose")


def _piece(
    leaves: Sequence[Leaf], leaf: Leaf, block: Block, taken: frozenset[str], level: int, *, again: bool
) -> SourcePiece:
    """level: of the heading, where it is one."""
    label = ""
    text = block.text
    if isinstance(leaf.node, ListItem):
        label, level = leaf.node.marker, leaf.depth - 1
    elif isinstance(leaf.node, CodeBlock):
        label, text = leaf.node.info.partition(" ")[0], leaf.text.strip("\n")
    elif (said := spoken(leaf)) is not None and said[0] in block.text:
        stamp, label, text = block.text.partition(said[0])
        label, text = f"{stamp}{label}", text.lstrip(" :：")
    head = leaves[leaf.head] if leaf.head is not None else None
    return SourcePiece(
        id=block.id,
        text=text,
        label=label,
        level=level,
        cells=cells_of(leaf) if leaf.kind == "row" else (),
        head=cells_of(head) if head is not None else (),
        taken=block.id in taken,
        again=again,
    )
