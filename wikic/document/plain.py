"""The words of a piece of a document, without marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import PurePosixPath
from typing import Final

from wikic.document import nodes
from wikic.document.nodes import Inline

_UNSEEN: Final = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|template)\b.*?(?:</\1\s*>|\Z)", re.S | re.I)
_TAG: Final = re.compile(r"</?[A-Za-z](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>|<[!?][^<>]*>")
_PART_OF_LINE: Final = re.compile(
    r"</?(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong"
    r"|sub|sup|tt|u|var|wbr)\b",
    re.I,
)


# 10 to the 6th is no 106: what Unicode sets above and below the line.
_ABOVE: Final = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_BELOW: Final = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_NUMBER: Final = re.compile(r"[0-9+\-−=()]+|[ni]")


def plain_text(inlines: Iterable[Inline]) -> str:
    """The words of ``inlines``: of links and pictures what they say, code as it is; line ends as blanks.

    Numbers above and below the line are so in Unicode ("10⁶", "H₂O"); other words ("1st") as they are.
    """
    return "".join(_words(inlines))


def _words(inlines: Iterable[Inline]) -> Iterator[str]:
    for node in inlines:
        if isinstance(node, nodes.Text | nodes.Code | nodes.Math):
            yield node.text
        elif isinstance(node, nodes.SoftBreak | nodes.LineBreak):
            yield " "
        elif isinstance(node, nodes.Image):
            yield from _words(node.alt)
        elif isinstance(node, nodes.Field):
            yield f"{node.key}: "
            yield from _words(node.children)
        elif isinstance(node, nodes.Note):
            if node.children:
                yield " ("
                yield from _words(node.children)
                yield ")"
        elif isinstance(node, nodes.Superscript | nodes.Subscript):
            words = plain_text(node.children)
            table = _ABOVE if isinstance(node, nodes.Superscript) else _BELOW
            yield words.translate(table) if _NUMBER.fullmatch(words) else words
        elif isinstance(node, nodes.Embed):
            # A note that is shown here is named; a file shows itself, and its words may be a width.
            yield "" if PurePosixPath(node.target).suffix else node.text or node.target
        elif not isinstance(node, nodes.RawInline | nodes.BlockRef | nodes.BlockId):
            yield from _words(node.children)


def html_words(html: str) -> str:
    """The words of a piece of HTML as a reader sees them."""
    return " ".join(unescape(_TAG.sub(_gap, _UNSEEN.sub("", html))).split())


def _gap(tag: re.Match[str]) -> str:
    return "" if _PART_OF_LINE.match(tag[0]) else " "
