"""K004: counts of pages that somebody wrote into a text, and that are no longer true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.language import all_packs
from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Edit

_PAGES: Final = r"(?:pages|notes|articles|entries)"
_NUMBER: Final = r"(?P<{}>\d{{1,3}}(?:,\d{{3}})+|\d+)"
# Only what can but mean the wiki itself: "a book of 350 pages" in a summary is no count of ours.
_COUNT: Final = re.compile(
    "|".join(
        (
            rf"\b[Tt]otal (?:wiki |number of )?{_PAGES}\**[ \t]*[:=|][ \t]*\**{_NUMBER.format('total')}\b",
            rf"^(?:[-*] )?\**(?:Pages|Notes|Articles|Page count)\**:\**[ \t]*{_NUMBER.format('label')}\b",
            r"\b[Tt]h(?:is|e) (?:wiki|vault|knowledge base|index|directory|folder|section) "
            r"(?:now |currently )?(?:has|contains|holds|covers|lists|comprises) (?:\w+ )?"
            rf"\**{_NUMBER.format('prose')}\** (?:\w+ )?{_PAGES}\b",
            all_packs.expression("pages_in_all"),
        )
    ),
    re.M,
)
# Pages in which somebody sums the wiki up, besides its indexes.
_SUMMING: Final = frozenset(
    ("overview", "home", "readme", "about", "dashboard", *all_packs.words("summing_pages"))
)


def check(view: WikiView) -> Iterator[Problem]:
    for page in _summing(view):
        for match in _COUNT.finditer(page.text, page.body):
            group = next(name for name, text in match.groupdict().items() if text is not None)
            said = int(match[group].replace(",", ""))
            start = match.start(group)
            if page.in_code(start):
                continue
            inside = layout.directory(page.file)
            there = _count(view, inside)
            if said != there and said not in _other_counts(view, page):
                line, column = page.at(start)
                message = f"says {said:,}, and there {'is' if there == 1 else 'are'} {there:,}"
                edit = Edit(page.file, start, match.end(group), str(there))
                yield Problem(page.file, line, column, message, (edit,), safe=False)


def _summing(view: WikiView) -> Iterator[ParsedPage]:
    yield from view.indexes()
    for file in view.of_kind("page"):
        page = view.page(file) if _stem(file) in _SUMMING else None
        if page is not None:
            yield page


def _stem(file: str) -> str:
    return layout.stem(layout.page_path(file)).casefold()


def _count(view: WikiView, inside: str) -> int:
    """The number of pages below a directory."""
    return sum(not inside or file.startswith(f"{inside}/") for file in view.names.pages)


def _other_counts(view: WikiView, page: ParsedPage) -> set[int]:
    """What else somebody may have counted: with indexes, in this directory alone, what the page lists."""
    inside = layout.directory(page.file)
    below = [file for file in view.files if not inside or file.startswith(f"{inside}/")]
    markdown = [file for file in below if file.endswith(".md")]
    indexes = sum(view.profile.kind_of(file) == "index" for file in markdown)
    listed = {link.target for link in page.document.links}
    entries = {bullet.start for bullet in page.document.bullets}
    direct = sum(layout.directory(file) == inside for file in view.names.pages)
    total = _count(view, inside)
    directories = {
        layout.directory(file).removeprefix(f"{inside}/").split("/")[0] for file in view.names.pages
    }
    each = {_count(view, f"{inside}/{name}".strip("/")) for name in directories if name}
    return {
        len(markdown),
        len(view.names.pages),
        total + indexes,
        total - 1,
        direct,
        len(listed),
        len(entries),
    } | each
