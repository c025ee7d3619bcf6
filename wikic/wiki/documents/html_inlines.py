"""Inlines of HTML as those of a document: blanks as browsers show them, none at the ends of marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from wikic.document import nodes
from wikic.document.nodes import Inline, Inlines

_MARKS: Final = (
    nodes.Emph,
    nodes.Strong,
    nodes.Strikeout,
    nodes.Superscript,
    nodes.Subscript,
    nodes.Highlight,
)
_BLANKS: Final = re.compile(r"[ \t\n\r\f]+")


def tidy(inlines: Iterable[Inline]) -> Inlines:
    """A paragraph's inlines: no blanks at its ends and around line ends, no empty marks."""
    found = _joined(_within(inlines, ()))
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
            inside = _joined(_within(node.children, (*around, kind)))
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


def _joined(inlines: Iterable[Inline]) -> list[Inline]:
    """Texts beside each other as one, runs of blanks as one."""
    found: list[Inline] = []
    parts: list[str] = []
    for node in inlines:
        if isinstance(node, nodes.Text):
            parts.append(node.text)
            continue
        if parts:
            found.append(nodes.Text(_BLANKS.sub(" ", "".join(parts))))
            parts.clear()
        found.append(node)
    if parts:
        found.append(nodes.Text(_BLANKS.sub(" ", "".join(parts))))
    return [node for node in found if node != nodes.Text("")]
