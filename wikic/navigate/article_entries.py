"""Articles as the catalogue and the search index take them. Pure."""

from __future__ import annotations

from wikic import layout
from wikic.errors import FormatError
from wikic.model import attachment
from wikic.navigate.catalogue import Catalogue, SourceEntry
from wikic.navigate.file_looks import Look
from wikic.search.record import SearchRecord
from wikic.wiki import article_file


def read(path: str, data: bytes, sha256: str, look: Look) -> tuple[SourceEntry, SearchRecord]:
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
    return entry, SearchRecord(path, article.title, body=attachment.spoken(article.text), directory=folder)


def changed(old: Catalogue, now: Catalogue) -> frozenset[str]:
    """Page paths of the articles that came, went or changed between two catalogues."""
    if old.head.sources_stamp == now.head.sources_stamp:
        return frozenset()
    before = {path: entry.sha256 for path, entry in old.sources.items()}
    after = {path: entry.sha256 for path, entry in now.sources.items()}
    return frozenset(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
