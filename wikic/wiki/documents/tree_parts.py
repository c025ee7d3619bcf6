"""What readers of formats have in common: inlines as shown, blocks on one line, labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, cast

from wikic.document import nodes
from wikic.document.nodes import Block, Blocks, Inline, Inlines

_MARKS: Final = (
    nodes.Emph,
    nodes.Strong,
    nodes.Strikeout,
    nodes.Superscript,
    nodes.Subscript,
    nodes.Highlight,
)
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_ROMAN: Final = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_BLANKS: Final = re.compile(r"[ \t\n\r\f]+")


def tidy(inlines: Iterable[Inline]) -> Inlines:
    """A paragraph's inlines: no blanks at its ends and around line ends, no empty marks."""
    found = _merged(_within(inlines, ()))
    while found and isinstance(found[0], nodes.LineBreak):
        found.pop(0)
    while found and isinstance(found[-1], nodes.LineBreak):
        found.pop()
    kept: list[Inline] = []
    for at, node in enumerate(found):
        if isinstance(node, nodes.Text):
            text = node.text
            if at == 0 or isinstance(found[at - 1], nodes.LineBreak | nodes.SoftBreak):
                text = text.lstrip(" ")
            if at + 1 == len(found) or isinstance(found[at + 1], nodes.LineBreak | nodes.SoftBreak):
                text = text.rstrip(" ")
            if not text:
                continue
            node = nodes.Text(text)
        kept.append(node)
    return tuple(kept)


def _within(inlines: Iterable[Inline], around: tuple[type, ...]) -> Iterator[Inline]:
    """The nodes with their marks tidied, blanks at their ends outside; around: marks they stand in."""
    for node in inlines:
        if isinstance(node, (*_MARKS, nodes.Link)):
            kind = type(node)
            inside = _merged(_within(node.children, (*around, kind)))
            lead, tail = _edge(inside, 0), _edge(inside, -1)
            if lead:
                yield nodes.Text(" ")
            if inside and kind in around:
                yield from inside  # bold in bold, a link in a link
            elif inside:
                yield replace(node, children=tuple(inside))
            if tail:
                yield nodes.Text(" ")
        else:
            yield node


def _edge(inside: list[Inline], at: int) -> bool:
    """Take the blanks off an end of ``inside``; whether there were any."""
    found = False
    while inside:
        node = inside[at]
        if isinstance(node, nodes.LineBreak):
            inside.pop(at)
            found = True
            continue
        if not isinstance(node, nodes.Text):
            break
        text = node.text.lstrip(" ") if at == 0 else node.text.rstrip(" ")
        found = found or text != node.text
        if text:
            inside[at] = nodes.Text(text)
            break
        inside.pop(at)
    return found


def _merged(inlines: Iterable[Inline]) -> list[Inline]:
    """Texts beside each other as one, runs of blanks as one; code too, which some mark by letter."""
    found: list[Inline] = []
    for kind, run in groupby(inlines, key=type):
        if kind is nodes.Text:
            found.append(nodes.Text(_BLANKS.sub(" ", "".join(cast("nodes.Text", node).text for node in run))))
        elif kind is nodes.Code:
            found.append(nodes.Code("".join(cast("nodes.Code", node).text for node in run)))
        else:
            found += run
    return [node for node in found if node != nodes.Text("")]


# --- blocks ------------------------------------------------------------------------------------------


def paragraph(found: Inlines) -> Block:
    if len(found) == 1 and isinstance(found[0], nodes.Math) and found[0].display:
        return nodes.MathBlock(found[0].text)
    return (
        nodes.Figure(found[0]) if len(found) == 1 and isinstance(found[0], nodes.Image) else nodes.Para(found)
    )


def inlines_of(blocks: Sequence[Block]) -> Inlines:
    """The words of blocks as one run, a line end between two."""
    return joined([each for block in blocks if (each := _block_inlines(block))], nodes.LineBreak())


def _block_inlines(block: Block) -> Inlines:
    if isinstance(block, nodes.Para | nodes.Header):
        return block.inlines
    if isinstance(block, nodes.Figure):
        return (block.image,)
    if isinstance(block, nodes.CodeBlock):
        lines = [line.strip() for line in block.text.split("\n") if line.strip()]
        return joined([(nodes.Code(line),) for line in lines], nodes.LineBreak())
    if isinstance(block, nodes.MathBlock):
        return (nodes.Math(block.text),)
    if isinstance(block, nodes.BulletList | nodes.OrderedList):
        return joined([(*_marker(item), *inlines_of(item.blocks)) for item in block.items], nodes.LineBreak())
    if isinstance(block, nodes.DefinitionList):
        parts = [
            (*item.term, nodes.Text(": "), *inlines_of(meaning.blocks))
            for item in block.items
            for meaning in item.definitions
        ]
        return joined(parts, nodes.LineBreak())
    if isinstance(block, nodes.Callout):
        return joined([each for each in (block.title, inlines_of(block.blocks)) if each], nodes.LineBreak())
    if isinstance(block, nodes.Table):
        rows = [
            joined([cell for cell in row.cells if cell], nodes.Text("; "))
            for row in (block.head, *block.rows)
        ]
        return joined([row for row in rows if row], nodes.LineBreak())
    return inlines_of(block.blocks) if isinstance(block, nodes.BlockQuote | nodes.Div) else ()


def _marker(item: nodes.ListItem) -> Inlines:
    return (nodes.Text(f"{item.marker} "),) if item.marker else ()


def joined(parts: Sequence[Inlines], between: Inline = nodes.Text(", ")) -> Inlines:  # noqa: B008 - it is frozen
    found: list[Inline] = []
    for part in parts:
        if found and part:
            found.append(between)
        found += part
    return tidy(found)


def one_line(inlines: Inlines) -> Inlines:
    """For a heading, a term, a title: line ends are blanks."""
    return tidy([nodes.Text(" ") if isinstance(node, nodes.LineBreak) else node for node in inlines])


def labelled(blocks: Blocks, said: str) -> Blocks:
    """An item of a list by letters, which Markdown does not know: its label is of its words."""
    if blocks and isinstance(blocks[0], nodes.Para):
        return (replace(blocks[0], inlines=tidy((nodes.Text(said), *blocks[0].inlines))), *blocks[1:])
    return (nodes.Para((nodes.Text(said.strip()),)), *blocks)


def label_of(number: int, style: str) -> str:
    """The label of an item as HTML names styles: ``1``, ``a``, ``A``, ``i``, ``I``."""
    if style == "1":
        return str(number)
    if style in ("i", "I"):
        found, left = "", number
        for value, sign in _ROMAN:
            found += sign * (left // value)
            left %= value
    else:
        found, left = "", number
        while left > 0:
            left, at = divmod(left - 1, len(_LETTERS))
            found = _LETTERS[at] + found
    return found.upper() if style.isupper() else found


def is_short(items: Sequence[nodes.ListItem]) -> bool:
    """Whether each item is one block, with lists below it at most."""
    lists = (nodes.BulletList, nodes.OrderedList)
    return all(isinstance(block, lists) for item in items for block in item.blocks[1:])
