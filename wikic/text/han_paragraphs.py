"""Paragraphs of scripts without spaces, as pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from wikic.text import scraped_lines
from wikic.text.piece import Piece

# Where a page had a new line, scraped Chinese has a run of tabs or wide spaces.
_GAP: Final = re.compile(r"(?<=\S)(?:[^\S\n]{3,}|[^\S\n]*\u3000{2,})[^\S\n]*(?=\S)")
_LONG_PART: Final = 16


def pieces(at: int, body: Sequence[str]) -> Iterator[Piece]:
    """Paragraphs that indents open, as Chinese print does, in lines without a blank one between them."""
    from wikic.text import cjk  # loaded only where the text needs it

    text = "\n".join(body)
    gaps = len(_GAP.findall(text))
    if gaps and len(text) >= _LONG_PART * gaps:  # shorter parts are the cells of a table
        text = _GAP.sub("\n　　", text)
    for number, paragraph in enumerate(cjk.paragraphs(text)):
        if cjk.is_heading(paragraph):
            yield Piece("heading", paragraph, "heading", at, 2)
            continue
        found = list(cjk.sentences(paragraph))
        alone = len(found) == 1 and not scraped_lines.ENDED.search(paragraph)
        shape = "prose"
        if alone and paragraph.endswith(("：", ":")) and len(paragraph) <= scraped_lines.MAX_LABEL:
            shape = "label"
        elif alone and len(paragraph) <= 30:
            shape = "line"
        for sentence in found:
            yield Piece("sentence", sentence, shape, at + number)  # type: ignore[arg-type]
