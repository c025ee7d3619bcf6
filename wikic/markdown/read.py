"""Reading a Markdown file: by the linear scan, and by the full parse where that is not sure.

The scan takes one pass over the lines and one over the characters. It knows the Markdown that wikis are
written in and says of the rest that it is odd; ``parse`` is for that, and its oracle in the property tests.
"""

from __future__ import annotations

from wikic.markdown.document import Document
from wikic.markdown.frontmatter import split
from wikic.markdown.scan_blocks import BlockScan
from wikic.markdown.scan_inline import InlineScan
from wikic.markdown.source import plain_lines


def read(text: str) -> Document:
    """The document ``text`` is: by the linear scan, by the full parse where that is not sure."""
    document = scan(text)
    if document.odd:
        from wikic.markdown.parse import parse

        return parse(text)
    return document


def scan(text: str) -> Document:
    """Read ``text``; ``odd`` is set, and the rest left empty, where only ``parse`` is sure."""
    frontmatter = split(text)
    text = plain_lines(text)
    blocks = BlockScan(text, frontmatter.body if frontmatter else 0)
    if not blocks.run():
        return Document(frontmatter, odd=True)
    inline = InlineScan(text, blocks)
    if not inline.run():
        return Document(frontmatter, odd=True)
    return Document(
        frontmatter,
        tuple(blocks.headings),
        tuple(blocks.bullets),
        tuple(inline.links),
        tuple(blocks.fences),
        tuple(inline.code_spans),
        tuple(inline.block_ids),
        tuple(inline.malformed),
    )
