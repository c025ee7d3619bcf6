"""Article text → numbered blocks: sentences, list items, table rows, code, headings.

A block is a quote: normalised, it stands in the normalised article, save for table rows (prefixed with their
header cells), quotations whose line markers are left out, and what comments stood in; ``contains`` knows all
three and is what the linter and the writer ask. How a text is read: ``text.segment_pieces``.
"""

from __future__ import annotations

from wikic import layout
from wikic.model.statement import Block
from wikic.text import structure_marks
from wikic.text.comments import without_comments
from wikic.text.normalise import normalise
from wikic.text.segment_pieces import pieces


def segment(text: str, language: str = "und") -> tuple[Block, ...]:
    """The blocks of an article in order, numbered from 1.

    ``language`` is a BCP 47 primary tag; ``zh`` and ``ja`` read every paragraph by CJK rules, other texts
    only the paragraphs that are mostly in CJK script. Never raises; a text without any letter has no block.
    """
    blocks: list[Block] = []
    section = ""
    for piece in pieces(text, language):
        quote = normalise(piece.text)
        if not quote:
            continue
        if piece.kind == "heading":
            section = quote
        blocks.append(Block(layout.block_id(quote), quote, len(blocks) + 1, piece.kind, section))
    return tuple(blocks)


def contains(article: str, quote: str) -> bool:
    """Whether ``quote`` stands in ``article``, save for comments, tags, quotation marks and table heads."""
    wanted = normalise(quote)
    if not wanted:
        return False
    if wanted in normalise(article):
        return True
    if ">" in article and wanted in normalise(
        "\n".join(structure_marks.QUOTE_INSIDE.sub("", line) for line in article.split("\n"))
    ):
        return True
    if "<" in article or "%%" in article:
        seen = without_comments(article.split("\n"))
        if wanted in normalise("\n".join(seen)):
            return True
        if wanted in normalise("\n".join(structure_marks.QUOTE_INSIDE.sub("", line) for line in seen)):
            return True
    if "|" not in article:
        return False
    return any(piece.kind == "row" and normalise(piece.text) == wanted for piece in pieces(article, "und"))
