"""HTML pages: the words of the main part, what the page says about itself, its furniture left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wikic.document.nodes import Document
from wikic.document.write import write_document
from wikic.wiki.documents.html_main import HIDDEN, main_part, marked
from wikic.wiki.documents.html_tree import read_blocks, read_line
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.titles import one_line

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_AUTHOR: Final = ("author", "article:author", "dc.creator", "citation_author")
_DATE: Final = ("date", "article:published_time", "dc.date", "dcterms.date", "citation_date", "pubdate")
_COLLECTION: Final = ("citation_journal_title", "og:site_name")


def read_page(text: str) -> Draft:
    """A page of a site: its main part, with its pictures."""
    return read_html(text, of_site=True)


def read_html(text: str, *, of_site: bool = False, pictures: bool = False) -> Draft:
    """HTML as Markdown; broken HTML is read as browsers read it.

    of_site: whether menus and teasers may stand around its main part, as none do in a chapter or a mail.
    pictures: whether pictures stay, as those of a site do.
    """
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(text)
    meta = _meta(page)
    root = page.css_first("html")
    canonical = page.css_first("link[rel=canonical]")
    location = (canonical.attributes.get("href") or "") if canonical else ""
    title = _title(page)
    return Draft(
        text=_words(page, of_site=of_site, pictures=of_site or pictures),
        title=title,
        date=_first(meta, _DATE),
        language=(root.attributes.get("lang") or "") if root else "",
        author=_first(meta, _AUTHOR),
        collection_title=_first(meta, _COLLECTION),
        location=location if location.startswith(("http://", "https://")) else "",
    )


def _words(page: LexborHTMLParser, *, of_site: bool, pictures: bool) -> str:
    """The main part; the whole page, furniture too, when nothing else holds a word."""
    body = page.body
    if body is None:
        return ""
    main, left_out = main_part(body, scored=of_site)
    blocks = read_blocks(main, left_out, pictures=pictures)
    blocks = blocks or read_blocks(body, marked(body, HIDDEN), pictures=pictures)
    return write_document(Document(blocks))


def _title(page: LexborHTMLParser) -> str:
    """The only ``h1``; else ``title``; else the first ``h1``: a lone heading names no site beside it."""
    hidden = marked(page.root, HIDDEN) if page.root else set()
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
