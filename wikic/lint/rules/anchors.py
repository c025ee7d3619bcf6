"""L: parts of pages that links name and that are not there, or that are there twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from wikic.lint.rule import Problem
from wikic.lint.rules.link_problems import canvas_links, links, problem, stem_of
from wikic.lint.view.headings import has_anchor, has_heading
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.link import Link

# It may be a power: `10 ^3`, `x ^n`.
_POWER: Final = re.compile(r"\d+|.")

# --- checks ------------------------------------------------------------------------------------


def check_anchor(view: WikiView) -> Iterator[Problem]:
    for page, link, found in links(view):
        message = _lacking(view, link, found)
        if message is not None:
            yield problem(page, link, message)
    for file, link, found in canvas_links(view):
        message = _lacking(view, link, found, wiki=True)
        if message is not None:
            yield Problem(file, link.line, link.column, message)


def _lacking(view: WikiView, link: Link, found: Resolution, *, wiki: bool = False) -> str | None:
    """What the page that a link leads to lacks of what the link names, or None.

    wiki: whether the heading is named as in a wikilink, whatever names the page.
    """
    if not (link.heading or link.block) or found.whole or len(found.files) != 1:
        return None
    target = view.page(found.files[0]) if found.files[0].endswith(".md") else None
    if target is None or view.profile.is_source(target.file):
        return None
    if link.block:
        return (
            None if _has_block(target, link.block) else f"{stem_of(target.file)} has no block ^{link.block}"
        )
    heading = link.heading or ""
    if wiki or link.kind == "wiki":
        there = has_heading(target, heading)
    else:
        heading = unquote(heading)
        there = has_anchor(target, heading) or _states(target, heading)
    return None if there else f"{stem_of(target.file)} has no heading {heading!r}"


def _states(page: ParsedPage, id: str) -> bool:
    """Whether a fact of the page has the id."""
    return any(fact.id == id for fact in page.facts)


def _has_block(page: ParsedPage, id: str) -> bool:
    """Whether a line ends in the id: behind an embed people leave out the space, and Obsidian finds it."""
    wanted = id.casefold()
    if _states(page, wanted):
        return True
    if any(block.id.casefold() == wanted for block in page.document.block_ids):
        return True
    return re.search(rf"\^{re.escape(id)}[ \t]*$", page.text, re.M | re.I) is not None


def check_twice(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        if page.generated or len(page.document.block_ids) < 2:
            continue
        lines: dict[str, int] = {}
        for block in page.document.block_ids:
            first = lines.setdefault(block.id.casefold(), block.line)
            if first != block.line and _POWER.fullmatch(block.id) is None:
                message = f"the block id ^{block.id} stands in line {first} as well"
                yield Problem(page.file, *page.at(block.start), message)
