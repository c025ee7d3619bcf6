"""Read a Markdown file with the parser it needs."""

from __future__ import annotations

from wikic.markdown.document import Document
from wikic.markdown.scan import scan


def read(text: str) -> Document:
    """The document ``text`` is: by the linear scan, by the full parse where that is not sure."""
    document = scan(text)
    if document.odd:
        from wikic.markdown.parse import parse

        return parse(text)
    return document
