"""P: pages that are not whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.lint.problem import Problem
from wikic.lint.rule import Rule
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Severity
from wikic.wiki.page_blocks import FACT_SECTIONS, GENERATED_SECTIONS, RELATED_PAGES, RELATED_SOURCES, Part

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


P001 = Rule(
    code="P001",
    name="incomplete-page",
    category=Category.INCOMPLETE_PAGE,
    severity=Severity.ERROR,
    summary="A generated page has neither facts nor relations, or facts and no Related Sources.",
    why="A page exists because a source says something of its subject, or relates it to another; one that "
    "shows neither tells nothing, and facts without Related Sources cannot be forgotten with their source.",
    example="A page with `fold:` in its frontmatter, a heading and nothing below it.",
    instead="Run `wikic compile`: the fold writes the page from its digests, or removes it.",
    check=check_incomplete,
    fix="the page is folded again",
    scope="file",
)
P002 = Rule(
    code="P002",
    name="section-order",
    category=Category.INCOMPLETE_PAGE,
    severity=Severity.WARNING,
    summary="Generated sections of a page stand twice or in another order than the format's.",
    why="Tools that read pages, and people who compare them, rely on one order; a section that stands twice "
    "usually comes from a merge.",
    example="## Related Sources\n…\n\n## Key Facts\n…",
    instead="## Key Facts\n…\n\n## Related Sources\n…",
    check=check_order,
    fix="the page is folded again",
    scope="file",
)
P003 = Rule(
    code="P003",
    name="empty-page",
    category=Category.INCOMPLETE_PAGE,
    severity=Severity.WARNING,
    summary="A page that a person wrote holds no words besides headings.",
    why="Links to it resolve, and lead to nothing. In a vault a page may be made of properties alone.",
    example="# Charles Babbage",
    instead="Write a sentence, or delete the page and let its links show as dangling.",
    check=check_empty,
    scope="file",
)
P004 = Rule(
    code="P004",
    name="long-page",
    category=Category.OTHER,
    severity=Severity.WARNING,
    summary=f"A page has more than {MAX_CHARACTERS:,} characters.",
    why="Nobody reads it through, and it fills a good part of a model's context.",
    example="A page with 2,000 facts.",
    instead="Part the document it comes from by its chapters, each a document or under a heading of its own.",
    check=check_long,
    scope="file",
)
P005 = Rule(
    code="P005",
    name="stale-page",
    category=Category.INCOMPLETE_PAGE,
    severity=Severity.ERROR,
    summary="A generated page is not what its digests and people's edits give.",
    why="It shows facts that no source bears out any more, or lacks some that one does.",
    example="A digest was deleted by hand, and the pages that cite it stayed.",
    instead="Run `wikic compile`: people's edits stay, the rest is folded again.",
    check=check_differs,
    fix="the page is folded again",
    scope="fold",
)
