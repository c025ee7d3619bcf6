"""What goes into the search index and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Matched = Literal["name", "alias", "fuzzy", "text", "source"]


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """One page as the index sees it; how the page was loaded is no matter here.

    path: page path; a second record of the same path replaces the first.
    title: text of its heading.
    aliases: other names.
    tags: short topical labels.
    summary: one line, or "".
    body: its text in reading form: one fact per line, without frontmatter, citations and ids. Snippets
        are lines of it.
    borrowed: sentences of other pages that it shows, one a line. Kept for readers and not searched: they
        are found on their own pages.
    unshown: lines of the article that the page of a document does not show: searched, and known as such.
    article: page path of the article of which it is the page, or "".
    directory: directory of the page, ``""`` at the root.
    """

    path: str
    title: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""
    body: str = ""
    borrowed: str = ""
    unshown: str = ""
    article: str = ""
    directory: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One page found. Hits are ordered by ``matched``, then ``score`` (falling), then ``path``;
    ``text`` and ``source`` are one.

    path: page path.
    title: text of its heading.
    directory: directory of the page.
    summary: one line, or "".
    score: BM25 over the weighted fields, to four significant digits; comparable within one result.
    matched: ``name`` when the query is the page's title, stem or title without its disambiguator,
        ``alias`` when it is an alias, ``fuzzy`` when it is one of these but for a typo, ``source`` when
        the line that says most stands in the document's article and not on the page, else ``text``.
    snippet: the line that says most about the query, at most 240 characters.
    """

    path: str
    title: str
    directory: str
    summary: str
    score: float
    matched: Matched
    snippet: str
