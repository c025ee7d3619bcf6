"""A book that is one document: each chapter a document, keyed by its number and name below the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wikic import layout
from wikic.model.article import Article
from wikic.text.chapters import chapters


def parts(article: Article) -> Iterator[Article]:
    """The chapters of a book in order, as those of an .epub are read; any other document as it is.

    The numbers in their keys keep the order of the book on pages that several chapters speak of.
    """
    found = chapters(article.text)
    if not found:
        yield article
        return
    for number, each in enumerate(found, 0 if not found[0].title else 1):
        yield replace(
            article,
            key=layout.part_key(article.key, number, len(found), each.title or "front"),
            title=each.title or article.title,
            text=each.text,
            collection_title=article.collection_title or article.title,
        )
