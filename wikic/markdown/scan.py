"""The linear scan: what a page holds, in one pass over its lines and one over its characters.

It knows the Markdown that wikis are written in and says of the rest that it is odd; ``parse`` is for that,
and is the scan's oracle in the property tests.
"""

from __future__ import annotations

from wikic.markdown.document import Document
from wikic.markdown.frontmatter import split
from wikic.markdown.scan_blocks import BlockScan
from wikic.markdown.scan_inline import InlineScan


def plain_lines(text: str) -> str:
    """``text`` with every line end as ``\\n`` and every character where it was.

    CRLF becomes a space and ``\\n``: white space at the end of a line means nothing to either parser. NUL
    becomes U+FFFD, as CommonMark has it.
    """
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    return text.replace("\0", "\ufffd") if "\0" in text else text


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
