"""Reads the pictures and files of a batch's documents into memory, so that they land with the batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.compiler.article_digest import Digested, Failed
from wikic.errors import NotPlainError
from wikic.model.article import Article
from wikic.model.attachment import Attachment
from wikic.plain_file import read_plain
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.documents.attachments import LARGEST

MOST_HELD: Final = 256 << 20  # bytes of files in one batch: they stand in memory until it lands
_NAMED: Final = 3  # of what could not be attached


def with_contents(digested: Digested, attachments: Sequence[Attachment]) -> Digested | Failed:
    """A result with the bytes of its attachments; Failed where one changed since its document was read."""
    contents: list[tuple[str, bytes]] = []
    for each in attachments:
        data = _content(each)
        if data is None or layout.content_hash(data) != each.sha256:
            key = digested.source.digest.key
            return Failed(key, f"{each.source} was changed while it was taken in; run the command again")
        contents.append((each.name, data))
    return replace(digested, source=replace(digested.source, attached=tuple(contents)))


def _content(each: Attachment) -> bytes | None:
    """The attachment's bytes, None where its file cannot be read."""
    if each.file is None:
        return each.data
    try:
        return read_plain(each.file, LARGEST)
    except (OSError, NotPlainError):
        return None


def not_attached(article: Article) -> Iterator[Notice]:
    """A notice that names the pictures and files of a document that could not be attached."""
    if article.missing:
        more = len(article.missing) - _NAMED
        tail = f"; and {more} more" if more > 0 else ""
        yield Notice("", f"{article.key}: {'; '.join(article.missing[:_NAMED])}{tail}")
