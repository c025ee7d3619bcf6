"""What the rules about links share: which links they look at, and how a link's problem is put."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Edit, Severity
from wikic.model.link import Link
from wikic.wiki.page_sections import RELATED_PAGES


def links(view: WikiView) -> Iterator[tuple[ParsedPage, Link, Resolution]]:
    """Links worth a look; citations and the entries of an index have rules of their own."""
    vault = view.profile.is_vault
    for page in view.prose():
        suspects = view.suspects(page)
        if not vault and layout.is_index(page.path):
            yield from ((page, link, found) for link, found in suspects if not _is_entry(page, link))
        else:
            yield from ((page, link, found) for link, found in suspects)


def canvas_links(view: WikiView) -> Iterator[tuple[str, Link, Resolution]]:
    """Links of a vault's canvases."""
    for file, found in view.canvases():
        for link in found:
            yield file, link, view.resolve(file, link)


def _is_entry(page: ParsedPage, link: Link) -> bool:
    """Whether the link opens a bullet at the margin."""
    at = link.start - 2
    return page.text.startswith("- ", at) and (at == 0 or page.text[at - 1] == "\n")


def _regenerated(page: ParsedPage, link: Link) -> bool:
    """Whether the fold writes the line that the link stands on."""
    return page.generated and page.part_at(link.start).name == RELATED_PAGES


@dataclass(frozen=True, slots=True)
class Fix:
    """What would stand in place of a link.

    text: the replacement.
    safe: whether it is certain.
    """

    text: str
    safe: bool


def problem(
    page: ParsedPage,
    link: Link,
    message: str,
    fix: Fix | None = None,
    *,
    help: str = "",
    severity: Severity | None = None,
) -> Problem:
    """The problem of a link; on a line that the fold writes, folding again is its only fix.

    Links of frontmatter and HTML are not edited: what stands around them is no Markdown.
    """
    if _regenerated(page, link):
        return Problem(page.file, link.line, link.column, message, refold=True)
    markdown = link.start >= page.body and page.text[link.start] in "![<"
    edits = (Edit(page.file, link.start, link.end, fix.text),) if fix is not None and markdown else ()
    safe = fix is None or fix.safe
    return Problem(page.file, link.line, link.column, message, edits, safe=safe, help=help, severity=severity)


def shown(page: ParsedPage, link: Link) -> str:
    """What a reader sees of the link."""
    return link.text or (written(page, link) if link.kind == "wiki" else link.target)


def written(page: ParsedPage, link: Link) -> str:
    """A wikilink's target as written, heading and block included."""
    inside = page.text[link.start : link.end].removeprefix("!").removeprefix("[[").removesuffix("]]")
    return inside.partition("|")[0].rstrip("\\").strip()


def stem_of(file: str) -> str:
    """The stem by which links name a file."""
    return layout.stem(layout.page_path(file))
