"""Articles as the catalogue and the search index take them, and what of them their pages do not show. Pure.

The page of a document is the document; what extraction left out of it (small talk, boilerplate, a label)
stands in the article, and whoever looks for it means this page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown.read import read
from wikic.model import attachment
from wikic.navigate.indexes.catalogue import Catalogue, Look, SourceEntry
from wikic.navigate.reader.page_view import PageView
from wikic.search.fields import SearchRecord
from wikic.text.structure_marks import without_comments
from wikic.wiki import article_file


def read_article_entry(path: str, data: bytes, sha256: str, look: Look) -> tuple[SourceEntry, SearchRecord]:
    """An article for the catalogue and for its index; one that people broke is text with a name."""
    folder = layout.directory(path)
    try:
        article = article_file.parse(data, layout.page_file(path))
    except FormatError:
        title, text = layout.stem(path), data.decode("utf-8", "replace")
        return SourceEntry("", title, None, sha256, look), SearchRecord(
            path, title, body=text, directory=folder
        )
    entry = SourceEntry(article.key, article.title, article.date, sha256, look, article.language)
    return entry, SearchRecord(path, article.title, body=article_words(article.text), directory=folder)


def article_words(text: str) -> str:
    """The text of an article, line by line, with the words of its links and without what defines these."""
    text = attachment.spoken(text)
    if not _LINKED.search(text):
        return text
    parts, at = [], 0
    for link in read(text).links:
        parts += [text[at : link.start], link.text or link.target]
        at = link.end
    return _DEFINITION.sub("", "".join((*parts, text[at:])))


def changed_articles(old: Catalogue, now: Catalogue) -> frozenset[str]:
    """Page paths of the articles that came, went or changed between two catalogues."""
    if old.head.sources_stamp == now.head.sources_stamp:
        return frozenset()
    before = {path: entry.sha256 for path, entry in old.sources.items()}
    after = {path: entry.sha256 for path, entry in now.sources.items()}
    return frozenset(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


_LINKED: Final = re.compile(r"\[.*\]")
# What `[fsync'd][fsync]` means; what a footnote says is words.
_DEFINITION: Final = re.compile(r"^ {0,3}\[[^\]\n^][^\]\n]*\]:[ \t]*\S.*$", re.MULTILINE)
_ENDS: Final = re.compile(r"(?<=[.!?…;:])\s+|(?<=[。！？；])")
_LEFT_OUT: Final = re.compile(r"[\W_]+")


def article_of(view: PageView) -> str:
    """Page path of the article whose document's page this is; "" where a page is of a thing or a term."""
    cited = Counter(
        fact.citations[0].digest
        for fact in view.facts
        if fact.place is not None and not fact.borrowed and fact.citations
    )
    if not cited:
        return ""
    return f"{layout.ARTICLES_DIR}/{layout.stem(cited.most_common(1)[0][0])}"


def digest_of(article: str) -> str:
    """Page path of the digest that was made from an article."""
    return f"{layout.DIGESTS_DIR}/{layout.stem(article)}"


def unshown_sentences(text: str, shown: str) -> str:
    """The sentences of an article's ``text`` that do not stand in ``shown``.

    Those that follow one another stand on one line, as in the article. Marks, spaces and case make no
    difference; each sentence stands once.
    """
    said = _fold_text(shown)
    seen: set[str] = set()
    found: list[str] = []
    for line in without_comments(text.split("\n")):  # what nobody sees on a page is not quoted from it
        start = end = 0
        for first, last in _cut_sentences(line):
            folded = _fold_text(line[first:last])
            if folded and folded not in said and folded not in seen:
                seen.add(folded)
                start, end = (start if end else first), last
            elif folded:
                found += [line[start:end]] if end else []
                start = end = 0
        found += [line[start:end]] if end else []
    return "\n".join(found)


def _cut_sentences(line: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _ENDS.finditer(line):
        yield start, gap.start()
        start = gap.end()
    yield start, len(line.rstrip())


def _fold_text(text: str) -> str:
    return _LEFT_OUT.sub("", text).casefold()
