"""Giving a heading another text: every link that leads to it follows."""

from __future__ import annotations

from collections.abc import Iterator

from wikic.errors import UsageError
from wikic.lsp import anchors
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.page_index import PageIndex
from wikic.lsp.references import Target, links_to
from wikic.lsp.rename_file import retitled
from wikic.markdown.wikilink import spans
from wikic.model.finding import Edit


def edits(knowledge: Knowledge, index: PageIndex, target: Target, text: str) -> Iterator[Edit]:
    """What changes in texts; ``target`` has a heading. Raises UsageError where it cannot be."""
    page = knowledge.page(target.file)
    heading = None if page is None else anchors.heading_named(page, target.heading or "")
    if page is None or heading is None:
        raise UsageError(f"there is no heading {target.heading!r}; nothing was changed")
    if page.generated:
        raise UsageError("wikic writes the headings of this page; nothing was changed")
    text = " ".join(text.split())
    if not text or any(sign in text for sign in ("[[", "]]", "|", "#", "^")):
        raise UsageError(
            "links cannot name a heading that is empty or holds [[ ]] | # ^; nothing was changed"
        )
    yield retitled(page, heading, text)
    for source, link, _ in links_to(knowledge, index, target):
        there = knowledge.page(source)
        where = spans(there.text, link) if there is not None else None
        if there is None or where is None or where.part is None:
            continue
        start, end = where.part
        last = there.text.rfind("#", start, end) + 1 or start
        yield Edit(source, last, end, text if link.kind == "wiki" else anchors.anchor(text))
