"""What the site tells programs: a feed of changes, a map of its addresses, how it is searched, an outline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from wikic import layout
from wikic.markdown.escape import escape as escaped
from wikic.navigate.library import Library
from wikic.navigate.reader.changes import Change
from wikic.site.addresses import Addresses

FEED: Final = "changes.atom"
SEARCH: Final = "opensearch.xml"
SITEMAP: Final = "sitemap.xml"
LLMS: Final = "llms.txt"
XML: Final = "application/xml; charset=utf-8"
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
_NO_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTRIES: Final = 50  # of a feed
_MOST: Final = 50_000  # addresses of a sitemap
_LISTED: Final = 200  # pages of one directory in the outline


def atom(changes: Iterable[Change], title: str, to: Addresses, url: str, called: Callable[[str], str]) -> str:
    """The latest changes as an Atom feed (RFC 4287); its addresses are whole where ``url`` is known.

    called: title of the page at a path, "" for one that is gone.
    """
    shown = [each for each in changes if each.more or any(map(called, each.pages))][:_ENTRIES]
    own, newest = f"{url}{to.own(FEED)}", shown[0].at if shown else "1970-01-01T00:00:00Z"
    parts = [
        f'{_HEAD}<feed xmlns="http://www.w3.org/2005/Atom">\n<title>{_text(title)}</title>\n'
        f"<id>{_id(url or title)}</id>\n<updated>{newest}</updated>\n"
        f'<link rel="self" href="{escape(own)}"/>\n<author><name>{_text(title)}</name></author>\n'
    ]
    for each in shown:
        names = ", ".join(filter(None, map(called, each.pages[:_LISTED])))
        href = escape(f"{url}{to.own('changes')}#c{each.hash[:10]}")
        parts.append(
            f"<entry>\n<title>{_text(each.subject)}</title>\n<id>{_id(each.hash)}</id>\n"
            f'<updated>{each.at}</updated>\n<link href="{href}"/>\n'
            f"<summary>{_text(names)}</summary>\n</entry>\n"
        )
    return "".join([*parts, "</feed>\n"])


def sitemap(addresses: Iterable[tuple[str, str]], url: str) -> str:
    """Addresses, each with the day of its last change or "", as a sitemap."""
    parts = [f'{_HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n']
    for number, (address, day) in enumerate(addresses):
        if number == _MOST:
            break
        changed = f"<lastmod>{day}</lastmod>" if day else ""
        parts.append(f"<url><loc>{escape(url + address)}</loc>{changed}</url>\n")
    return "".join([*parts, "</urlset>\n"])


def opensearch(title: str, search: str) -> str:
    """How browsers search the site. search: whole address of its page of results."""
    return (
        f'{_HEAD}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{_text(title[:16])}</ShortName>\n<Description>{_text(title)}</Description>\n"
        "<InputEncoding>UTF-8</InputEncoding>\n"
        f'<Url type="text/html" template="{escape(search)}?q={{searchTerms}}"/>\n</OpenSearchDescription>\n'
    )


def outline(library: Library, address: Callable[[str], str]) -> Iterator[str]:
    """Lines of ``llms.txt``: what the wiki is about, its directories, and their first pages.

    address: of the page at a path.
    """
    title, about = library.overview()
    yield f"# {_line(title or 'Wiki')}"
    if about:
        yield f"\n> {_line(about)}"
    for directory in ("", *library.directory_names()):
        entries = library.entries(directory)
        if entries and directory:
            yield f"\n## {_line(library.directory_title(directory))}"
        yield from [""] if entries else []
        for each in entries[:_LISTED]:
            said = f": {_line(each.summary)}" if each.summary else ""
            yield f"- [{_line(each.title)}]({address(each.path)}){said}"
        if len(entries) > _LISTED:
            yield f"- {len(entries) - _LISTED} more in {layout.index_path(directory)}"


def _line(text: str) -> str:
    return escaped(" ".join(text.split()))


def _text(text: str) -> str:
    return escape(_NO_XML.sub("", text), quote=False)


def _id(name: str) -> str:
    """An address that stands for nothing but itself."""
    return uuid5(NAMESPACE_URL, _NO_XML.sub("", name)).urn
