"""Headings of a document, and pages and headings of the whole wiki."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lsprotocol.types import DocumentSymbol, Location, Position, Range, SymbolKind, WorkspaceSymbol

from wikic import layout
from wikic.lint.view.page import ParsedPage
from wikic.lsp.diagnostics import shown
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.matching import best
from wikic.lsp.page_index import PageIndex
from wikic.lsp.positions import Positions
from wikic.markdown.document import Heading

# Editors show a dozen and ask again at the next letter.
MOST: Final = 300


def document_symbols(page: ParsedPage, positions: Positions) -> list[DocumentSymbol]:
    """The headings of a document, each with those below it."""
    headings = page.document.headings
    found, _ = _below(headings, 0, 0, positions)
    return found


def _below(
    headings: Sequence[Heading], at: int, level: int, positions: Positions
) -> tuple[list[DocumentSymbol], int]:
    """The headings deeper than a level, up to one that is not; and where that one is."""
    found: list[DocumentSymbol] = []
    while at < len(headings) and headings[at].level > level:
        head, first = headings[at], at
        children, at = _below(headings, at + 1, head.level, positions)
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
    for name, file, line in best(query, named, lambda each: each[0], MOST):
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
