"""W: what was written over without having been seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.digest import Digest
from wikic.wiki import document_page
from wikic.wiki.page_sections import RELATED_SOURCES

# A line's end where its source gave the page no statement of its own: what it says is borrowed from others.
_NOTHING: Final = layout.source_line_id(())


def check(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        if page.fault is not None:
            continue
        if "document" in page.fields:
            lost, of = document_page.missing(page.text)
            if lost * 2 > of > 1:
                yield _lost(page, lost, of, "parts that the page had of its document")
            continue
        lines = [(each.digest, each.id) for each in page.sources() if each.id != _NOTHING]
        if _all_there(page, lines):
            continue
        there = {bullet.id for bullet in page.facts}
        covered = _covered(view, lines)
        missing = [id for id in covered if id not in there]
        # Of a single fact nothing tells a deletion from a loss but that the rest of the page is there.
        if len(missing) * 2 > len(covered) > 1:
            yield _lost(page, len(missing), len(covered), "facts that its source lines cover")


def _lost(page: ParsedPage, lost: int, of: int, what: str) -> Problem:
    line = next((part.line for part in page.parts if part.name == RELATED_SOURCES), 1)
    help = "`wikic compile` brings them back; delete them a few at a time if they are wrong"
    return Problem(page.file, line, 1, f"{lost} of the {of} {what} are gone", refold=True, help=help)


def _all_there(page: ParsedPage, lines: list[tuple[str, str]]) -> bool:
    """Whether what the page takes from each source is what its line says: no digest need be read then."""
    ids: dict[str, list[str]] = {}
    for bullet in page.facts:
        if bullet.id is not None:
            for cite in bullet.cites:
                ids.setdefault(cite.digest, []).append(bullet.id)
    return all(layout.source_line_id(ids.get(digest, ())) == line for digest, line in lines)


def _covered(view: WikiView, lines: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Ids of the statements that the page's source lines say were taken, as far as they still say so."""
    ids: dict[str, None] = {}
    for file, line in lines:
        digest = view.digest(layout.page_file(file))
        if digest is not None and digest.digest is not None:
            ids |= dict.fromkeys(_taken(digest.digest, line))
    return tuple(ids)


def _taken(digest: Digest, line: str) -> tuple[str, ...]:
    """Statements of the entity whose shown statements hash to a source line's id."""
    by_entity: dict[str, dict[str, None]] = {}
    for each in digest.statements:
        if not each.retired and each.shown_as is None:
            by_entity.setdefault(each.of, {})[each.id] = None
    return next((tuple(ids) for ids in by_entity.values() if layout.source_line_id(ids) == line), ())
