"""The main part of a page, and what of it is furniture.

Where a page names its main part (``main``, a lone ``article``), that; and within it the element that
Readability's score finds (Arc90; Mozilla's ``Readability.js``), if it holds nearly all of its prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wikic.wiki.documents.html_tree import BLOCKS, NEVER, children

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# Notes and footnotes stand in ``aside`` too; they are said by the page.
_FURNITURE: Final = (
    "nav, footer, aside:not([role=note]):not([class*=footnote]):not([role^=doc-]), form, dialog, "
    "[role=navigation], [role=banner], [role=contentinfo], [role=search], [role=doc-toc], "
    "#sidebar, .sphinxsidebar, .breadcrumb, .breadcrumbs, .toc, #toc, .mw-editsection, .navbox, .linenos, "
    # DocBook and Publican, Sphinx, Texinfo, blogs: the way to the page before and the next.
    "p#title, #logo, .logo, .docnav, .navheader, .navfooter, .related, .nav-panel, .pagination, .pager, "
    "a[rel=prev], a[rel=next], a[accesskey=p], a[accesskey=n]"
)
HIDDEN: Final = (
    '[hidden], [aria-hidden=true], [style*="display:none"], [style*="display: none"], '
    '[style*="visibility:hidden"], [style*="visibility: hidden"], '
    ".sr-only, .visually-hidden, .screen-reader-text"
)
# What readers write below a page, as blogs and newspapers call it; a class of code may be "comment" too.
_COMMENTED: Final = ", ".join(
    f"{tag}[{name}*=comment]" for tag in ("div", "section", "ol", "ul") for name in ("id", "class")
)
_COMMENTS: Final = re.compile(
    r"(?:(?:user|post|article|reader|node)[-_])?comments?"
    r"(?:[-_]?(?:area|body|box|container|content|form|holder|list|main|respond|section|text|thread|wrapper))?"
)
_LEAST: Final = 400  # characters of prose that a page says itself, where its comments are left out
# Share of the main part's prose that a scored element must hold to stand for it.
_HOLDS: Final = 0.8
_SHORTEST: Final = 25  # characters of a paragraph that counts
_MOST_LINKED: Final = 0.5  # share of links among the words of a section
_SHARES: Final = (1.0, 0.5, 1 / 6, 1 / 9, 1 / 12)  # of a paragraph's points, for the elements around it
_WORDS: Final = frozenset({"p", "ul", "ol", "dl", "table", "figure", "blockquote"})
_GOOD: Final = re.compile(r"article|body|content|entry|hentry|main|page|post|text|blog|story", re.I)
_BAD: Final = re.compile(
    r"-ad-|hidden|banner|combx|comment|com-|contact|foot|gdpr|masthead|media|meta|outbrain|promo|related|scroll"
    r"|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|tool|widget",
    re.I,
)
_COMMAS: Final = re.compile("[,、，،]")


def main_part(body: LexborNode, *, scored: bool) -> tuple[LexborNode, set[int]]:
    """The node that holds what a page says, and the ``mem_id`` of what is left out below it.

    scored: whether Readability's score may choose within the part that the page names.
    """
    # Marked, not removed: freeing a node that lies inside a freed one would crash the parser.
    hidden = marked(body, HIDDEN)
    named = _named(body)
    left_out = hidden | marked(named, _FURNITURE)
    if scored:
        left_out |= _comments(named, left_out)
    found = _scored(named, left_out) if scored else None
    return (named, left_out) if found is None else (found[0], left_out | found[1])


def marked(node: LexborNode, selector: str) -> set[int]:
    return {each.mem_id for each in node.css(selector) if each.tag not in ("body", "main")}


def _comments(named: LexborNode, left_out: set[int]) -> set[int]:
    """What readers wrote; nothing where a page holds little else."""
    found = {
        node.mem_id
        for node in named.css(_COMMENTED)
        for said in (node.attributes.get("id"), *(node.attributes.get("class") or "").split())
        if said and _COMMENTS.fullmatch(said.lower())
    }
    prose = (
        sum(part.own for part in _parts(named, left_out | found).values() if part.is_prose) if found else 0
    )
    return found if prose >= _LEAST else set()


def _named(body: LexborNode) -> LexborNode:
    for choice in ("main", "[role=main]", "article"):
        found = [node for node in body.css(choice) if not _inside(node, choice)]
        if len(found) == 1 and found[0].text(strip=True):
            return found[0]
    return body


def _inside(node: LexborNode, tag: str) -> bool:
    """Whether an article stands in another one, as the comments on it do."""
    above = node.parent
    while tag == "article" and above is not None:
        if above.tag == tag:
            return True
        above = above.parent
    return False


# --- Readability's score ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Part:
    """An element: how many characters stand below it, how many of them in links; its own prose; its score."""

    node: LexborNode
    parent: int
    length: int = 0
    linked: int = 0
    own: int = 0
    own_linked: int = 0
    commas: int = 0
    score: float = 0.0

    @property
    def link_share(self) -> float:
        return self.linked / self.length if self.length else 0.0

    @property
    def is_prose(self) -> bool:
        return self.own >= _SHORTEST and self.own_linked * 2 < self.own

    @property
    def rating(self) -> float:
        return self.score * (1 - self.link_share)


def _scored(main: LexborNode, left_out: set[int]) -> tuple[LexborNode, set[int]] | None:
    """The parent of the best element, and what beside that is left out; None where it holds too little."""
    parts = _parts(main, left_out)
    prose = [part for part in parts.values() if part.is_prose]
    weighed: set[int] = set()
    for part in prose:
        points = 1 + part.commas + min(part.own // 100, 3)
        above = part.parent if _is_paragraph(part.node) else part.node.mem_id
        for share in _SHARES:
            if above not in parts or above == main.mem_id:
                break
            if above not in weighed:
                weighed.add(above)
                parts[above].score += _weight(parts[above].node)
            parts[above].score += points * share
            above = parts[above].parent
    best = max((parts[name] for name in weighed), key=lambda part: part.rating, default=None)
    if best is None or best.parent not in parts:
        return None
    inside, around = best, parts[best.parent]
    while around.parent in parts and _is_one_of_several(around, parts):
        inside, around = around, parts[around.parent]
    least = max(10.0, best.rating * 0.2)
    others = {
        node.mem_id
        for node in children(around.node)
        if node.mem_id in parts
        and node.mem_id != inside.node.mem_id
        and not _belongs(parts[node.mem_id], least)
    }
    held = sum(part.own for part in prose if _is_below(part, around.node.mem_id, others, parts))
    return (around.node, others) if held >= sum(part.own for part in prose) * _HOLDS else None


def _is_one_of_several(part: _Part, parts: dict[int, _Part]) -> bool:
    """Whether elements of its kind stand beside it that hold words too: sections of one document."""
    kind = part.node.tag, part.node.attributes.get("class")
    return any(
        parts[node.mem_id].length >= _SHORTEST and parts[node.mem_id].link_share < _MOST_LINKED
        for node in children(parts[part.parent].node)
        if node.mem_id in parts
        and node.mem_id != part.node.mem_id
        and (node.tag, node.attributes.get("class")) == kind
    )


def _parts(main: LexborNode, left_out: set[int]) -> dict[int, _Part]:
    """``main`` and every element that is shown below it, by ``mem_id``; those around before those inside."""
    parts = {main.mem_id: _Part(main, -1)}
    waiting = [(child, main.mem_id, main.mem_id, False) for child in children(main)]
    while waiting:
        node, parent, block, in_link = waiting.pop()
        tag = node.tag or ""
        if tag == "-text":
            text = "".join((node.text_content or "").split())
            own = parts[block]
            own.own += len(text)
            own.own_linked += len(text) * in_link
            own.commas += len(_COMMAS.findall(text))
            parts[parent].length += len(text)
            parts[parent].linked += len(text) * in_link
        elif not tag.startswith("-") and tag not in NEVER and node.mem_id not in left_out:
            name = node.mem_id
            parts[name] = _Part(node, parent)
            block = name if tag in BLOCKS or tag in ("pre", "h1", "h2", "h3", "h4", "h5", "h6") else block
            linked = in_link or (tag == "a" and "href" in node.attributes)
            waiting += ((child, name, block, linked) for child in children(node))
    for part in reversed(parts.values()):
        if part.parent in parts:
            parts[part.parent].length += part.length
            parts[part.parent].linked += part.linked
    return parts


def _is_paragraph(node: LexborNode) -> bool:
    return node.tag in ("p", "pre", "td", "li", "dd", "blockquote")


def _weight(node: LexborNode) -> float:
    tag = node.tag or ""
    weight = {"div": 5, "pre": 3, "td": 3, "blockquote": 3, "th": -5}.get(tag, 0.0)
    weight -= 3 if tag in ("address", "ol", "ul", "dl", "dd", "dt", "li", "form") else 0
    for name in ("class", "id"):
        said = node.attributes.get(name) or ""
        weight += 25 * (bool(_GOOD.search(said)) - bool(_BAD.search(said)))
    return weight


def _belongs(part: _Part, least: float) -> bool:
    """Whether what stands beside the best element goes with it: as good, or words rather than links."""
    if part.rating >= least or part.node.tag not in BLOCKS or part.node.css_first("h1") is not None:
        return True
    return part.link_share < (0.5 if part.node.tag in _WORDS else 0.25)


def _is_below(part: _Part, around: int, others: set[int], parts: dict[int, _Part]) -> bool:
    name = part.node.mem_id
    while name in parts and name != around:
        if name in others:
            return False
        name = parts[name].parent
    return name == around
