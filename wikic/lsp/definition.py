"""Where what stands at the cursor is defined: a page, a heading, a sentence, a record."""

from __future__ import annotations

from lsprotocol.types import Location

from wikic.lsp import anchors
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.sources import record, sentence
from wikic.lsp.under_cursor import Citation, citation_of, id_at, link_at, quote_at
from wikic.model.link import Link


def definition(knowledge: Knowledge, file: str, offset: int) -> list[Location]:
    """Every place that is meant; several where a name is several pages'."""
    page = knowledge.page(file)
    if page is None:
        return []
    link = link_at(page, offset)
    id = id_at(page, offset)
    stated = record(knowledge, page, id.id) if id is not None else None
    if stated is not None:
        return _at(knowledge, stated[0], stated[1], stated[1])
    if link is not None:
        citation = citation_of(link)
        found = _sentence(knowledge, citation) if citation is not None else []
        return found or of_link(knowledge, file, link)
    quoted = quote_at(page, offset)
    return _sentence(knowledge, quoted) if quoted is not None else []


def of_link(knowledge: Knowledge, file: str, link: Link) -> list[Location]:
    """The places a link of a page leads to."""
    page = knowledge.page(file)
    if page is None:
        return []
    found: list[Location] = []
    resolution = knowledge.view.resolve(page.file, link)
    for target in resolution.files:
        there = knowledge.page(target)
        if there is None:
            found += _at(knowledge, target, 0, 0) if target in knowledge.view.state.files else []
            continue
        heading = None if resolution.whole else link.heading
        at = anchors.place_of(there, heading, link.block)
        found += _at(knowledge, target, at, at)
    return found


def _sentence(knowledge: Knowledge, citation: Citation) -> list[Location]:
    found = sentence(knowledge, citation)
    return [] if found is None else _at(knowledge, found.file, found.start, found.end)


def _at(knowledge: Knowledge, file: str, start: int, end: int) -> list[Location]:
    positions = knowledge.positions(file)
    return [] if positions is None else [Location(knowledge.uri(file), positions.range(start, end))]
