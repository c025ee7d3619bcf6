"""What a Markdown file holds, as values: the one result of both parsers.

Positions are character offsets into the file's text as ``Source.text`` has it; ``end`` is exclusive; lines
count from 1. The items are named tuples, not dataclasses: a page has dozens of them, and making one
costs a third.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from wikic.markdown.frontmatter import Frontmatter
from wikic.model.link import Link


class Heading(NamedTuple):
    """An ATX or setext heading, wherever it stands.

    level: 1 to 6.
    text: its Markdown, without marks around it; a block id behind it included.
    start, end: from the first ``#`` (setext: the text) to the end of its last line, white space excluded.
    line: of ``start``.
    """

    level: int
    text: str
    start: int
    end: int
    line: int


class Bullet(NamedTuple):
    """An item of a list and the paragraph it opens with.

    level: depth of lists, 1 for the outermost.
    indent: column of the marker, from 0, tabs to the next multiple of 4.
    marker: ``-``, ``*``, ``+``, or ``7.`` and ``7)`` in a numbered list.
    text: Markdown of its first paragraph, as written, line breaks included; what else opens the item
        (a heading, another list) counts as its first line only.
    start: of the marker.
    text_start, end: of ``text``; ``end`` is the end of the item's own paragraph.
    line: of ``start``.
    """

    level: int
    indent: int
    marker: str
    text: str
    start: int
    text_start: int
    end: int
    line: int


class Fence(NamedTuple):
    """A code block.

    marker: its opening run, at least three backticks or tildes; "" for indented code.
    info: what stands behind the opening run, stripped.
    start, end: from the marker to the end of the last line, fences included; indented code starts at its
        first character.
    line: of ``start``.
    closed: a closing fence was found; always true for indented code.
    """

    marker: str
    info: str
    start: int
    end: int
    line: int
    closed: bool


class CodeSpan(NamedTuple):
    """Code within a line: offsets with its backticks, line of ``start``."""

    start: int
    end: int
    line: int


class BlockId(NamedTuple):
    """An Obsidian block id at the end of a line.

    id: without ``^``.
    start: offset of ``^``; the id ends at ``start + 1 + len(id)``.
    line: where it stands.
    """

    id: str
    start: int
    line: int


class Malformed(NamedTuple):
    """``[[`` that opens no wikilink.

    reason: ``empty``, ``unclosed``, ``nested`` (another ``[[`` comes first), ``single closer`` (``]``),
        ``markdown link`` (``[[a](b)``) or ``bracket in target``.
    start, end: from ``[[`` to where the link would have ended.
    line: of ``start``.
    """

    reason: str
    start: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file, read. Every tuple is in order of ``start``.

    frontmatter: the first block, or None.
    headings: ATX and setext headings, those in quotes and lists included.
    bullets: items of bulleted and numbered lists.
    links: wikilinks, embeds, Markdown links and images; none from code, HTML, comments, frontmatter.
    fences: fenced and indented code.
    code_spans: outside links.
    block_ids: outside code.
    malformed: what looks like a wikilink and is none.
    odd: the linear scan is not sure of this text, and everything but ``frontmatter`` is empty: use ``parse``.
    """

    frontmatter: Frontmatter | None = None
    headings: tuple[Heading, ...] = ()
    bullets: tuple[Bullet, ...] = ()
    links: tuple[Link, ...] = ()
    fences: tuple[Fence, ...] = ()
    code_spans: tuple[CodeSpan, ...] = ()
    block_ids: tuple[BlockId, ...] = ()
    malformed: tuple[Malformed, ...] = ()
    odd: bool = False

    @property
    def body(self) -> int:
        """Offset at which the text below the frontmatter begins."""
        return self.frontmatter.body if self.frontmatter else 0
