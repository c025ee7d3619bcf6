"""Pages, sections and blocks of a vault that another page shows: ``![[Note]]``, ``{{embed ((id))}}``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from textwrap import dedent
from typing import Final, Protocol

from wikic.markdown.wikilink import split_target
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView
from wikic.navigate.vault.links import Lead
from wikic.navigate.vault.page import passage_id
from wikic.navigate.vault.passages import anchor_of, wikilink_text
from wikic.site.vault_html import Guard

_EMBED: Final = re.compile(
    r"[ \t]*(?:!\[\[(?P<link>[^\[\]|\n]+)(?:\|[^\[\]\n]*)?\]\]"
    r"|\{\{embed[ \t]+(?:\[\[(?P<page>[^\[\]|\n]+)\]\]|\(\((?P<block>[0-9a-f-]{36})\)\))[ \t]*\}\})[ \t]*"
)
_MOST: Final = 20_000  # characters of other pages in one page; what is more is a link


class Host(Protocol):
    """The texts of a page that shows others."""

    library: Library
    guard: Guard

    def lead(self, target: str) -> Lead | None:
        """Where a link of the page leads."""
        ...

    def link_to(self, lead: Lead, words: str, *, heading: str, block: str) -> str:
        """A link to a place of a page."""
        ...

    def shown_in(self, path: str) -> Host | None:
        """The texts of another page that is shown in this one; None where this one is itself shown so."""
        ...

    def passage(self, markdown: str) -> str:
        """What a person wrote, without places."""
        ...


def embedded(text: Host, content: str) -> str | None:
    """The HTML of a paragraph that is nothing but embeds of pages that are there, else None."""
    if "![[" not in content and "{{embed" not in content:
        return None
    found: list[str] = []
    for line in content.split("\n"):
        embed = _EMBED.fullmatch(line)
        shown = None if embed is None else _embed(text, embed)
        if shown is None:
            return None
        found.append(shown)
    return "".join(found)


def _embed(text: Host, embed: re.Match[str]) -> str | None:
    target = embed["link"] or embed["page"] or f"{embed['block']}#^{embed['block']}"
    page, heading, block = split_target(target)
    lead = text.lead(f"{page}#{heading}" if heading else page) if page else None
    inner = text.shown_in(lead.path) if lead is not None and lead.kind == "page" else None
    view = text.library.view(lead.path) if lead is not None and inner is not None else None
    if lead is None or inner is None or view is None:
        return None
    parts = list(_parts(view, (heading or "").rpartition("#")[2], block or ""))
    size = sum(len(markdown) for _, markdown in parts)
    if not any(markdown.strip() for _, markdown in parts) or text.guard.embedded + size > _MOST:
        return None
    text.guard.embedded += size
    words = view.title if embed["block"] else wikilink_text(target, None)
    named = text.link_to(lead, words, heading=heading or "", block=block or "")
    shown = "".join(
        (f"<p><strong>{escape(title)}</strong></p>" if title else "") + inner.passage(markdown)
        for title, markdown in parts
    )
    return f'<div class="embed"><p>{named}</p>{shown}</div>'


def _parts(view: PageView, heading: str, block: str) -> Iterator[tuple[str, str]]:
    """Headings and Markdown of what is shown of a page: all of it, a section with those below it, a block."""
    if block:
        place = passage_id(view.path, f"^{block}")
        passages = (each for section in view.written for each in section.passages)
        yield from (("", dedent(each.markdown)) for each in passages if each.fact.id == place)
        return
    level = 0
    wanted = anchor_of(heading) if heading else ""
    for section in view.written:
        if not heading or (level and section.level > level):
            yield section.heading, section.markdown
        elif level:
            return
        elif section.anchor == wanted:
            level = section.level
            yield "", section.markdown
