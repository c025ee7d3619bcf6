"""HTML pages: the words of the main part, what the page says about itself, its furniture left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wikic.document.nodes import Document
from wikic.document.write import write_document
from wikic.wiki.documents.html_tree import read_blocks, read_line
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.titles import one_line

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# Notes and footnotes stand in ``aside`` too; they are said by the page.
_FURNITURE: Final = (
    "nav, footer, aside:not([role=note]):not([class*=footnote]):not([role^=doc-]), form, dialog, "
    "[role=navigation], [role=banner], [role=contentinfo], [role=search], [role=doc-toc], "
    "#sidebar, .sphinxsidebar, .breadcrumb, .breadcrumbs, .toc, #toc, .mw-editsection, .navbox, .linenos, "
    # DocBook and Publican, Sphinx, Texinfo, blogs: the way to the page before and the next.
    "p#title, #logo, .logo, .docnav, .navheader, .navfooter, .related, .nav-panel, .pagination, .pager, "
    "a[rel=prev], a[rel=next], a[accesskey=p], a[accesskey=n]"
)
_HIDDEN: Final = (
    '[hidden], [aria-hidden=true], [style*="display:none"], [style*="display: none"], '
    '[style*="visibility:hidden"], [style*="visibility: hidden"], '
    ".sr-only, .visually-hidden, .screen-reader-text"
)
_AUTHOR: Final = ("author", "article:author", "dc.creator", "citation_author")
_DATE: Final = ("date", "article:published_time", "dc.date", "dcterms.date", "citation_date", "pubdate")
_COLLECTION: Final = ("citation_journal_title", "og:site_name")


def read_page(text: str) -> Draft:
    """An HTML file, with its pictures."""
    return read_html(text, pictures=True)


def read_html(text: str, *, pictures: bool = False) -> Draft:
    """A page as Markdown; broken HTML is read as browsers read it."""
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(text)
    meta = _meta(page)
    root = page.css_first("html")
    canonical = page.css_first("link[rel=canonical]")
    location = (canonical.attributes.get("href") or "") if canonical else ""
    title = _title(page)
    return Draft(
        text=_words(page, pictures=pictures),
        title=title,
        date=_first(meta, _DATE),
        language=(root.attributes.get("lang") or "") if root else "",
        author=_first(meta, _AUTHOR),
        collection_title=_first(meta, _COLLECTION),
        location=location if location.startswith(("http://", "https://")) else "",
    )


def _words(page: LexborHTMLParser, *, pictures: bool) -> str:
    """The main part; the whole page, furniture too, when nothing else holds a word."""
    body = page.body
    if body is None:
        return ""
    # Marked, not removed: freeing a node that lies inside a freed one would crash the parser.
    hidden = _marked(body, _HIDDEN)
    main = _main(body)
    furniture = hidden | _marked(main, _FURNITURE)
    blocks = read_blocks(main, furniture, pictures=pictures) or read_blocks(body, hidden, pictures=pictures)
    return write_document(Document(blocks))


def _marked(node: LexborNode, selector: str) -> set[int]:
    return {each.mem_id for each in node.css(selector) if each.tag not in ("body", "main")}


def _main(body: LexborNode) -> LexborNode:
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


def _title(page: LexborHTMLParser) -> str:
    """The only ``h1``; else ``title``; else the first ``h1``: a lone heading names no site beside it."""
    hidden = _marked(page.root, _HIDDEN) if page.root else set()
    headings = [words for node in page.css("h1") if (words := one_line(read_line(node, hidden)))]
    named = one_line(node.text()) if (node := page.css_first("head title")) else ""
    return headings[0] if headings and (len(headings) == 1 or not named) else named


def _meta(page: LexborHTMLParser) -> dict[str, str]:
    named: dict[str, str] = {}
    for node in page.css("meta"):
        attributes = node.attributes
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        named.setdefault(name, one_line(attributes.get("content") or ""))
    return named


def _first(meta: dict[str, str], names: tuple[str, ...]) -> str:
    return next((meta[name] for name in names if meta.get(name)), "")
