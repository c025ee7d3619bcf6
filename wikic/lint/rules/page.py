"""P: pages that are not whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.wiki.page_blocks import Part
from wikic.wiki.page_sections import FACT_SECTIONS, GENERATED_SECTIONS, RELATED_PAGES, RELATED_SOURCES

# About 30,000 tokens: a quarter of the context that today's models read well.
MAX_CHARACTERS: Final = 120_000


def _sections(page: ParsedPage) -> list[Part]:
    """The generated sections of a page, in the order they stand."""
    return [part for part in page.parts if part.level == 2 and part.name in GENERATED_SECTIONS]


def _filled(page: ParsedPage, part: Part) -> bool:
    return bool(page.text[part.body : part.end].strip())


def check_incomplete(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        if page.fault is not None:
            continue  # F001 first: what stands where is not known
        filled = {part.name for part in _sections(page) if _filled(page, part)}
        facts = not filled.isdisjoint(FACT_SECTIONS) or "document" in page.fields
        if not facts and RELATED_PAGES not in filled:
            yield Problem(page.file, 1, 1, "the page has neither facts nor relations", refold=True)
        elif RELATED_SOURCES not in filled and any(bullet.id for bullet in page.facts):
            message = f"the page has facts and no {RELATED_SOURCES}"
            yield Problem(page.file, 1, 1, message, refold=True)


def check_order(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        last, seen = -1, set[str]()
        for part in _sections(page):
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
    if view.expected_page is None:
        return
    for page in view.generated():
        expected, actual = view.expected_page(layout.page_path(page.file)), view.read(page.file)
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
