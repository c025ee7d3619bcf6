"""What stands at a place of a document: a link, a citation, an id, a heading; places as links name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.sources import block_ids
from wikic.lint.view.text_lines import line_place
from wikic.markdown.document import Heading
from wikic.markdown.wikilink import split_target
from wikic.model.link import Link
from wikic.text.normalise import fold_name, letters_of
from wikic.wiki.link_form import digest_of

_WIKILINK: Final = re.compile(r"\[\[(?P<target>[^\[\]|\n]+)(?:\|(?P<text>[^\[\]\n]*))?\]\]")
_ID: Final = re.compile(
    r"(?<=[ \t])\^(?P<id>[A-Za-z0-9-]+)(?=[ \t]*(?:[\r\n]|\Z))|(?<=\]\[)(?P<label>f[0-9a-f]{8})(?=\])"
)
_QUOTED: Final = re.compile(r"p[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Citation:
    """A block of a document that a page rests on.

    digest: file path of the document's digest.
    block: id of the block.
    """

    digest: str
    block: str


@dataclass(frozen=True, slots=True)
class Id:
    """An id behind a fact, a quote or a paragraph.

    id: without ``^``.
    start, end: of the id with it.
    """

    id: str
    start: int
    end: int


def link_at(page: ParsedPage, offset: int) -> Link | None:
    """The link that an offset lies in or right behind; one of the frontmatter too."""
    links = page.document.links if offset >= page.body else frontmatter_links(page)
    around = [each for each in links if each.start <= offset <= each.end]
    return around[-1] if around else None


def frontmatter_links(page: ParsedPage) -> tuple[Link, ...]:
    """The wikilinks among a page's properties, which the document's own links leave out."""
    links: list[Link] = []
    for found in _WIKILINK.finditer(page.text, 0, page.body):
        target, heading, block = split_target(found["target"])
        line, column = line_place(page.text, found.start())
        links.append(Link("wiki", target, found["text"], heading, block, False, *found.span(), line, column))
    return tuple(links)


def citation_of(link: Link) -> Citation | None:
    """What a link cites, None for one that is no citation."""
    digest, block = digest_of(link.target), link.block or link.heading
    if digest is None or block is None or _QUOTED.fullmatch(block) is None:
        return None
    return Citation(layout.page_file(digest), block)


def id_at(page: ParsedPage, offset: int) -> Id | None:
    """The id that an offset lies in: one that ends its line, or the label of a fact's link."""
    for found in _ID.finditer(page.text, max(offset - 80, 0), offset + 80):
        if found.start() <= offset <= found.end():
            return Id(found["id"] or found["label"], *found.span())
    return None


def quote_at(page: ParsedPage, offset: int) -> Citation | None:
    """In a digest: the block that the line of an offset quotes."""
    if not page.file.startswith(f"{layout.DIGESTS_DIR}/"):
        return None
    end = min(end for end in (page.text.find("\n", offset), len(page.text)) if end >= 0)
    start = page.text.rfind("\n", 0, offset) + 1
    line = page.text[start:end].rstrip()
    found = next(iter(block_ids(line)), None)
    return Citation(page.file, found) if found is not None else None


def heading_at(page: ParsedPage, offset: int) -> Heading | None:
    """The heading whose line an offset lies in."""
    return next((each for each in page.document.headings if each.start <= offset <= each.end), None)


def heading_named(page: ParsedPage, wanted: str) -> Heading | None:
    """The heading that ``#wanted`` means: of a path of headings (``#One#Two``) its last step."""
    last = wanted.rpartition("#")[2]
    name, key = fold_name(last), letters_of(last)
    for each in page.document.headings:
        if fold_name(each.text) == name:
            return each
    return next((each for each in page.document.headings if key and letters_of(each.text) == key), None)


def place_of(page: ParsedPage, heading: str | None, block: str | None) -> int:
    """Offset of a heading or block of a page; where there is none of the name its title or first words."""
    if block is not None or heading:
        found = next((each for each in page.document.block_ids if each.id == block), None)
        fact = next((each for each in page.facts if each.id == (block or heading)), None)
        if fact is not None or found is not None:
            return fact.start if fact is not None else _line_start(page.text, found.start if found else 0)
    if heading:
        named = heading_named(page, heading)
        if named is not None:
            return named.start
    first = next((each for each in page.document.headings if each.level == 1), None)
    return first.start if first is not None else page.body


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
