"""Backlinks, to a page, a heading or a block; headings of a document, pages and headings of a wiki."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lsprotocol.types import DocumentSymbol, Location, Position, Range, SymbolKind, WorkspaceSymbol

from wikic import layout
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lsp import under_cursor
from wikic.lsp.knowledge import Knowledge, PageIndex, best_matches
from wikic.lsp.open_documents import Positions
from wikic.lsp.protocol_values import shown
from wikic.lsp.under_cursor import citation_of, heading_at, id_at, link_at, quote_at
from wikic.markdown.document import Heading
from wikic.model.link import Link
from wikic.wiki.link_form import digest_of


@dataclass(frozen=True, slots=True)
class Target:
    """What is referred to.

    file: of the page, or the digest.
    heading: text of one of its headings, None for the page or a block.
    block: id of one of its blocks or facts, None for the page or a heading.
    """

    file: str
    heading: str | None = None
    block: str | None = None


def target_at(knowledge: Knowledge, file: str, offset: int) -> Target | None:
    """What the cursor means: a link's target, a heading or block of the page, else the page itself."""
    page = knowledge.page(file)
    if page is None:
        return None
    link = link_at(page, offset)
    if link is not None:
        return target_of(knowledge, file, link)
    quoted = quote_at(page, offset)
    id = id_at(page, offset)
    if quoted is not None or id is not None:
        return Target(file, block=quoted.block if quoted is not None else id.id if id is not None else None)
    heading = heading_at(page, offset)
    return Target(file, heading=heading.text if heading is not None and heading.level > 1 else None)


def target_of(knowledge: Knowledge, file: str, link: Link) -> Target | None:
    """What a link of a page refers to; None for nothing, or several pages."""
    citation = citation_of(link)
    if citation is not None:
        return Target(citation.digest, block=citation.block)
    found = knowledge.view.resolve(file, link)
    if len(found.files) != 1:
        return None
    return Target(found.files[0], None if found.whole else link.heading, link.block)


def links_to(
    knowledge: Knowledge, index: PageIndex, target: Target
) -> Iterator[tuple[str, Link, Resolution]]:
    """The links that lead there, by file; for a page those to its headings and blocks, too."""
    view, page = knowledge.view, knowledge.page(target.file)
    own = target.file.removesuffix(".md")
    wanted = (
        None if target.heading is None or page is None else under_cursor.heading_named(page, target.heading)
    )
    for file, entry in sorted(index.entries().items()):
        spot = file
        for link in entry.links:
            if target.block is not None and target.block not in (link.block, link.heading):
                continue
            if target.heading is not None and not link.heading:
                continue
            cites = digest_of(link.target) == own and own.startswith(f"{layout.DIGESTS_DIR}/")
            found = Resolution("path", (target.file,)) if cites else view.resolve(spot, link)
            if target.file not in found.files:
                continue
            if wanted is not None and page is not None:
                there = under_cursor.heading_named(page, link.heading or "")
                if found.whole or there is None or there.start != wanted.start:
                    continue
            yield file, link, found


def find_references(
    knowledge: Knowledge, index: PageIndex, target: Target, *, declared: bool
) -> list[Location]:
    """Where the links stand. declared: whether what they lead to is one of the places."""
    found: list[Location] = []
    if declared:
        page, positions = knowledge.page(target.file), knowledge.positions(target.file)
        if page is not None and positions is not None:
            at = under_cursor.place_of(page, target.heading, target.block)
            found.append(Location(knowledge.uri(target.file), positions.range(at, positions.line_end(at))))
    known: dict[str, list[Link]] = {}
    for file, link, _ in links_to(knowledge, index, target):
        known.setdefault(file, []).append(link)
    for file, links in known.items():
        positions = knowledge.positions(file)
        if positions is not None:
            uri = knowledge.uri(file)
            found += (Location(uri, positions.range(link.start, link.end)) for link in links)
    return found


# Editors show a dozen and ask again at the next letter.
MOST: Final = 300


def document_symbols(page: ParsedPage, positions: Positions) -> list[DocumentSymbol]:
    """The headings of a document, each with those below it."""
    headings = page.document.headings
    found, _ = _headings_below(headings, 0, 0, positions)
    return found


def _headings_below(
    headings: Sequence[Heading], at: int, level: int, positions: Positions
) -> tuple[list[DocumentSymbol], int]:
    """The headings deeper than a level, up to one that is not; and where that one is."""
    found: list[DocumentSymbol] = []
    while at < len(headings) and headings[at].level > level:
        head, first = headings[at], at
        children, at = _headings_below(headings, at + 1, head.level, positions)
        end = next(
            (each.start for each in headings[first + 1 :] if each.level <= head.level), len(positions.text)
        )
        found.append(
            DocumentSymbol(
                name=shown(head.text) or "#" * head.level,
                kind=SymbolKind.String,
                range=positions.range(head.start, end),
                selection_range=positions.range(head.start, head.end),
                children=children,
            )
        )
    return found, at


def workspace_symbols(knowledge: Knowledge, index: PageIndex, query: str) -> list[WorkspaceSymbol]:
    """The pages and headings whose names fit a query best, pages first among equals."""
    named: list[tuple[str, str, int]] = []
    for file, entry in sorted(index.entries().items()):
        names = knowledge.view.state.names_of(file)
        title = (names.title if names is not None else "") or layout.stem(layout.page_path(file))
        named.append((title, file, 0))
        named += ((each.text, file, each.line) for each in entry.headings if each.level > 1)
    found: list[WorkspaceSymbol] = []
    for name, file, line in best_matches(query, named, lambda each: each[0], MOST):
        start = Position(max(line - 1, 0), 0)
        found.append(
            WorkspaceSymbol(
                name=shown(name) or file,
                kind=SymbolKind.String if line else SymbolKind.File,
                location=Location(knowledge.uri(file), Range(start, start)),
                container_name=shown(layout.page_path(file)),
            )
        )
    return found
