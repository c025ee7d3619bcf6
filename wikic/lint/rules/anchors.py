"""L: parts of pages that links name and that are not there, or that are there twice.

Headings are found by Obsidian's ``#Heading#Part`` and by GitHub's ``#heading-1``.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from wikic.graph.resolve import slug_key
from wikic.lint.rule import Problem
from wikic.lint.rules.link_problems import canvas_links, links, problem, stem_of
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.document import Heading
from wikic.model.link import Link
from wikic.remembered import remembered
from wikic.text.normalise import fold_name

# It may be a power: `10 ^3`, `x ^n`.
_POWER: Final = re.compile(r"\d+|.")

# --- checks ------------------------------------------------------------------------------------


def check_anchor(view: WikiView) -> Iterator[Problem]:
    for page, link, found in links(view):
        message = _find_lacking(view, link, found)
        if message is not None:
            yield problem(page, link, message)
    for file, link, found in canvas_links(view):
        message = _find_lacking(view, link, found, wiki=True)
        if message is not None:
            yield Problem(file, link.line, link.column, message)


def _find_lacking(view: WikiView, link: Link, found: Resolution, *, wiki: bool = False) -> str | None:
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
        there = has_anchor(target, heading) or _states_fact(target, heading)
    return None if there else f"{stem_of(target.file)} has no heading {heading!r}"


def _states_fact(page: ParsedPage, id: str) -> bool:
    """Whether a fact of the page has the id."""
    return any(fact.id == id for fact in page.facts)


def _has_block(page: ParsedPage, id: str) -> bool:
    """Whether a line ends in the id: behind an embed people leave out the space, and Obsidian finds it."""
    wanted = id.casefold()
    if _states_fact(page, wanted):
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


# What is shown of a link in a heading, without what it leads to; tags; the name that a heading is given.
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_CODE: Final = re.compile(r"(`[^`]*`)")
_TAG: Final = re.compile(r"(?<!\\)</?[A-Za-z][^<>]*>")
_GIVEN: Final = re.compile(r"\{[^{}\n#]{0,80}#(?P<name>[\w:.-]+)[^{}\n]*\}")
_ATTRIBUTE: Final = re.compile(r"""\b(?:id|name)[ ]*=[ ]*["']?(?P<name>[^"'\s>]+)""")
_NUMBERED: Final = re.compile(r"(?P<name>.+)[-_](?P<number>\d+)")
# Lines of a file, words of a text, routes of a page that is a program, and what programs make of footnotes.
_NO_HEADING: Final = re.compile(r"top|L\d+.*|:~:.*|[/!].*|(?:user-content-)?fn.*|cite_.*", re.S)


def has_heading(page: ParsedPage, wanted: str) -> bool:
    """Whether a wikilink's heading is there: case and signs do not count, ``A#B`` is B in the part of A."""
    return _has_heading(page.document.headings, wanted)


def has_anchor(page: ParsedPage, wanted: str) -> bool:
    """Whether a Markdown link's anchor is there, as GitHub makes one of a heading or as the page names it."""
    if _NO_HEADING.fullmatch(wanted) or _has_heading(page.document.headings, wanted):
        return True
    numbered = _NUMBERED.fullmatch(wanted)
    if (
        numbered
        and int(numbered["number"]) < _count_keys(page.document.headings)[_heading_key(numbered["name"])]
    ):
        return True  # the second of two is called -1
    if any("<!--" in each.text and wanted in each.text for each in page.document.headings):
        return True  # a site's own mark makes the address: `## <!-- setting name -->`
    given = (match["name"] for sign in (_GIVEN, _ATTRIBUTE) for match in sign.finditer(page.text, page.body))
    return wanted.casefold() in map(str.casefold, given)


def _has_heading(headings: tuple[Heading, ...], wanted: str) -> bool:
    if _is_one(headings, wanted):
        return True
    steps = [step for step in wanted.split("#") if _heading_key(step)]
    return len(steps) > 1 and _is_path(headings, steps)


def _is_one(headings: tuple[Heading, ...], wanted: str) -> bool:
    key = _heading_key(wanted)
    if key and key in _count_keys(headings):
        return True
    return any(_is_called(each.text, wanted) for each in headings)


def _is_path(headings: tuple[Heading, ...], steps: list[str]) -> bool:
    """Whether the first step is a heading, and the next one stands in its part, and so on."""
    for at, each in enumerate(headings):
        if _is_called(each.text, steps[0]):
            inside = headings[at + 1 :]
            end = next((end for end, other in enumerate(inside) if other.level <= each.level), len(inside))
            if len(steps) == 1 or _is_path(inside[:end], steps[1:]):
                return True
    return False


def _is_called(text: str, wanted: str) -> bool:
    key = _heading_key(wanted)
    return (
        bool(key and _heading_key(text) == key)
        or fold_name(text) == fold_name(wanted)
        or _heading_slug(text) == _heading_slug(wanted)
        or bool(key and _heading_key(_in_ascii(text)) == key)  # MkDocs: "Über uns" is #uber-uns
    )


@lru_cache(maxsize=64)  # a page that many link to is asked for each link
def _count_keys(headings: tuple[Heading, ...]) -> Counter[str]:
    return Counter(_heading_key(each.text) for each in headings)


@remembered(1 << 14)
def _heading_key(text: str) -> str:
    """Letters and digits of what a heading shows: every program leaves other signs out, each in its way."""
    pieces = _CODE.split(text)  # every second one is code, shown as it is
    shown = "".join(each if at % 2 else _shown_words(each) for at, each in enumerate(pieces))
    folded = unicodedata.normalize("NFC", shown.casefold())
    return "".join(each for each in folded if unicodedata.category(each)[0] in "LNM")


def _shown_words(text: str) -> str:
    return _LINK.sub(r"\1", _TAG.sub("", _GIVEN.sub("", text)))


def _in_ascii(text: str) -> str:
    """``text`` without accents and what else is no ASCII, as the ``toc`` of Python-Markdown leaves it."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


@remembered(1 << 14)
def _heading_slug(text: str) -> str:
    return slug_key(text)
