"""P, W and D007: pages that are not whole, were written over unseen, or hide what follows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.more_links import without_code
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.digest import Digest
from wikic.model.finding import Severity
from wikic.wiki import document_page
from wikic.wiki.page_blocks import (
    FACT_SECTIONS,
    GENERATED_SECTIONS,
    HIDDEN,
    RELATED_PAGES,
    RELATED_SOURCES,
    Part,
)

# About 30,000 tokens: a quarter of the context that today's models read well.
MAX_CHARACTERS: Final = 120_000


def _generated_sections(page: ParsedPage) -> list[Part]:
    """The generated sections of a page, in the order they stand."""
    return [part for part in page.parts if part.level == 2 and part.name in GENERATED_SECTIONS]


def check_incomplete(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        if page.fault is not None:
            continue  # F001 first: what stands where is not known
        filled = {part.name for part in _generated_sections(page) if page.text[part.body : part.end].strip()}
        facts = not filled.isdisjoint(FACT_SECTIONS) or "document" in page.fields
        if not facts and RELATED_PAGES not in filled:
            yield Problem(page.file, 1, 1, "the page has neither facts nor relations", refold=True)
        elif RELATED_SOURCES not in filled and any(bullet.id for bullet in page.facts):
            message = f"the page has facts and no {RELATED_SOURCES}"
            yield Problem(page.file, 1, 1, message, refold=True)


def check_order(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        if page.fault is not None:
            continue
        last, seen = -1, set[str]()
        for part in _generated_sections(page):
            rank = GENERATED_SECTIONS.index(part.name)
            column = page.at(part.start)[1]
            if part.name in seen:
                yield Problem(page.file, part.line, column, f"{part.name} stands twice", refold=True)
            elif rank < last:
                message = f"{part.name} belongs before {GENERATED_SECTIONS[last]}"
                yield Problem(page.file, part.line, column, message, refold=True)
            seen.add(part.name)
            last = max(last, rank)


def check_empty(view: WikiView) -> Iterator[Problem]:
    for page in view.pages():
        if page.generated or page.fault is not None or (view.profile.is_vault and any(page.fields.values())):
            continue  # in a vault a page may be made of properties
        title = any(part.level == 1 for part in page.parts)
        if not any(
            page.text[max(part.body, page.body) : part.end].strip("\ufeff \t\r\n") for part in page.parts
        ):
            words = "only headings" if title or len(page.parts) > 1 else "nothing"
            yield Problem(page.file, 1, 1, f"the page holds {words}")


def check_long(view: WikiView) -> Iterator[Problem]:
    for page in view.pages():
        if len(page.text) > MAX_CHARACTERS:
            message = f"the page has {len(page.text):,} characters, more than {MAX_CHARACTERS:,}"
            yield Problem(page.file, 1, 1, message)


def check_differs(view: WikiView) -> Iterator[Problem]:
    if view.expected is None:
        return
    for page in view.generated():
        expected, actual = view.expected(layout.page_path(page.file)), view.read(page.file)
        if expected is None or actual is None or actual == expected:
            continue
        if not expected:
            yield Problem(page.file, 1, 1, "no digest gives this page any more", refold=True)
            continue
        mine, theirs = actual.split(b"\n"), expected.split(b"\n")
        if _is_appended_to(page) and Counter(filter(None, mine)) == Counter(filter(None, theirs)):
            continue  # what people wrote at the page's end the next fold moves before its lists
        pairs = enumerate(zip(mine, theirs, strict=False), start=1)
        line = next((at for at, (one, other) in pairs if one != other), min(len(mine), len(theirs)))
        yield Problem(page.file, line, 1, "the page is not what its digests give", refold=True)


def _is_appended_to(page: ParsedPage) -> bool:
    """Whether a section of people's stands behind the hidden line."""
    hidden = next((at for at, part in enumerate(page.parts) if at and part.level == 0), len(page.parts))
    return any(part.name not in GENERATED_SECTIONS for part in page.parts[hidden + 1 :])


# A line's end where its source gave the page no statement of its own: what it says is borrowed from others.
_NOTHING: Final = layout.source_line_id(())


def check_overwrites(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        if page.fault is not None:
            continue
        if "document" in page.fields:
            lost, of = document_page.missing(page.text)
            if lost * 2 > of > 1:
                yield _lost_problem(page, lost, of, "parts that the page had of its document")
            continue
        lines = [(each.digest, each.id) for each in page.sources() if each.id != _NOTHING]
        if _all_there(page, lines):
            continue
        there = {bullet.id for bullet in page.facts}
        covered = _covered_statements(view, lines)
        missing = [id for id in covered if id not in there]
        # Of a single fact nothing tells a deletion from a loss but that the rest of the page is there.
        if len(missing) * 2 > len(covered) > 1:
            yield _lost_problem(page, len(missing), len(covered), "facts that its source lines cover")


def _lost_problem(page: ParsedPage, lost: int, of: int, what: str) -> Problem:
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


def _covered_statements(view: WikiView, lines: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Ids of the statements that the page's source lines say were taken, as far as they still say so."""
    ids: dict[str, None] = {}
    for file, line in lines:
        digest = view.digest(layout.page_file(file))
        if digest is not None and digest.digest is not None:
            ids |= dict.fromkeys(_taken_statements(digest.digest, line))
    return tuple(ids)


def _taken_statements(digest: Digest, line: str) -> tuple[str, ...]:
    """Statements of the entity whose shown statements hash to a source line's id."""
    by_entity: dict[str, dict[str, None]] = {}
    for each in digest.statements:
        if not each.retired and each.shown_as is None:
            by_entity.setdefault(each.of, {})[each.id] = None
    return next((tuple(ids) for ids in by_entity.values() if layout.source_line_id(ids) == line), ())


_OPENED: Final = re.compile(r"<!--(?:-?>)?")
_CLOSER: Final = "-->"


def check_unclosed(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        at = open_block(page)
        if at is None:
            continue
        line, column = page.at(at)
        sign = next((each.marker for each in page.document.fences if each.start == at), "<!--")
        message = f"{sign} opens {'a comment' if sign == '<!--' else 'code'} that is never closed"
        if page.is_of_document(at):
            help = f"close it in {page.fields['document']}, and compile that again"
            yield Problem(page.file, line, column, message, help=help, severity=Severity.INFO)
        else:
            yield Problem(page.file, line, column, message)


def open_block(page: ParsedPage) -> int | None:
    """Where code or a comment begins that is never closed and hides the rest of the page."""
    fence = next((each for each in page.document.fences if not each.closed), None)
    # One inside an item or a quote ends with it.
    if fence is not None and not page.text[fence.end :].strip():
        return fence.start
    return _open_comment(page) if "<!--" in page.text else None


def _open_comment(page: ParsedPage) -> int | None:
    """Where a comment begins that nothing closes, or only what the fold wrote behind it."""
    text = without_code(page)
    hidden = text.rfind(HIDDEN) if page.generated else -1
    at = page.body
    while (opened := _OPENED.search(text, at)) is not None:
        if opened[0].endswith(">"):  # an empty one
            at = opened.end()
            continue
        closed = text.find(_CLOSER, opened.end())
        if closed < 0 or opened.start() < hidden < closed:
            return opened.start()
        at = closed + len(_CLOSER)
    return None
